// How many sessions a second a sweep purges, each with its stored files, and the effect on session
// creations over HTTP in the meantime: their 99th percentile, without the sweep and with it. The
// sweep runs as fast as it can, unless it is given a rate, such as a server's.
//
//   sweep_bench [--smoke | --sessions N [--rate R]]
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "bench/arguments.h"
#include "bench/load_client.h"
#include "events/crypto/os_random.h"
#include "projections/folder/data_folder.h"
#include "tests/programs/support/json.h"
#include "tests/programs/support/running_server.h"
#include "tests/projections/support/capture_commands.h"
#include "tools/keys/master_key_file.h"
#include "tools/machine/system_clock.h"
#include "tools/operator/operator_client.h"

namespace countersign::bench {
namespace {

constexpr std::uint64_t kSessionsUsual = 100'000;
constexpr std::uint64_t kSessionsSmoke = 1'000;
constexpr std::size_t kFilesASession = 2;
constexpr std::size_t kFileBytes = 16'384;
constexpr std::size_t kFillers = 32;
constexpr std::size_t kConnections = 16;
constexpr Duration kAge = 40 * kDay;  // of the sessions to be purged

using Steady = std::chrono::steady_clock;

[[noreturn]] void give_up(std::string_view why) {
  std::fprintf(stderr, "sweep_bench: %.*s\n", static_cast<int>(why.size()), why.data());
  std::_Exit(1);
}

double seconds_since(Steady::time_point start) {
  return std::chrono::duration<double>(Steady::now() - start).count();
}

// A clock that is behind by kAge.
class OldClock : public Clock {
 public:
  UtcTime now() const override { return clock_.now() - kAge; }

 private:
  SystemClock clock_;
};

// Creates captures as a server makes them, directly in the data folder.
class Captures {
 public:
  Captures(const std::filesystem::path& path, ClientKey client) : client_(std::move(client)) {
    auto key = open_master_key(path, {}, random_);
    if (!key) give_up(key.error());
    auto data = DataFolder::open({path, std::move(key->key)}, clock_, random_, [](StoreError) {
      give_up("the log failed");
    });
    if (!data) give_up(data.error());
    data_ = *std::move(data);
  }

  void make(std::uint64_t count) {
    std::atomic<std::uint64_t> next{0};
    std::vector<std::thread> fillers;
    for (std::size_t i = 0; i < kFillers; ++i) {
      fillers.emplace_back([&] {
        for (std::uint64_t n = next++; n < count; n = next++) make_one(n);
      });
    }
    for (std::thread& filler : fillers) filler.join();
  }

 private:
  void make_one(std::uint64_t n) {
    const SessionId id = session_id(n);
    const SessionKey key = SessionKey::random(random_);
    Submission create = creating(client_, id, clock_.now());
    create.wrap_key = data_->key_wrapping(id, key, clock_.now() + kHour + kDay);
    commit(std::move(create));
    commit(challenging(id, Step::Liveness, n, clock_.now()));
    std::vector<StoredFile> files;
    for (std::size_t i = 0; i < kFilesASession; ++i) {
      files.push_back(store(id, key, n * kFilesASession + i));
    }
    commit(sending_frames(id, n, std::move(files), clock_.now()));
    Submission finalize = finalizing(id, clock_.now());
    finalize.wrap_key = data_->key_wrapping(id, key, clock_.now() + 30 * kDay);
    commit(std::move(finalize));
  }

  StoredFile store(const SessionId& session, const SessionKey& key, std::uint64_t n) {
    StoredFile file = image(n);
    file.day = day_of(clock_.now());
    auto writer = data_->vault().create(session, key, file.file, file.day);
    if (!writer || !(*writer)->append(bytes_)) give_up("a file could not be written");
    const auto sealed = (*writer)->seal();
    if (!sealed || !(*writer)->commit()) give_up("a file could not be stored");
    file.size_bytes = sealed->size_bytes;
    file.sha256 = sealed->sha256;
    file.crc32 = sealed->crc32;
    return file;
  }

  void commit(Submission submission) {
    const Outcome outcome = data_->writer().submit_and_wait(std::move(submission));
    if (!std::holds_alternative<Committed>(outcome)) give_up("a submission was refused");
  }

  const ClientKey client_;
  const OldClock clock_;
  OsRandom random_;
  const std::string bytes_ = std::string(kFileBytes, 'f');
  std::unique_ptr<DataFolder> data_;
};

void operate(const tests::RunningServer& server, const tests::Arguments& arguments) {
  const tests::Finished finished = server.operate(arguments);
  if (finished.status != 0) give_up(finished.err);
}

// Sweeps as the operators' command does, however long it takes.
void sweep_all(const tests::RunningServer& server, std::uint64_t sessions) {
  const auto answer = OperatorClient({.data = server.data()}).run("retention sweep", "{}");
  if (!answer) give_up("the sweep failed: " + answer.error().detail);
  const tests::Json report(*answer);
  const auto is = [&](const char* name, std::uint64_t count) {
    return report.number(name) == static_cast<std::int64_t>(count);
  };
  if (!is("/purgedSessions", sessions) || !is("/purgedFiles", sessions * kFilesASession) ||
      !is("/failedFiles", 0)) {
    give_up("not all of the captures were purged: " + *answer);
  }
}

std::string creation(const tests::Credentials& client) {
  return tests::bytes_of({.method = "POST",
                          .path = "/api/svc/session/create",
                          .headers = {{"Content-Type", "application/json"}},
                          .body = R"({"clientKey":")" + client.key + R"(","clientSecret":")" +
                                  client.secret + R"(","purpose":"FULL_CAPTURE"})"});
}

int run(std::uint64_t sessions, const std::string& rate) {
  const tests::ServerOptions then{.flags = {}, .variables = {}, .clock_ahead = "-41d"};
  const tests::ServerOptions now{
      .flags = {"--create-rate", "1000000/1s", "--threads", "2", "--sweep-rate", rate}};
  tests::RunningServer server(then);
  const tests::Credentials owner = server.add_client("owner", {"--retention", "3650d"});
  const tests::Credentials client = server.add_client("bench", {"--create-rate", "1000000/1s"});
  if (server.stop() != 0) give_up("the server did not end in order");
  const auto start = Steady::now();
  Captures(server.data(), ClientKey(owner.key)).make(sessions);
  std::fprintf(stderr, "sweep_bench: %.0f s to make the captures\n", seconds_since(start));

  server.start(now);
  const std::string request = creation(client);
  const auto load = [&](const std::function<bool()>& more, std::uint64_t answers) {
    const LoadResult result = run_load(server.port(), request, kConnections, answers, more);
    if (result.not_2xx > 0) give_up("a creation was refused");
    return result;
  };
  load({}, 500);  // the first calls open what the others find open
  const auto without = Steady::now();
  const double calm_seconds = sessions > kSessionsSmoke ? 20 : 0;
  const LoadResult calm = load([&] { return seconds_since(without) < calm_seconds; }, 500);

  operate(server, {"client", "change", owner.key, "--retention", "30d"});
  std::atomic<bool> swept{false};
  double seconds = 0;
  std::thread sweep([&] {
    const auto begin = Steady::now();
    sweep_all(server, sessions);
    seconds = seconds_since(begin);
    swept = true;
  });
  const LoadResult busy = load([&] { return !swept; }, 100);
  sweep.join();

  std::printf(
      "{\"bench\":\"sweep\",\"unit\":\"sessions/"
      "s\",\"sessions\":%llu,\"files\":%llu,\"rate\":%s,\"swept\":%.0f,"
      "\"creates_without\":%.0f,\"p50_ms_without\":%.2f,\"p99_ms_without\":%.2f,"
      "\"creates_with\":%.0f,\"p50_ms_with\":%.2f,\"p99_ms_with\":%.2f,\"p99_ratio\":%.2f}\n",
      static_cast<unsigned long long>(sessions),
      static_cast<unsigned long long>(sessions * kFilesASession),
      rate.c_str(),
      static_cast<double>(sessions) / seconds,
      calm.per_second(),
      calm.p50_ms,
      calm.p99_ms,
      busy.per_second(),
      busy.p50_ms,
      busy.p99_ms,
      busy.p99_ms / calm.p99_ms);
  return server.stop() == 0 ? 0 : 1;
}

}  // namespace
}  // namespace countersign::bench

int main(int argc, char** argv) {
  using namespace countersign::bench;
  const std::string_view option = argc > 1 ? argv[1] : "";
  const std::string rate = argc > 4 && std::string_view(argv[3]) == "--rate" ? argv[4] : "0";
  if (option == "--sessions" && argc > 2) return run(whole_number(argv[2]), rate);
  return run(option == "--smoke" ? kSessionsSmoke : kSessionsUsual, rate);
}

// The effect of one client's erasures on another client: how long a session's creation and the
// upload of its document take, without erasures and during 24 of them at a time, all of sessions
// that are due to be purged on the same day. Windows with and without erasures alternate, so that
// other load on the machine falls on both.
//
//   purge_bench [--smoke | --sessions N]
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "bench/arguments.h"
#include "bench/rounds.h"
#include "events/crypto/os_random.h"
#include "projections/folder/data_folder.h"
#include "tests/programs/support/capture.h"
#include "tests/programs/support/multipart.h"
#include "tests/programs/support/running_server.h"
#include "tests/projections/support/capture_commands.h"
#include "tools/keys/master_key_file.h"
#include "tools/machine/system_clock.h"

namespace countersign::bench {
namespace {

using Steady = std::chrono::steady_clock;

constexpr std::uint64_t kSessionsUsual = 30'000;
constexpr std::uint64_t kSessionsSmoke = 500;
constexpr std::size_t kFillers = 32;
constexpr std::size_t kErasers = 24;
constexpr double kGoal = 1.3;  // times the 95th percentile without erasures

[[noreturn]] void give_up(std::string_view why) {
  std::fprintf(stderr, "purge_bench: %.*s\n", static_cast<int>(why.size()), why.data());
  std::_Exit(1);
}

// Creates sessions of today, without files, directly in the data folder.
void make_sessions(const std::filesystem::path& path,
                   const ClientKey& client,
                   std::uint64_t count) {
  const SystemClock clock;
  OsRandom random;
  auto key = open_master_key(path, {}, random);
  if (!key) give_up(key.error());
  auto data = DataFolder::open(
      {path, std::move(key->key)}, clock, random, [](StoreError) { give_up("the log failed"); });
  if (!data) give_up(data.error());
  std::atomic<std::uint64_t> next{0};
  std::vector<std::thread> fillers;
  for (std::size_t i = 0; i < kFillers; ++i) {
    fillers.emplace_back([&] {
      for (std::uint64_t n = next++; n < count; n = next++) {
        Submission create = creating(client, session_id(n), clock.now());
        create.wrap_key = (*data)->key_wrapping(
            session_id(n), SessionKey::random(random), clock.now() + kHour + kDay);
        const Outcome outcome = (*data)->writer().submit_and_wait(std::move(create));
        if (!std::holds_alternative<Committed>(outcome)) give_up("a creation was refused");
      }
    });
  }
  for (std::thread& filler : fillers) filler.join();
}

// Erases one session after the other, several at a time, until it is destroyed or no session is
// left.
class Erasures {
 public:
  Erasures(const tests::Backend& backend, std::atomic<std::uint64_t>& next, std::uint64_t count) {
    for (std::size_t i = 0; i < kErasers; ++i) {
      threads_.emplace_back([this, &backend, &next, count] {
        while (!stop_) {
          const std::uint64_t n = next++;
          if (n >= count) {
            ran_out_ = true;
            return;
          }
          if (backend.purge(to_string(session_id(n))).status != 200) give_up("an erasure failed");
          ++erased_;
        }
      });
    }
  }
  ~Erasures() {
    stop_ = true;
    for (std::thread& thread : threads_) thread.join();
  }
  Erasures(const Erasures&) = delete;
  Erasures& operator=(const Erasures&) = delete;

  std::uint64_t erased() const { return erased_; }
  bool ran_out() const { return ran_out_; }

 private:
  std::atomic<bool> stop_{false};
  std::atomic<bool> ran_out_{false};
  std::atomic<std::uint64_t> erased_{0};
  std::vector<std::thread> threads_;
};

struct Window {
  double p50_ms = 0;
  double p95_ms = 0;
  std::size_t rounds = 0;
};

// For `seconds`, and at least ten times, a device opens a session and sends a document, one device
// after the other. The window ends early when `erasures` have no session left: what comes after
// would be measured without them.
Window capture_for(std::uint16_t port,
                   const tests::Backend& backend,
                   double seconds,
                   const Erasures* erasures = nullptr) {
  std::vector<double> took;
  const auto start = Steady::now();
  const auto since = [](Steady::time_point then) {
    return std::chrono::duration<double>(Steady::now() - then).count();
  };
  do {
    const auto begin = Steady::now();
    const tests::OpenSession session = backend.open("DOCUMENT_VERIFICATION");
    const tests::Device device(port, session.token);
    const tests::Answer answer =
        device.document(device.nonce("document"), "\xff\xd8\xff", "PASSPORT");
    if (answer.status != 200) give_up("an upload failed: " + answer.body);
    took.push_back(since(begin) * 1e3);
    if (erasures != nullptr && erasures->ran_out()) break;
  } while (since(start) < seconds || took.size() < 10);
  std::ranges::sort(took);
  return {took[took.size() / 2], took[took.size() * 95 / 100], took.size()};
}

// The measurements of each round.
class Rounds {
 public:
  void add(const Window& calm, const Window& beside, double erased_per_s) {
    calm_.push_back(calm);
    beside_.push_back(beside);
    erased_.push_back(erased_per_s);
    std::fprintf(stderr,
                 "purge_bench: without p50 %.1f p95 %.1f ms, beside p50 %.1f p95 %.1f ms (%zu), "
                 "%.1f erasures/s\n",
                 calm.p50_ms,
                 calm.p95_ms,
                 beside.p50_ms,
                 beside.p95_ms,
                 beside.rounds,
                 erased_per_s);
  }

  void print(std::uint64_t sessions) const {
    std::size_t captures = 0;
    std::vector<double> ratios;
    for (std::size_t i = 0; i < beside_.size(); ++i) {
      captures += beside_[i].rounds;
      ratios.push_back(beside_[i].p95_ms / calm_[i].p95_ms);
    }
    const double ratio = median(ratios);
    std::printf(
        "{\"bench\":\"captures_beside_erasures\",\"unit\":\"ms\",\"sessions\":%llu,\"rounds\":%zu,"
        "\"captures\":%zu,\"erasures_per_s\":%.1f,\"p50_without\":%.1f,\"p95_without\":%.1f,"
        "\"p50_beside\":%.1f,\"p95_beside\":%.1f,\"ratio\":%.2f,\"goal\":%.2f,\"met\":%s}\n",
        static_cast<unsigned long long>(sessions),
        beside_.size(),
        captures,
        median(erased_),
        median_of(calm_, &Window::p50_ms),
        median_of(calm_, &Window::p95_ms),
        median_of(beside_, &Window::p50_ms),
        median_of(beside_, &Window::p95_ms),
        ratio,
        kGoal,
        ratio <= kGoal ? "true" : "false");
  }

 private:
  static double median_of(const std::vector<Window>& windows, double Window::*figure) {
    std::vector<double> figures;
    for (const Window& window : windows) figures.push_back(window.*figure);
    return median(figures);
  }

  std::vector<Window> calm_;
  std::vector<Window> beside_;
  std::vector<double> erased_;
};

int run(std::uint64_t sessions, bool smoke) {
  const std::size_t rounds = smoke ? 1 : 4;
  const double seconds = smoke ? 0.5 : 5;
  tests::RunningServer server(
      {.flags = {"--create-rate", "1000000/1s", "--purge-rate", "1000000/1s"}});
  const tests::Credentials eraser = server.add_client("eraser");
  const tests::Backend busy(server.port(), eraser);
  const tests::Credentials other = server.add_client("other", {"--sandbox"});
  if (server.stop() != 0) give_up("the server did not end in order");
  make_sessions(server.data(), ClientKey(eraser.key), sessions);
  server.start();
  const tests::Backend erasing(server.port(), eraser);
  const tests::Backend backend(server.port(), other);
  (void)capture_for(server.port(), backend, seconds);  // opens what later windows find open

  std::atomic<std::uint64_t> next{0};
  Rounds measured;
  for (std::size_t round = 0; round < rounds && next < sessions; ++round) {
    const Window calm = capture_for(server.port(), backend, seconds);
    const auto start = Steady::now();
    Erasures erasures(erasing, next, sessions);
    const Window beside = capture_for(server.port(), backend, smoke ? seconds : 20, &erasures);
    const std::chrono::duration<double> took = Steady::now() - start;
    measured.add(calm, beside, static_cast<double>(erasures.erased()) / took.count());
  }
  measured.print(sessions);
  return server.stop() == 0 ? 0 : 1;
}

}  // namespace
}  // namespace countersign::bench

int main(int argc, char** argv) {
  using namespace countersign::bench;
  const std::string_view option = argc > 1 ? argv[1] : "";
  if (option == "--sessions" && argc > 2) return run(whole_number(argv[2]), false);
  return option == "--smoke" ? run(kSessionsSmoke, true) : run(kSessionsUsual, false);
}

// Uploads beside the long work of the operators, on a data folder with many sessions: how long a
// session's creation and the upload of its document take without it, and while a log is verified or
// exported, views are compared or rebuilt, and a backup is made. Windows with and without the work
// alternate, so that other load on the machine falls on both. Then how long the work goes on after
// its client has left: a connection that is closed, and a command that is killed.
//
//   beside_bench [--smoke | --sessions N] [--kind NAME] [--rounds N]
//
// --kind measures one alone: verify, export, compare, rebuild or backup. The sessions, 13 events
// each, are made below TMPDIR. The documents are those of a sandbox, which no inspector looks at.
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "bench/arguments.h"
#include "bench/growth_report.h"
#include "bench/growth_site.h"
#include "bench/rounds.h"
#include "core/machine/files/owned_fd.h"
#include "tests/events/support/temp_folder.h"
#include "tests/programs/support/json.h"
#include "tools/options/settings.h"

namespace countersign::bench {
namespace {

using Steady = std::chrono::steady_clock;

constexpr std::size_t kDocumentBytes = 500'000;
constexpr double kGoal = 1.3;        // times the 95th percentile without the work
constexpr double kLeavingGoalS = 1;  // from the leaving to the end of the work
constexpr std::chrono::seconds kAnswerLimit{1};
constexpr std::chrono::seconds kEndLimit{60};
constexpr std::chrono::milliseconds kBetweenLooks{10};
constexpr std::chrono::milliseconds kUnderWay{300};
constexpr std::chrono::milliseconds kSettling{500};

double seconds_from(Steady::time_point start) {
  return std::chrono::duration<double>(Steady::now() - start).count();
}

// A kind of long work: the words of its command, and of its operation, whose input names a folder
// that does not exist if `to` is not empty.
struct Work {
  const char* name;
  const char* noun;
  const char* verb;
  const char* to;

  std::string path() const { return std::string("/admin/") + noun + "/" + verb; }
  std::string input(const GrowthSite& site) const {
    if (*to == '\0' || name == std::string_view("export")) return "{}";
    return R"({"to":")" + site.beside(to).string() + "\"}";
  }
  tests::Arguments command(const GrowthSite& site) const {
    tests::Arguments command{COUNTERSIGN_PATH, "--data", site.data().string(), noun, verb};
    if (*to != '\0') command.push_back(site.beside(to).string());
    command.emplace_back("--json");
    return command;
  }
};
constexpr std::array<Work, 5> kWorks = {{{"verify", "log", "verify", ""},
                                         {"export", "log", "export", "export"},
                                         {"compare", "projections", "verify", ""},
                                         {"rebuild", "projections", "rebuild", ""},
                                         {"backup", "backup", "create", "backup"}}};

// A call of the operators' socket that asks for long work, and leaves when it is destroyed.
class AdminCall {
 public:
  AdminCall(const GrowthSite& site, const Work& work) {
    socket_ = OwnedFd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    ::sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string path = admin_socket_of(site.data()).string();
    if (path.size() >= sizeof(address.sun_path)) give_up("the path of the socket is too long");
    std::ranges::copy(path, address.sun_path);
    if (::connect(socket_.get(), reinterpret_cast<::sockaddr*>(&address), sizeof(address)) != 0) {
      give_up("the server does not listen to operators");
    }
    const ::timeval limit{.tv_sec = kAnswerLimit.count(), .tv_usec = 0};
    (void)::setsockopt(socket_.get(), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
    const std::string request = tests::bytes_of({.method = "POST",
                                                 .path = work.path(),
                                                 .headers = {{"Content-Type", "application/json"}},
                                                 .body = work.input(site)});
    if (::send(socket_.get(), request.data(), request.size(), MSG_NOSIGNAL) !=
        static_cast<::ssize_t>(request.size())) {
      give_up("a call of an operator was not taken");
    }
  }

  // Whether work of the same kind runs, so that this call is refused.
  bool is_refused() const {
    constexpr std::string_view kConflict = "HTTP/1.1 409";
    constexpr std::string_view kGood = "HTTP/1.1 200";
    std::array<char, kConflict.size()> head{};
    const ::ssize_t got = ::recv(socket_.get(), head.data(), head.size(), MSG_WAITALL);
    const std::string_view line(head.data(), static_cast<std::size_t>(std::max<::ssize_t>(got, 0)));
    if (!line.empty() && line != kConflict && line != kGood) give_up("an operator was refused");
    return line == kConflict;
  }

 private:
  OwnedFd socket_;
};

bool runs(const GrowthSite& site, const Work& work) { return AdminCall(site, work).is_refused(); }

// The commands of one kind of work, one after the other, until the object is destroyed, which kills
// the last.
class Commands {
 public:
  Commands(const GrowthSite& site, const Work& work)
      : site_(site), work_(work), thread_([this] { go_on(); }) {}
  ~Commands() {
    stop_ = true;
    thread_.join();
  }
  Commands(const Commands&) = delete;
  Commands& operator=(const Commands&) = delete;

  std::size_t done() const { return done_; }

 private:
  void go_on() {
    while (!stop_) {
      if (*work_.to != '\0') std::filesystem::remove_all(site_.beside(work_.to));
      tests::Program command(work_.command(site_), {}, site_.beside("work.log"));
      std::optional<int> status;
      while (!stop_ && !status) status = command.wait(kBetweenLooks);
      // A backup says that files are missing, which the site has not made.
      if (status == 0 || work_.name == std::string_view("backup")) ++done_;
    }
  }

  const GrowthSite& site_;
  const Work& work_;
  std::atomic<bool> stop_{false};
  std::atomic<std::size_t> done_{0};
  std::thread thread_;
};

struct Window {
  std::vector<double> took_ms;
  double p95() const { return percentile(took_ms, 95); }
};

// For `seconds`, and at least ten times, a device opens a session and sends a document, one device
// after the other.
Window capture_for(const GrowthSite& site, const tests::Backend& backend, double seconds) {
  static const std::string document = "\xff\xd8\xff" + std::string(kDocumentBytes, 'd');
  Window window;
  const auto start = Steady::now();
  do {
    const auto begin = Steady::now();
    const tests::Device device = site.device(backend.open("DOCUMENT_VERIFICATION").token);
    const tests::Answer answer = device.document(device.nonce("document"), document, "PASSPORT");
    if (answer.status != 200) give_up("an upload failed: " + answer.body);
    window.took_ms.push_back(seconds_from(begin) * 1e3);
  } while (seconds_from(start) < seconds || window.took_ms.size() < 10);
  return window;
}

void append(std::vector<double>& to, const Window& window) {
  to.insert(to.end(), window.took_ms.begin(), window.took_ms.end());
}

struct Options {
  bool smoke = false;
  std::uint64_t sessions = 20'000;
  std::size_t rounds = 5;
  std::string kind{};
};

class Bench {
 public:
  Bench(const std::filesystem::path& folder, const Options& options)
      : options_(options),
        site_(folder / "site",
              {.kept = options.sessions,
               .due = 0,
               .open = 20,
               .expired = 0,
               .purged = 0,
               .on_disk = std::min<std::uint64_t>(options.sessions, 1'000)}) {
    (void)site_.start(false);
    const Ran added = site_.operate({"client", "add", "beside", "--sandbox", "--json"});
    const tests::Json made(added.out);
    credentials_ = {made.text("/clientKey"), made.text("/clientSecret")};
  }

  void run() {
    const tests::Backend backend(site_.port(), credentials_);
    (void)capture_for(site_, backend, seconds());  // opens what later windows find open
    for (const Work& work : kWorks) {
      if (!options_.kind.empty() && options_.kind != work.name) continue;
      measure_uploads(work, backend);
      measure_leaving(work, "closed", [&] { return leave_by_closing(work); });
      measure_leaving(work, "killed", [&] { return leave_by_kill(work); });
    }
    site_.stop();
  }

 private:
  double seconds() const { return options_.smoke ? 0.3 : 8; }

  void measure_uploads(const Work& work, const tests::Backend& backend) {
    std::vector<double> calm;
    std::vector<double> beside;
    std::vector<double> ratios;
    std::size_t done = 0;
    for (std::size_t round = 0; round < options_.rounds; ++round) {
      const Window without = capture_for(site_, backend, seconds());
      const Commands commands(site_, work);
      const Window with = capture_for(site_, backend, seconds());
      done += commands.done();
      ratios.push_back(with.p95() / without.p95());
      append(calm, without);
      append(beside, with);
    }
    wait_for_the_end(work);
    const double ratio = median(ratios);
    std::printf(
        "{\"bench\":\"uploads_beside\",\"work\":\"%s\",\"unit\":\"ms\",\"sessions\":%llu,"
        "\"rounds\":%zu,\"uploads\":%zu,\"whole_works\":%zu,\"p50_without\":%.2f,"
        "\"p95_without\":%.2f,\"p50_beside\":%.2f,\"p95_beside\":%.2f,\"ratio\":%.2f,"
        "\"goal\":%.2f,\"met\":%s}\n",
        work.name,
        static_cast<unsigned long long>(options_.sessions),
        options_.rounds,
        beside.size(),
        done,
        percentile(calm, 50),
        percentile(calm, 95),
        percentile(beside, 50),
        percentile(beside, 95),
        ratio,
        kGoal,
        ratio <= kGoal ? "true" : "false");
    std::fflush(stdout);
  }

  // Waits until no work of the kind runs. Returns the seconds.
  double wait_for_the_end(const Work& work) const {
    const auto start = Steady::now();
    for (;;) {
      const double waited = seconds_from(start);
      if (!runs(site_, work)) {
        std::this_thread::sleep_for(kSettling);  // what this look began ends as well
        return waited;
      }
      if (waited > std::chrono::duration<double>(kEndLimit).count()) {
        give_up("work does not end with its client");
      }
      std::this_thread::sleep_for(kBetweenLooks);
    }
  }

  // Each leaves while the work is under way, and returns the seconds of the work's end from then
  // on; none if the work was over before.
  std::optional<double> leave_by_closing(const Work& work) const {
    std::optional<AdminCall> call(std::in_place, site_, work);
    std::this_thread::sleep_for(kUnderWay);
    if (!runs(site_, work)) return std::nullopt;
    call.reset();
    return wait_for_the_end(work);
  }
  std::optional<double> leave_by_kill(const Work& work) const {
    tests::Program command(work.command(site_), {}, site_.beside("work.log"));
    std::this_thread::sleep_for(kUnderWay);
    if (!runs(site_, work)) return std::nullopt;
    command.signal(SIGKILL);
    return wait_for_the_end(work);
  }

  template <class Leave>
  void measure_leaving(const Work& work, const char* how, const Leave& leave) {
    std::vector<double> took;
    for (std::size_t round = 0; round < options_.rounds; ++round) {
      if (*work.to != '\0') std::filesystem::remove_all(site_.beside(work.to));
      if (const auto seconds = leave()) took.push_back(*seconds);
      wait_for_the_end(work);
    }
    if (took.empty()) took.push_back(0);
    std::ranges::sort(took);
    std::printf(
        "{\"bench\":\"end_after_leaving\",\"work\":\"%s\",\"left\":\"%s\",\"unit\":\"s\","
        "\"sessions\":%llu,\"rounds\":%zu,\"p50\":%.3f,\"most\":%.3f,\"goal\":%.1f,\"met\":%s}\n",
        work.name,
        how,
        static_cast<unsigned long long>(options_.sessions),
        took.size(),
        percentile(took, 50),
        took.back(),
        kLeavingGoalS,
        took.back() <= kLeavingGoalS ? "true" : "false");
    std::fflush(stdout);
  }

  const Options options_;
  GrowthSite site_;
  tests::Credentials credentials_;
};

Options options_of(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view name = argv[i];
    if (name == "--smoke") {
      options = {.smoke = true, .sessions = 200, .rounds = 1};
    } else if (i + 1 == argc) {
      give_up("an option is not known, or has no value");
    } else if (name == "--sessions") {
      options.sessions = whole_number(argv[++i]);
    } else if (name == "--rounds") {
      options.rounds = whole_number(argv[++i]);
    } else if (name == "--kind") {
      options.kind = argv[++i];
    } else {
      give_up("an option is not known");
    }
  }
  if (options.sessions == 0 || options.rounds == 0) give_up("a number among the options is 0");
  return options;
}

}  // namespace
}  // namespace countersign::bench

int main(int argc, char** argv) {
  using namespace countersign::bench;
  const Options options = options_of(argc, argv);
  const countersign::TempFolder folder;
  std::filesystem::permissions(folder.path(), std::filesystem::perms::owner_all);
  Bench(folder.path(), options).run();
  return 0;
}

// Minutes of mixed load, together with sweeps, purges, backups and a follower of the feed: the
// server's resources do not grow, calls do not slow down, and the feed has each event once. Then
// purges as fast as the server takes them.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/programs/support/capture.h"
#include "tests/programs/support/json.h"
#include "tests/programs/support/running_server.h"
#include "tests/torture/campaigns/soak/feed.h"
#include "tests/torture/campaigns/soak/watch.h"
#include "tests/torture/rig/campaign.h"
#include "tests/torture/rig/crowd.h"
#include "tests/torture/rig/kept_wire.h"

namespace countersign::torture {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using std::chrono::seconds;

struct Plan {
  milliseconds load;  // its duration
  milliseconds a_crowd;
  milliseconds between_looks;
  milliseconds between_backups;
  std::uint64_t purges;
  milliseconds between_looks_at_purges;
  // The memory that the server may still take after the first fifth of the purges.
  std::uint64_t warming_kib;
};
constexpr Plan kShort{.load = seconds(4),
                      .a_crowd = seconds(1),
                      .between_looks = milliseconds(40),
                      .between_backups = seconds(1),
                      .purges = 400,
                      .between_looks_at_purges = milliseconds(10),
                      .warming_kib = 64 * 1024};
constexpr Plan kFull{.load = seconds(600),
                     .a_crowd = seconds(20),
                     .between_looks = milliseconds(500),
                     .between_backups = seconds(15),
                     .purges = 5'000,
                     .between_looks_at_purges = milliseconds(200),
                     .warming_kib = 16 * 1024};

// RocksDB's block cache, which fills while the log outgrows it.
constexpr std::uint64_t kBlockCacheKib = 64 * 1024;
constexpr std::uint64_t kLeakedByTheControl = 200;
constexpr std::size_t kVisitors = 4;
constexpr std::size_t kProbes = 2;
constexpr std::size_t kErasers = 32;

tests::ServerOptions served() {
  tests::Arguments flags = unlimited();
  for (const char* flag : {"--sweep-interval=500ms",
                           "--retention=2s",
                           "--retention-unfinished=1s",
                           "--session-ttl=60s",
                           "--document-nonce-ttl=60s",
                           "--liveness-nonce-ttl=60s"}) {
    flags.emplace_back(flag);
  }
  return {.flags = std::move(flags)};
}

// Makes backups one after the other, on its own thread.
class Backups {
 public:
  Backups(const tests::RunningServer& server, milliseconds between)
      : server_(server), between_(between), thread_([this] { work(); }) {}
  ~Backups() { stop(); }
  Backups(const Backups&) = delete;
  Backups& operator=(const Backups&) = delete;

  void stop() {
    stopping_ = true;
    if (thread_.joinable()) thread_.join();
  }
  void tell(Findings& findings) {
    findings.count("backups", made_);
    findings.wrong(wrong_);
    const tests::Finished verified = server_.operate({"backup", "verify", folder()});
    if (verified.status != 0) findings.wrong("backup verify: " + verified.out + verified.err);
  }

 private:
  std::string folder() const { return server_.folder() / "backups"; }
  void work() {
    for (auto next = Clock::now(); !stopping_; next += between_) {
      const tests::Finished made = server_.operate({"backup", "create", folder(), "--keep", "3"});
      ++made_;
      if (made.status != 0) wrong_.push_back("backup create: " + made.out + made.err);
      while (!stopping_ && Clock::now() < next + between_) {
        std::this_thread::sleep_for(milliseconds(10));
      }
    }
  }

  const tests::RunningServer& server_;
  const milliseconds between_;
  std::uint64_t made_ = 0;  // like wrong_: used by the thread only, until it is stopped
  std::vector<std::string> wrong_;
  std::atomic<bool> stopping_{false};
  std::thread thread_;
};

// Runs crowds one after the other for plan.load, since the record of one would become large.
void visit(const tests::RunningServer& server,
           const tests::Credentials& sandbox,
           const Plan& plan,
           Draw& draw,
           Ledger& ledger,
           Findings& findings) {
  const auto end = Clock::now() + plan.load;
  for (int number = 0; Clock::now() < end; ++number) {
    Crowd crowd(server.port(),
                sandbox,
                "soak-" + std::to_string(number),
                draw(),
                {.threads = kVisitors, .habits = {}});
    std::this_thread::sleep_for(plan.a_crowd);
    findings.count("calls of visitors", crowd.told());
    findings.count("of them first put off", crowd.put_off());
    if (!crowd.is_present()) findings.wrong("the server has ended by itself");
    const auto captures = crowd.leave();
    ledger.add(captures);
    for (const Capture& capture : captures) findings.wrong(capture.odd);
  }
}

// Creates sessions and purges them, on many threads at a time.
class Erasers {
 public:
  Erasers(std::uint16_t port, const tests::Credentials& sandbox, std::uint64_t purges)
      : port_(port), backend_(port, sandbox), purges_(purges) {}

  void run(Findings& findings) {
    const auto began = Clock::now();
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < kErasers; ++i) threads.emplace_back([this] { work(); });
    for (std::thread& thread : threads) thread.join();
    const auto took = std::chrono::duration_cast<milliseconds>(Clock::now() - began);
    findings.count("purges", done_);
    findings.count("ms for them", static_cast<std::uint64_t>(took.count()));
    findings.count("purges first put off", put_off_);
    if (refused_ > 0) findings.wrong("a purge was refused, or had no session");
  }

 private:
  void work() {
    KeptWire wire;
    while (refused_ == 0 && next_++ < purges_) {
      if (erase_one(wire)) {
        ++done_;
      } else {
        ++refused_;
      }
    }
  }
  bool erase_one(KeptWire& wire) {
    const tests::Answer created = backend_.create("LIVENESS");
    if (created.status != 200) return false;
    const std::string id = tests::Json(created.body).text("/sessionId");
    const tests::Request purge{
        "POST", tests::Backend::session_path(id, "purge"), backend_.headers(), {}};
    while (true) {
      const tests::Answer answer = wire.ask(port_, purge);
      if (answer.status != 503) return answer.status == 200;
      ++put_off_;
    }
  }

  const std::uint16_t port_;
  const tests::Backend backend_;
  const std::uint64_t purges_;
  std::atomic<std::uint64_t> next_{0};
  std::atomic<std::uint64_t> done_{0};
  std::atomic<std::uint64_t> refused_{0};
  std::atomic<std::uint64_t> put_off_{0};
};

// The operator's log has the first response with each status of 500 or more to each kind of call.
void look_for_errors(const tests::RunningServer& server, Findings& findings) {
  const std::string operator_log = server.operator_log();
  for (auto at = operator_log.find("status=5"); at != std::string::npos;
       at = operator_log.find("status=5", at + 1)) {
    if (operator_log.compare(at, 10, "status=503") == 0) continue;
    findings.wrong("an answer that no document has: " + operator_log.substr(at, 200));
  }
}

class Soak {
 public:
  explicit Soak(const Orders& orders)
      : orders_(orders), plan_(orders.full ? kFull : kShort), draw_(orders.seed) {}

  Findings run() {
    load();
    if (!orders_.control) purge();
    look_at_the_feed();
    for (const char* what : {"log", "projections"}) {
      const auto verified = operate_at_length(server_, {what, "verify"});
      if (verified.status == 0) continue;
      findings_.wrong(std::string(what) + " verify: " + verified.out + verified.err);
    }
    look_for_errors(server_, findings_);
    if (server_.stop() != 0) findings_.wrong("the server did not stop as it should");
    if (orders_.control) hold_the_control();
    return std::move(findings_);
  }

 private:
  void load() {
    Watch watch(server_, plan_.between_looks);
    Probes probes(server_.port(), sandbox_, kProbes);
    Backups backups(server_, plan_.between_backups);
    visit(server_, sandbox_, plan_, draw_, ledger_, findings_);
    probes.stop();
    watch.stop();
    backups.stop();
    if (orders_.control) watch.leak_descriptors(kLeakedByTheControl);
    watch.tell("load", kBlockCacheKib, findings_);
    probes.tell(findings_);
    backups.tell(findings_);
  }

  void purge() {
    Watch watch(server_, plan_.between_looks_at_purges);
    Erasers(server_.port(), sandbox_, plan_.purges).run(findings_);
    watch.stop();
    watch.tell("purges", plan_.warming_kib, findings_);
  }

  void look_at_the_feed() {
    // Events still arrive: sessions expire.
    const auto log = exported(server_);
    std::vector<std::string> wrong;
    auto followed = follower_.stop_behind(log.back().sequence, wrong);
    findings_.wrong(wrong);
    if (orders_.control) {
      followed.erase(followed.begin() + static_cast<std::ptrdiff_t>(draw_() % followed.size()));
    }
    findings_.count("events followed", followed.size());
    if (const auto different = difference(log, followed)) findings_.wrong(*different);
    findings_.count("sessions of visitors", ledger_.sessions());
    findings_.wrong(ledger_.missing_in(followed));
  }

  // The control must have found the leaked descriptors and the missing event.
  void hold_the_control() const {
    for (const char* sentence : {"load: descriptors grow", "the feed has "}) {
      const bool was_found = std::ranges::any_of(
          findings_.all_wrong(), [&](const auto& wrong) { return wrong.starts_with(sentence); });
      if (!was_found) throw std::runtime_error(std::string("not found: ") + sentence);
    }
  }

  const Orders orders_;
  const Plan& plan_;
  Draw draw_;
  Findings findings_;
  tests::RunningServer server_{served()};
  const tests::Credentials sandbox_ = server_.add_client("sandbox", {"--sandbox"});
  Follower follower_{server_.port(), sandbox_};
  Ledger ledger_;
};

Findings soak(const Orders& orders) { return Soak(orders).run(); }

}  // namespace
}  // namespace countersign::torture

int main(int argc, char** argv) {
  return countersign::torture::run_campaign(argc, argv, countersign::torture::soak);
}

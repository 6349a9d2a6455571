// Linearizability: clients share sessions, and some sequential order of a session's calls must
// explain their responses, also across a kill -9 and a restart.
#include <algorithm>
#include <chrono>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tests/programs/support/running_server.h"
#include "tests/torture/campaigns/linear/clients.h"
#include "tests/torture/campaigns/linear/model.h"
#include "tests/torture/campaigns/linear/order.h"
#include "tests/torture/rig/campaign.h"
#include "tests/torture/rig/crowd.h"

namespace countersign::torture {
namespace {

// Bounded, since each purge costs more the more sessions a folder has.
constexpr std::uint64_t kOperationsOfAFolder = 100'000;
constexpr std::uint64_t kOperationsOfALife = 20'000;
constexpr std::chrono::seconds kNonceTtl{2};
constexpr int kUploadsOfASession = 4;
// A thousand times what a history needs.
constexpr std::size_t kConfigurationsMost = 1'000'000;

bool is_judged(const Operation& operation) {
  return operation.call == Call::Submit && operation.told.status == 200 && !operation.told.replayed;
}

// The verdicts on the histories. Thread-safe.
class Verdicts {
 public:
  explicit Verdicts(bool falsifies) : falsifies_(falsifies) {}

  void judge(SharedHistory shared) {
    {
      const std::lock_guard lock(mutex_);
      if (falsifies_ && falsified_.empty() && falsify(shared)) falsified_ = shared.session;
    }
    const SessionModel model(shared.settings, shared.history);
    OrderSearch<SessionModel> search(model, shared.history, kConfigurationsMost);
    const Order order = search.run(model.first());
    const auto unasked = unprovoked(shared.history, kUploadsOfASession);
    const std::lock_guard lock(mutex_);
    note(shared);
    findings_.most("configurations for one of them", search.looked_at());
    findings_.count("undecided", order == Order::Undecided);
    findings_.wrong(unasked);
    if (order != Order::Found) blame(shared, order);
  }

  void killed(Nanoseconds gone) {
    const std::lock_guard lock(mutex_);
    gone_.push_back(gone);
    findings_.count("kills");
  }
  void wrong(std::string what) {
    const std::lock_guard lock(mutex_);
    findings_.wrong(std::move(what));
  }
  // REQUIRES: no call of judge() is running or will follow.
  const Findings& findings() const { return findings_; }
  // Whether the falsified history was found, and no other. REQUIRES: no call of judge() is running
  // or will follow.
  bool only_the_false_one_was_found() const {
    return !falsified_.empty() && blamed_ == std::vector{falsified_};
  }

 private:
  // Pretends that a nonce that was refused was accepted a second time: in any order, one of the two
  // judgements is one too many.
  static bool falsify(SharedHistory& shared) {
    for (Operation& refused : shared.history) {
      if (refused.told.text != "400 SVC_CHALLENGE_INVALID ALREADY_USED") continue;
      const auto judged = std::ranges::find_if(shared.history, [&](const Operation& operation) {
        return is_judged(operation) && operation.nonce == refused.nonce;
      });
      if (judged == shared.history.end()) continue;
      refused.told = judged->told;
      refused.forced = judged->forced;
      return true;
    }
    return false;
  }

  void note(const SharedHistory& shared) {
    findings_.count("operations", shared.history.size());
    findings_.count("histories");
    findings_.count("of them over a kill", std::ranges::any_of(gone_, [&](Nanoseconds gone) {
                      return shared.history.front().called < gone &&
                             gone < shared.history.back().called;
                    }));
    const auto count = [&](const char* what, auto&& is_one) {
      findings_.count(what, std::ranges::count_if(shared.history, is_one));
    };
    const auto told = [](const char* text) {
      return [=](const Operation& operation) { return operation.told.text == text; };
    };
    count("judged", is_judged);
    count("answered again", [](const Operation& operation) { return operation.told.replayed; });
    count("nonces refused as used", told("400 SVC_CHALLENGE_INVALID ALREADY_USED"));
    count("as expired", told("400 SVC_CHALLENGE_INVALID EXPIRED"));
    count("as unknown", told("400 SVC_CHALLENGE_INVALID UNKNOWN"));
    count("too many at a time", told(kTooMany));
    count("keys in use", told(kKeyInUse));
    count("keys of another request", told("422 SVC_IDEMPOTENCY_MISMATCH"));
    count("503", [](const Operation& operation) { return operation.told.status == 503; });
    count("not answered", [](const Operation& operation) { return !operation.is_answered; });
  }

  void blame(const SharedHistory& shared, Order order) {
    blamed_.push_back(shared.session);
    findings_.wrong("session " + shared.session + " has " +
                    (order == Order::None ? "no order" : "too many orders to be decided") + ":\n" +
                    text_of(shared.history));
  }

  const bool falsifies_;
  std::mutex mutex_;  // guards all below
  Findings findings_;
  std::vector<Nanoseconds> gone_;  // when each life of the server ended
  std::string falsified_;
  std::vector<std::string> blamed_;
};

tests::ServerOptions served() {
  tests::Arguments flags = unlimited();
  const std::string ttl = std::to_string(kNonceTtl.count()) + "s";
  flags.push_back("--document-nonce-ttl=" + ttl);
  flags.push_back("--liveness-nonce-ttl=" + ttl);
  flags.push_back("--max-uploads-per-session=" + std::to_string(kUploadsOfASession));
  return {.flags = std::move(flags)};
}

// Makes `operations` calls on one data folder. Kills the server after each life of `a_life` calls
// but the last.
void share_a_folder(std::uint64_t operations,
                    std::uint64_t a_life,
                    Draw& draw,
                    Verdicts& verdicts) {
  tests::RunningServer server(served());
  const tests::Credentials sandbox = server.add_client("sandbox", {"--sandbox"});
  Sharers sharers(server.port(), sandbox, kNonceTtl, draw(), {}, [&](SharedHistory history) {
    verdicts.judge(std::move(history));
  });
  for (std::uint64_t until = a_life; until < operations; until += a_life) {
    if (!sharers.wait_for(until)) break;
    server.kill();
    const Nanoseconds gone = steady_now();
    verdicts.killed(gone);
    server.start();
    sharers.moved(server.port(), gone);
  }
  const bool all_were_done = sharers.wait_for(operations);
  const auto without_answer = sharers.leave();
  if (!all_were_done) verdicts.wrong("the server has ended by itself");
  if (without_answer > 0) {
    verdicts.wrong(std::to_string(without_answer) +
                   " calls had no answer from a server that was there");
  }
  if (server.stop() != 0) verdicts.wrong("the server did not stop as it should");
}

Findings linear(const Orders& orders) {
  Draw draw(orders.seed);
  Verdicts verdicts(orders.control);
  const std::uint64_t operations = orders.control ? 6'000 : orders.rounds(24'000, 1'000'000);
  const std::uint64_t a_life = orders.rounds(6'000, kOperationsOfALife);
  for (std::uint64_t done = 0; done < operations; done += kOperationsOfAFolder) {
    share_a_folder(std::min(operations, kOperationsOfAFolder), a_life, draw, verdicts);
  }
  if (orders.control && !verdicts.only_the_false_one_was_found()) {
    throw std::runtime_error("the history that was falsified is not the one that was found");
  }
  return verdicts.findings();
}

}  // namespace
}  // namespace countersign::torture

int main(int argc, char** argv) {
  return countersign::torture::run_campaign(argc, argv, countersign::torture::linear);
}

#include <signal.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "tests/programs/support/running_server.h"
#include "tests/torture/campaigns/signals/processes.h"
#include "tests/torture/rig/audit.h"
#include "tests/torture/rig/crowd.h"
#include "tests/torture/rig/node.h"

namespace countersign::torture {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;

constexpr std::uint64_t kToldMost = 300;   // answers before a signal
constexpr milliseconds kEndLimit{10'000};  // docs/operators/everyday.md
constexpr milliseconds kSecondSignalMost{200};
constexpr milliseconds kHeadStartMost{60};  // of the first of two servers

std::uint64_t since(steady_clock::time_point began) {
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<milliseconds>(steady_clock::now() - began).count());
}

void take(std::vector<Capture> more, std::vector<Capture>& all) {
  std::ranges::move(more, std::back_inserter(all));
}

// A second server, which may serve the same folder as another one.
std::unique_ptr<Node> rival_of(const tests::RunningServer& server, const std::string& name) {
  return std::make_unique<Node>(server.data(), unlimited(), server.folder() / name);
}

// Two starts at nearly the same moment; the server that wins gets some visitors.
class Race {
 public:
  Race(tests::RunningServer& server, std::uint64_t number, Draw& draw, Findings& findings)
      : server_(server),
        name_("race-" + std::to_string(number)),
        draw_(draw),
        findings_(findings) {}

  std::vector<Capture> run(const tests::Credentials& sandbox) {
    const auto first = rival_of(server_, name_ + "-first");
    std::this_thread::sleep_for(milliseconds(draw_() % kHeadStartMost.count()));
    const auto second = rival_of(server_, name_ + "-second");
    findings_.count("races of two servers");
    Node* const winner = winner_of(*first, *second, findings_);
    return winner == nullptr ? std::vector<Capture>() : visit(*winner, sandbox);
  }

 private:
  std::vector<Capture> visit(Node& winner, const tests::Credentials& sandbox) {
    Crowd crowd(winner.port(), sandbox, name_, draw_(), {.threads = 2, .captures_each = 2});
    while (crowd.is_present()) std::this_thread::sleep_for(milliseconds(1));
    auto captures = crowd.leave();
    winner.program().signal(SIGTERM);
    if (winner.program().wait(kEndLimit) != 0) findings_.wrong("the winner did not stop");
    return captures;
  }

  tests::RunningServer& server_;
  const std::string name_;
  Draw& draw_;
  Findings& findings_;
};

}  // namespace

void stop_and_continue(const Orders& orders, Draw& draw, Findings& findings) {
  tests::RunningServer server({.flags = unlimited()});
  const tests::Credentials sandbox = server.add_client("sandbox", {"--sandbox"});
  std::vector<Capture> captures;
  const std::vector<seconds> lengths =
      orders.full ? std::vector{seconds(30), seconds(1), seconds(5)} : std::vector{seconds(1)};
  for (const seconds length : lengths) {
    Crowd crowd(
        server.port(), sandbox, "stop-" + std::to_string(length.count()), draw(), {.threads = 8});
    crowd.wait_for(1 + draw() % kToldMost);
    server.program().signal(SIGSTOP);
    std::this_thread::sleep_for(length);
    const std::uint64_t told = crowd.told();
    server.program().signal(SIGCONT);
    const auto began = steady_clock::now();
    if (!crowd.wait_for(told + 1)) findings.wrong("nobody is answered after a stop");
    findings.most("ms from SIGCONT to the next answer", since(began));
    if (!crowd.wait_for(told + 100)) findings.wrong("the server does not go on after a stop");
    findings.count("stops");
    findings.most("s for the longest stop", static_cast<std::uint64_t>(length.count()));
    take(crowd.leave(), captures);
  }
  if (orders.control) falsify(captures, draw);
  findings.wrong(audit(server.port(), sandbox, captures));
  findings.wrong(verify(server));
  if (server.stop() != 0) findings.wrong("the server did not stop after it was stopped");
}

void end_under_load(const Orders& orders, Draw& draw, Findings& findings) {
  tests::RunningServer server({.flags = unlimited()});
  const tests::Credentials sandbox = server.add_client("sandbox", {"--sandbox"});
  for (std::uint64_t round = 1; round <= orders.rounds(3, 20); ++round) {
    Crowd crowd(server.port(), sandbox, "end-" + std::to_string(round), draw(), {.threads = 8});
    crowd.wait_for(1 + draw() % kToldMost);
    const auto began = steady_clock::now();
    server.program().signal(SIGTERM);
    if (round % 3 == 0) {
      std::this_thread::sleep_for(milliseconds(draw() % kSecondSignalMost.count()));
      server.program().signal(SIGTERM);
      findings.count("second SIGTERMs");
    }
    const auto status = server.program().wait(kEndLimit);
    findings.count("SIGTERMs under load");
    findings.most("ms for the slowest end", since(began));
    if (status != 0) {
      findings.wrong("a server that was told to end did so with " +
                     std::to_string(status.value_or(-1)));
    }
    const auto captures = crowd.leave();
    server.start();
    findings.wrong(audit(server.port(), sandbox, captures));
  }
  findings.wrong(verify(server));
}

void start_two(const Orders& orders, Draw& draw, Findings& findings) {
  tests::RunningServer server({.flags = unlimited()});
  const tests::Credentials sandbox = server.add_client("sandbox", {"--sandbox"});
  std::vector<Capture> captures;
  for (std::uint64_t i = 0; i < orders.rounds(1, 8); ++i) {
    Crowd crowd(server.port(), sandbox, "beside-" + std::to_string(i), draw(), {.threads = 4});
    crowd.wait_for(1 + draw() % kToldMost);
    const auto rival = rival_of(server, "beside-" + std::to_string(i));
    if (rival->serves()) findings.wrong("two servers serve one folder");
    rival->expect_refused(findings);
    findings.count("starts beside a server");
    if (!crowd.wait_for(crowd.told() + 50)) findings.wrong("a second start harmed the first");
    take(crowd.leave(), captures);
  }
  if (server.stop() != 0) findings.wrong("the server did not stop");
  for (std::uint64_t i = 0; i < orders.rounds(2, 18); ++i) {
    take(Race(server, i, draw, findings).run(sandbox), captures);
  }
  server.start();
  findings.wrong(audit(server.port(), sandbox, captures));
  findings.wrong(verify(server));
}

}  // namespace countersign::torture

// kill -9 at any moment, under clients that keep their own record, and during the start: nothing
// acknowledged is lost, and nothing is judged twice.
#include <signal.h>

#include <chrono>
#include <thread>

#include "tests/programs/support/running_server.h"
#include "tests/torture/rig/audit.h"
#include "tests/torture/rig/campaign.h"
#include "tests/torture/rig/crowd.h"

namespace countersign::torture {
namespace {

constexpr std::uint64_t kToldMost = 400;  // answers before a kill
constexpr int kStartsKilledMost = 3;
constexpr std::chrono::microseconds kStartMost{300'000};

// Kills some starts, each before the server serves or just then.
void kill_starts(tests::RunningServer& server, Draw& draw, Findings& findings) {
  const auto starts = draw() % (kStartsKilledMost + 1);
  for (std::uint64_t i = 0; i < starts; ++i) {
    tests::Program starting(tests::server_command(server.data()), {}, server.folder() / "starts");
    std::this_thread::sleep_for(std::chrono::microseconds(draw() % kStartMost.count()));
    starting.signal(SIGKILL);
    (void)starting.wait(std::chrono::seconds(10));
    findings.count("kills of a start");
  }
}

std::uint64_t told_in(const std::vector<Capture>& captures) {
  std::uint64_t told = 0;
  for (const Capture& capture : captures) {
    told += capture.create.told.has_value() + was_told(capture.finalize, kForEver) +
            was_told(capture.cancel, kForEver) + was_told(capture.purge, kForEver);
    for (const Submission& submission : capture.submissions)
      told += submission.sent.told.has_value();
  }
  return told;
}

Findings kill(const Orders& orders) {
  Findings findings;
  Draw draw(orders.seed);
  tests::RunningServer server({.flags = unlimited()});
  const tests::Credentials sandbox = server.add_client("sandbox", {"--sandbox"});
  const std::uint64_t rounds = orders.rounds(5, 500);
  for (std::uint64_t round = 0; round < rounds; ++round) {
    Crowd crowd(server.port(), sandbox, "kill-" + std::to_string(round), draw(), {.threads = 8});
    if (!crowd.wait_for(1 + draw() % kToldMost)) findings.wrong("the server has ended by itself");
    server.kill();
    auto captures = crowd.leave();
    findings.count("kills");
    findings.count("sessions", captures.size());
    findings.count("acknowledgements", told_in(captures));
    kill_starts(server, draw, findings);
    const auto began = std::chrono::steady_clock::now();
    server.start();
    const auto took = std::chrono::steady_clock::now() - began;
    findings.most("ms for the slowest start",
                  std::chrono::duration_cast<std::chrono::milliseconds>(took).count());
    if (orders.control && round + 1 == rounds) falsify(captures, draw);
    findings.wrong(audit(server.port(), sandbox, captures));
    if (round % 10 == 0 || round + 1 == rounds) findings.wrong(verify(server));
  }
  if (server.stop() != 0) findings.wrong("the server did not stop as it should");
  return findings;
}

}  // namespace
}  // namespace countersign::torture

int main(int argc, char** argv) {
  return countersign::torture::run_campaign(argc, argv, countersign::torture::kill);
}

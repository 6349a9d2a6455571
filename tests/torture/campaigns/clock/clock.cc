// Jumps of the wall clock, by minutes to 26 hours and back, under load and on purpose. Nothing
// acknowledged is lost, no event's time goes back, nothing is purged early, what has expired stays
// expired, and a step back uses up no rate limit.
#include <algorithm>
#include <chrono>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "tests/events/support/temp_folder.h"
#include "tests/programs/support/json.h"
#include "tests/programs/support/running_server.h"
#include "tests/torture/campaigns/clock/purpose.h"
#include "tests/torture/campaigns/clock/wall.h"
#include "tests/torture/rig/audit.h"
#include "tests/torture/rig/campaign.h"
#include "tests/torture/rig/crowd.h"

namespace countersign::torture {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr std::uint64_t kToldBetween = 60;  // answers between two jumps; less than twice as many
constexpr std::uint64_t kJumpsARun = 12;    // of the clock, in one run of the server
constexpr hours kLargest{26};
// Bounds of the clock's offset: wherever the clock has been, no finalized session is due.
constexpr hours kAheadMost{10 * 24};
constexpr hours kBehindMost{3 * 24};

seconds draw_jump(Draw& draw) {
  const seconds size = draw() % 2 == 0 ? minutes(1 + draw() % 59) : hours(1 + draw() % 26);
  static_assert(kLargest == hours(26));
  return draw() % 2 == 0 ? size : -size;
}

seconds next_setting(const WallClock& clock, Draw& draw) {
  seconds next = clock.ahead() + draw_jump(draw);
  while (next > kAheadMost || next < -kBehindMost) next = clock.ahead() + draw_jump(draw);
  return next;
}

// The server's own count of rate-limited calls, over all kinds of call.
std::uint64_t rate_limited(const tests::RunningServer& server) {
  std::istringstream page(server.ask({"GET", "/metrics"}).body);
  std::uint64_t sum = 0;
  for (std::string line; std::getline(page, line);) {
    if (!line.starts_with("countersign_http_rate_limited_total")) continue;
    sum += std::stoull(line.substr(line.rfind(' ') + 1));
  }
  return sum;
}

// The time of each event, in the order of the log.
std::vector<std::string> times_of(const tests::RunningServer& server) {
  std::istringstream lines(server.operate({"log", "export", "-"}).out);
  std::vector<std::string> times;
  for (std::string line; std::getline(lines, line);) times.push_back(tests::Json(line).text("/at"));
  return times;
}

void falsify(std::vector<std::string>& times, Draw& draw) {
  std::string& chosen = times.at(draw() % (times.size() - 1));
  chosen = "9" + chosen.substr(1);
}

// The times have the same length and begin with the year, so they compare as strings.
void hold_times(const std::vector<std::string>& times, Findings& findings) {
  findings.count("events", times.size());
  for (std::size_t i = 1; i < times.size(); ++i) {
    if (times[i - 1] <= times[i]) continue;
    findings.wrong("event " + std::to_string(i + 1) + " is at " + times[i] +
                   ", the one before at " + times[i - 1]);
  }
}

class LoadCampaign {
 public:
  LoadCampaign(const Orders& orders, Draw& draw, Findings& findings)
      : orders_(orders), draw_(draw), findings_(findings) {
    sandbox_ = server_.add_client("sandbox", {"--sandbox"});
  }

  void run() {
    const std::uint64_t jumps = orders_.rounds(8, 72);
    while (clock_.jumps() < jumps) {
      jump_under_load(std::min(kJumpsARun, jumps - clock_.jumps()));
      if (clock_.jumps() < jumps) restart();
    }
    findings_.count("jumps under load", jumps);
    findings_.count("sessions", captures_.size());
    hold_all();
    clock_.set(seconds(0));
    hold_all();
    findings_.wrong(verify(server_));
    auto times = times_of(server_);
    if (orders_.control) falsify(times, draw_);
    hold_times(times, findings_);
    if (server_.stop() != 0) findings_.wrong("the server did not stop as it should");
  }

 private:
  static tests::ServerOptions options(const WallClock& clock) {
    tests::ServerOptions options{.flags = unlimited()};
    options.flags.push_back("--sweep-interval=1s");
    options.clock_file = clock.file();
    return options;
  }

  void jump_under_load(std::uint64_t jumps) {
    Crowd crowd(server_.port(),
                sandbox_,
                "clock-" + std::to_string(clock_.jumps()),
                draw_(),
                {.threads = 8});
    for (std::uint64_t i = 0; i < jumps; ++i) {
      const std::uint64_t wanted = kToldBetween + draw_() % kToldBetween;
      if (!crowd.wait_for(crowd.told() + wanted)) findings_.wrong("the server does not answer");
      clock_.set(next_setting(clock_, draw_));
    }
    crowd.wait_for(crowd.told() + kToldBetween);
    std::ranges::move(crowd.leave(), std::back_inserter(captures_));
    const std::uint64_t limited = rate_limited(server_);
    findings_.count("answers of 429 for a rate", limited);
    if (limited > 0) findings_.wrong("a rate is used up by jumps of the clock");
  }

  // Restarts the server with the clock at another offset.
  void restart() {
    if (draw_() % 2 == 0) {
      server_.kill();
    } else if (server_.stop() != 0) {
      findings_.wrong("the server did not stop as it should");
    }
    clock_.set(next_setting(clock_, draw_));
    server_.start();
    findings_.count("starts with another clock");
  }

  void hold_all() {
    findings_.wrong(audit(server_.port(), sandbox_, captures_, [this](Moment asked, Moment told) {
      return clock_.age(asked, told);
    }));
  }

  const Orders& orders_;
  Draw& draw_;
  Findings& findings_;
  TempFolder folder_;
  WallClock clock_{folder_.path() / "clock"};
  tests::RunningServer server_{options(clock_)};
  tests::Credentials sandbox_;
  std::vector<Capture> captures_;
};

Findings clock(const Orders& orders) {
  Findings findings;
  Draw draw(orders.seed);
  LoadCampaign(orders, draw, findings).run();
  jump_on_purpose(orders, findings);
  return findings;
}

}  // namespace
}  // namespace countersign::torture

int main(int argc, char** argv) {
  return countersign::torture::run_campaign(argc, argv, countersign::torture::clock);
}

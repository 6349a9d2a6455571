#include "http/device/action_draw.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "events/crypto/os_random.h"

namespace countersign::http {

TEST_CASE("a challenge asks only for what the engine can judge, straight first, with a turn") {
  OsRandom random;
  const std::vector<Action> judged = {Action::LookStraight,
                                      Action::TurnLeft,
                                      Action::TurnRight,
                                      Action::TiltLeft,
                                      Action::MoveCloser};
  std::map<std::vector<Action>, int> seen;
  constexpr int kDraws = 4000;
  for (int i = 0; i < kDraws; ++i) {
    const auto actions = draw_actions(judged, random);
    REQUIRE(actions.size() == 3);
    CHECK(actions.front() == Action::LookStraight);
    CHECK(std::ranges::count_if(actions, [](Action action) {
            return action == Action::TurnLeft || action == Action::TurnRight;
          }) >= 1);
    for (const Action action : actions) {
      CHECK(std::ranges::count(judged, action) == 1);
      CHECK(std::ranges::count(actions, action) == 1);
    }
    ++seen[actions];
  }
  // A turn and another action in either order gives eight, both turns in either order give two.
  // Each is as frequent as the others.
  CHECK(seen.size() == 2 * 2 * 2 + 2);
  for (const auto& [actions, times] : seen) {
    CHECK(times > kDraws / 10 - 120);  // 6 standard deviations of a binomial distribution
    CHECK(times < kDraws / 10 + 120);
  }
}

TEST_CASE("an engine that judges no action is asked for none but to look straight") {
  OsRandom random;
  for (int i = 0; i < 20; ++i) {
    CHECK(draw_actions({}, random) == std::vector<Action>{Action::LookStraight});
    const std::vector<Action> one = {Action::Blink};
    CHECK(draw_actions(one, random) == std::vector<Action>{Action::LookStraight, Action::Blink});
  }
}

}  // namespace countersign::http

#include "http/device/action_draw.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "events/crypto/os_random.h"

namespace countersign::http::action_draw_test {

using enum Action;

// How often each challenge was drawn.
std::map<std::vector<Action>, int> drawn(const std::vector<Action>& judged, int draws) {
  OsRandom random;
  std::map<std::vector<Action>, int> seen;
  for (int i = 0; i < draws; ++i) ++seen[draw_actions(judged, random)];
  return seen;
}

bool is_turn(Action action) { return action == TurnLeft || action == TurnRight; }

TEST_CASE("a challenge is LOOK_STRAIGHT and two or three movements, one of them a turn") {
  const std::vector<Action> judged = {
      LookStraight, TurnLeft, TurnRight, TiltLeft, TiltRight, MoveCloser};
  constexpr int kDraws = 40'000;
  const auto seen = drawn(judged, kDraws);
  // A turn is in 14 of 20 pairs, and in 54 of 60 triples.
  CHECK(seen.size() == 14 + 54);
  std::size_t pairs = 0;
  for (const auto& [actions, times] : seen) {
    REQUIRE((actions.size() == 3 || actions.size() == 4));
    pairs += actions.size() == 3 ? 1 : 0;
    CHECK(actions.front() == LookStraight);
    CHECK(std::ranges::any_of(actions, is_turn));
    for (const Action action : actions) {
      CHECK(std::ranges::count(judged, action) == 1);
      CHECK(std::ranges::count(actions, action) == 1);
    }
    // Each is as frequent as the others: 6 standard deviations of a binomial distribution.
    CHECK(times > kDraws / 68 - 145);
    CHECK(times < kDraws / 68 + 145);
  }
  CHECK(pairs == 14);
}

TEST_CASE("a challenge asks only for what the engine can judge") {
  CHECK(drawn({LookStraight, TurnLeft, TurnRight}, 1000).size() == 2);
  // Without a turn any movements will do.
  for (const auto& [actions, times] : drawn({Blink, Smile, MoveCloser}, 1000)) {
    CHECK(std::ranges::none_of(actions, is_turn));
    CHECK(actions.size() >= 3);
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

}  // namespace countersign::http::action_draw_test

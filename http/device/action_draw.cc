#include "http/device/action_draw.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace countersign::http {
namespace {

bool is_turn(Action action) { return action == Action::TurnLeft || action == Action::TurnRight; }

// Returns a uniformly random index below `count`. Bytes that would favour some indices are drawn
// again.
// REQUIRES: 0 < count <= 256.
std::size_t draw_index(std::size_t count, RandomSource& random) {
  const std::size_t fair = 256 - 256 % count;
  while (true) {
    std::array<std::uint8_t, 1> byte{};
    random.fill(byte);
    if (byte[0] < fair) return byte[0] % count;
  }
}

// Returns all ordered pairs of different actions; if there are turns, only pairs with a turn.
std::vector<std::vector<Action>> pairs_of(const std::vector<Action>& others) {
  const bool turns = std::ranges::any_of(others, is_turn);
  std::vector<std::vector<Action>> pairs;
  for (const Action first : others) {
    for (const Action second : others) {
      if (first == second) continue;
      if (turns && !is_turn(first) && !is_turn(second)) continue;
      pairs.push_back({first, second});
    }
  }
  return pairs;
}

}  // namespace

std::vector<Action> draw_actions(std::span<const Action> judged, RandomSource& random) {
  std::vector<Action> others(judged.begin(), judged.end());
  std::erase(others, Action::LookStraight);
  std::vector<Action> actions = {Action::LookStraight};
  const auto pairs = pairs_of(others);
  const std::vector<Action>& more =
      pairs.empty() ? others : pairs[draw_index(pairs.size(), random)];
  actions.insert(actions.end(), more.begin(), more.end());
  return actions;
}

}  // namespace countersign::http

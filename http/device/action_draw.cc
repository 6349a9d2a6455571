#include "http/device/action_draw.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

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

bool may_be_asked(const std::vector<Action>& movements, bool with_turn) {
  const bool distinct = std::ranges::all_of(
      movements, [&](Action action) { return std::ranges::count(movements, action) == 1; });
  return distinct && (!with_turn || std::ranges::any_of(movements, is_turn));
}

// Two or three movements. Every pair and every triple is equally likely, since the third is one of
// the others or none.
// REQUIRES: `others` is not empty.
std::vector<Action> two_or_three(const std::vector<Action>& others, RandomSource& random) {
  std::vector<Action> movements;
  for (int i = 0; i < 2; ++i) movements.push_back(others[draw_index(others.size(), random)]);
  const std::size_t third = draw_index(others.size() + 1, random);
  if (third < others.size()) movements.push_back(others[third]);
  return movements;
}

}  // namespace

std::vector<Action> draw_actions(std::span<const Action> judged, RandomSource& random) {
  std::vector<Action> movements(judged.begin(), judged.end());
  std::erase(movements, Action::LookStraight);
  if (movements.size() >= 2) {
    const std::vector<Action> others = std::move(movements);
    const bool turns = std::ranges::any_of(others, is_turn);
    do movements = two_or_three(others, random);
    while (!may_be_asked(movements, turns));
  }
  movements.insert(movements.begin(), Action::LookStraight);
  return movements;
}

}  // namespace countersign::http

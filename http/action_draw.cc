#include "http/action_draw.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace countersign::http {
namespace {

constexpr std::size_t kMoreActionsMax = 2;  // beside LOOK_STRAIGHT

bool is_turn(Action action) { return action == Action::TurnLeft || action == Action::TurnRight; }

// Below `count`, each as likely as the others: bytes that would favour some are drawn again.
// REQUIRES: 0 < count <= 256.
std::size_t draw_index(std::size_t count, RandomSource& random) {
  const std::size_t fair = 256 - 256 % count;
  while (true) {
    std::array<std::uint8_t, 1> byte{};
    random.fill(byte);
    if (byte[0] < fair) return byte[0] % count;
  }
}

Action take_any(std::vector<Action>& from, RandomSource& random) {
  const auto at = from.begin() + static_cast<std::ptrdiff_t>(draw_index(from.size(), random));
  const Action taken = *at;
  from.erase(at);
  return taken;
}

}  // namespace

std::vector<Action> draw_actions(std::span<const Action> judged, RandomSource& random) {
  std::vector<Action> others(judged.begin(), judged.end());
  std::erase(others, Action::LookStraight);
  std::vector<Action> turns;
  std::ranges::copy_if(others, std::back_inserter(turns), is_turn);

  std::vector<Action> more;
  const std::size_t wanted = std::min(others.size(), 1 + draw_index(kMoreActionsMax, random));
  if (!turns.empty()) {
    more.push_back(take_any(turns, random));
    std::erase(others, more.front());
  }
  while (more.size() < wanted) more.push_back(take_any(others, random));
  if (more.size() == kMoreActionsMax && draw_index(2, random) == 1) std::swap(more[0], more[1]);

  std::vector<Action> actions;
  actions.reserve(1 + more.size());
  actions.push_back(Action::LookStraight);
  for (const Action action : more) actions.push_back(action);
  return actions;
}

}  // namespace countersign::http

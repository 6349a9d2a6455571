#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "bench/labelled_recordings.h"

namespace countersign::bench {
namespace {

using drawing::Dice;
using P = RecordingPlan;

constexpr std::array kMovements = {
    Action::TurnLeft, Action::TurnRight, Action::TiltLeft, Action::TiltRight, Action::MoveCloser};
constexpr std::array kStraightFirst = {Action::LookStraight,
                                       Action::TurnLeft,
                                       Action::TurnRight,
                                       Action::TiltLeft,
                                       Action::TiltRight,
                                       Action::MoveCloser};

// Looks straight, then makes every movement, in any order.
std::vector<Action> every_movement(Dice& dice) {
  std::vector<Action> actions(kStraightFirst.begin(), kStraightFirst.end());
  for (std::size_t i = actions.size() - 1; i > 1; --i) {
    std::swap(actions[i], actions[1 + dice.below(i)]);
  }
  return actions;
}

// A challenge as the server draws it, with `count` movements: straight, then different movements,
// at least one of which is a turn.
std::vector<Action> challenge(Dice& dice, std::size_t count) {
  while (true) {
    std::vector<Action> actions = every_movement(dice);
    actions.resize(1 + count);
    if (std::ranges::any_of(actions, is_turn)) return actions;
  }
}

// Two or three, as often as in the server's challenges: 14 of the 68 have two.
std::size_t movement_count(Dice& dice) { return dice.below(68) < 14 ? 2 : 3; }

std::vector<Action> any_challenge(Dice& dice) { return challenge(dice, movement_count(dice)); }

std::vector<Action> other_challenge(const std::vector<Action>& performed, Dice& dice) {
  while (true) {
    std::vector<Action> actions = any_challenge(dice);
    if (actions != performed) return actions;
  }
}

void perform(RecordingPlan& plan, std::vector<Action> actions) {
  plan.performed = std::move(actions);
  plan.asked = plan.performed;
}

std::ptrdiff_t some(Dice& dice, std::size_t count) {
  return static_cast<std::ptrdiff_t>(dice.below(count));
}

// The same with another movement anywhere behind the straight look, beside none of its kind.
std::vector<Action> with_one_more(const std::vector<Action>& actions, Dice& dice) {
  while (true) {
    std::vector<Action> more = actions;
    more.insert(more.begin() + 1 + some(dice, actions.size()),
                kMovements[dice.below(kMovements.size())]);
    if (std::ranges::adjacent_find(more) == more.end()) return more;
  }
}

struct Row {
  std::string_view name;
  void (*apply)(RecordingPlan& plan, Dice& dice);
};

// A person who does what was asked.
std::vector<Row> done_as_asked() {
  return {
      {"two movements", [](P& p, Dice& d) { perform(p, challenge(d, 2)); }},
      {"three movements", [](P& p, Dice& d) { perform(p, challenge(d, 3)); }},
      {"slight movements",
       [](P& p, Dice& d) { perform(p, any_challenge(d)), p.share = d.between(0.68, 0.78); }},
      {"wide movements",
       [](P& p, Dice& d) { perform(p, any_challenge(d)), p.share = d.between(1.1, 1.3); }},
      {"turned until no face is seen",
       [](P& p, Dice& d) { perform(p, any_challenge(d)), p.widest_turn = d.between(50, 62); }},
      {"half of the light",
       [](P& p, Dice& d) { perform(p, any_challenge(d)), p.light = d.between(0.45, 0.6); }},
      {"light from the side",
       [](P& p, Dice& d) { perform(p, any_challenge(d)), p.side_light = 0.6; }},
      {"soft focus",
       [](P& p, Dice& d) { perform(p, any_challenge(d)), p.blur_px = d.between(1.2, 1.8); }},
      {"grainy", [](P& p, Dice& d) { perform(p, any_challenge(d)), p.grain = d.between(8, 14); }},
      {"off the middle, further away",
       [](P& p, Dice& d) {
         perform(p, any_challenge(d));
         p.nearness = d.between(0.55, 0.7);
         p.shift_x = d.between(-0.12, 0.12);
       }},
      {"small pictures",
       [](P& p, Dice& d) { perform(p, any_challenge(d)), p.width = 300, p.height = 400; }},
  };
}

// A person who does not, or who cannot be seen.
std::vector<Row> not_as_asked() {
  return {
      {"still subject",
       [](P& p, Dice& d) { perform(p, any_challenge(d)), p.scene = Scene::Still; }},
      {"flat print, moved by hand",
       [](P& p, Dice& d) { perform(p, any_challenge(d)), p.scene = Scene::FlatPrint; }},
      {"recorded for another challenge",
       [](P& p, Dice& d) {
         perform(p, any_challenge(d));
         p.asked = other_challenge(p.performed, d);
       }},
      {"the other order",
       [](P& p, Dice& d) {
         perform(p, any_challenge(d));
         std::swap(p.asked[1], p.asked[2]);
       }},
      {"one movement left out",
       [](P& p, Dice& d) {
         perform(p, any_challenge(d));
         p.performed.erase(p.performed.begin() + 1 + some(d, p.performed.size() - 1));
       }},
      {"one movement more",
       [](P& p, Dice& d) {
         perform(p, challenge(d, 2 + d.below(2)));
         p.performed = with_one_more(p.performed, d);
       }},
      {"frames backwards", [](P& p, Dice& d) { perform(p, any_challenge(d)), p.backwards = true; }},
      {"mirrored", [](P& p, Dice& d) { perform(p, any_challenge(d)), p.mirrored = true; }},
      {"every movement, for any challenge",
       [](P& p, Dice& d) { p.performed = every_movement(d), p.asked = any_challenge(d); }},
      {"two people",
       [](P& p, Dice& d) { perform(p, any_challenge(d)), p.scene = Scene::SecondPerson; }},
      {"nobody in every other frame",
       [](P& p, Dice& d) { perform(p, any_challenge(d)), p.scene = Scene::Gone; }},
      {"far away",
       [](P& p, Dice& d) { perform(p, any_challenge(d)), p.nearness = d.between(0.18, 0.27); }},
      {"dark",
       [](P& p, Dice& d) { perform(p, any_challenge(d)), p.light = d.between(0.05, 0.15); }},
      {"blurred", [](P& p, Dice& d) { perform(p, any_challenge(d)), p.blur_px = d.between(5, 8); }},
      {"played again, the same files",
       [](P& p, Dice& d) { perform(p, any_challenge(d)), p.replay = Replay::SameFiles; }},
  };
}

// Cases in between, and attacks that the engine has no means to recognise.
std::vector<Row> in_between() {
  return {
      {"played again, encoded anew",
       [](P& p, Dice& d) { perform(p, any_challenge(d)), p.replay = Replay::EncodedAnew; }},
      {"a still for each movement",
       [](P& p, Dice& d) { perform(p, any_challenge(d)), p.scene = Scene::Stills; }},
      {"bent print, moved by hand",
       [](P& p, Dice& d) { perform(p, any_challenge(d)), p.scene = Scene::BentPrint; }},
      {"a third of the movements",
       [](P& p, Dice& d) { perform(p, any_challenge(d)), p.share = d.between(0.25, 0.35); }},
      {"another person from the middle on",
       [](P& p, Dice& d) { perform(p, any_challenge(d)), p.scene = Scene::AnotherPerson; }},
  };
}

void add(std::vector<Row> rows, Expected expected, std::vector<RecordingCondition>& all) {
  for (const Row& row : rows) all.push_back({row.name, expected, row.apply});
}

}  // namespace

const std::vector<RecordingCondition>& recording_conditions() {
  static const std::vector<RecordingCondition> all = [] {
    std::vector<RecordingCondition> conditions;
    add(done_as_asked(), Expected::Accepted, conditions);
    add(not_as_asked(), Expected::Refused, conditions);
    add(in_between(), Expected::Unknown, conditions);
    return conditions;
  }();
  return all;
}

}  // namespace countersign::bench

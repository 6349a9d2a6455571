#include "core/inspection/face/movements.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace countersign {
namespace {

constexpr std::array kAll = {
    Action::MoveCloser, Action::TurnLeft, Action::TurnRight, Action::TiltLeft, Action::TiltRight};

// The frames over whose smallest face a face has come closer. A recording of 12 frames with three
// movements has three or four for each.
constexpr std::size_t kApproachFrames = 4;

bool is_turn(Action action) { return action == Action::TurnLeft || action == Action::TurnRight; }

bool is_among(Action action, const std::vector<Action>& actions) {
  return std::ranges::find(actions, action) != actions.end();
}

// REQUIRES: there are values.
double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

}  // namespace

Movements::Movements(std::span<const SeenFace> frames, const FaceThresholds& thresholds)
    : frames_(frames), thresholds_(thresholds) {
  find_rest();
  while (straight_ < frames_.size() && !looks_straight(frames_[straight_].pose).done) ++straight_;
  if (straight_ < frames_.size()) read();
}

void Movements::find_rest() {
  std::vector<double> turns;
  std::vector<double> tilts;
  for (const SeenFace& face : frames_) {
    if (!looks_straight(face.pose).done) continue;
    turns.push_back(face.pose.turn);
    tilts.push_back(face.pose.tilt_degrees);
  }
  if (turns.empty()) return;
  rest_ = HeadPose{median(std::move(turns)), median(std::move(tilts)), 0};
}

Evidence Movements::shown(Action action, std::size_t frame) const {
  const HeadPose& pose = frames_[frame].pose;
  if (action == Action::LookStraight) return looks_straight(pose);
  const double tilt = tilt_at(frame);
  switch (action) {
    case Action::TurnLeft:
      return turned(pose.turn, rest_->turn, tilt);
    case Action::TurnRight:
      return turned(-pose.turn, -rest_->turn, tilt);
    case Action::TiltLeft:
      return tilted(tilt);
    case Action::TiltRight:
      return tilted(-tilt);
    case Action::MoveCloser:
      return came_closer(frame);
    case Action::LookStraight:
    case Action::LookUp:
    case Action::LookDown:
    case Action::Blink:
    case Action::Smile:
    case Action::OpenMouth:
      break;
  }
  return {};
}

// Reports the value that prevents it: the tilt if only the tilt is too large, otherwise the turn;
// of a head that is turned no further than at rest, its change since then.
Evidence Movements::looks_straight(const HeadPose& pose) const {
  const double turn = std::abs(pose.turn);
  const double tilt = std::abs(pose.tilt_degrees);
  const bool frontal = turn <= thresholds_.straight_turn;
  const double change = rest_ ? std::abs(pose.turn - rest_->turn) : turn;
  const bool rests = rest_ && change < thresholds_.turn_change;
  if ((frontal || rests) && tilt > thresholds_.straight_tilt) {
    return {tilt, thresholds_.straight_tilt, false, -turn};
  }
  if (rests && !frontal) return {change, thresholds_.turn_change, true, -turn};
  return {turn, thresholds_.straight_turn, frontal, -turn};
}

double Movements::tilt_at(std::size_t frame) const {
  return frames_[frame].pose.tilt_degrees - rest_->tilt_degrees;
}

// Reports the value that is too small: the change since the face looked straight, if the turn
// itself is large enough; otherwise the turn.
Evidence Movements::turned(double signal, double at_rest, double tilt_degrees) const {
  const bool is_tilted = std::abs(tilt_degrees) > thresholds_.straight_tilt;
  const double least = is_tilted ? thresholds_.tilted_turn : thresholds_.turn;
  const double change = signal - at_rest;
  if (signal >= least && change < thresholds_.turn_change) {
    return {change, thresholds_.turn_change, false, signal};
  }
  return {signal, least, signal >= least, signal};
}

Evidence Movements::tilted(double degrees) const {
  return {degrees, thresholds_.tilt, degrees >= thresholds_.tilt, degrees};
}

Evidence Movements::came_closer(std::size_t frame) const {
  double smallest = frames_[straight_].side;
  std::size_t found = 0;
  for (std::size_t i = frame; i-- > straight_ && found < kApproachFrames;) {
    if (is_turned(i)) continue;
    smallest = found++ == 0 ? frames_[i].side : std::min(smallest, frames_[i].side);
  }
  const double growth = frames_[frame].side / smallest;
  return {growth, thresholds_.closer, growth >= thresholds_.closer && !is_turned(frame), growth};
}

bool Movements::is_turned(std::size_t frame) const {
  return shown(Action::TurnLeft, frame).done || shown(Action::TurnRight, frame).done;
}

// How far the movement goes beyond where it begins, so that movements can be compared.
double Movements::distinctness(Action action, const Evidence& evidence) const {
  if (is_turn(action)) return evidence.value / thresholds_.tilted_turn;
  if (action == Action::MoveCloser) return (evidence.value - 1) / (thresholds_.closer - 1);
  return evidence.value / thresholds_.tilt;
}

// True if the frame is on the way to a tilt, or back from it: the head is tilted at least half as
// far as a straight one may be, and in the frame before or after it by a whole tilt to that side.
bool Movements::is_part_of_tilt(std::size_t frame) const {
  const double tilt = tilt_at(frame);
  if (std::abs(tilt) < thresholds_.straight_tilt / 2) return false;
  const Action to_its_side = tilt > 0 ? Action::TiltLeft : Action::TiltRight;
  const auto is_whole = [&](std::size_t other) {
    return shown(to_its_side, other).done && !is_turned(other);
  };
  return (frame > straight_ && is_whole(frame - 1)) ||
         (frame + 1 < frames_.size() && is_whole(frame + 1));
}

// The movement that begins in the frame, while others may go on.
std::optional<Movement> Movements::beginning(std::size_t frame,
                                             const std::vector<Action>& going_on) const {
  std::optional<Movement> most;
  double most_distinct = 0;
  double of_turn = 0;
  for (const Action action : kAll) {
    const Evidence evidence = shown(action, frame);
    if (!evidence.done) continue;
    if (is_turn(action) && evidence.value < thresholds_.tilted_turn && is_part_of_tilt(frame)) {
      continue;
    }
    const double distinct = distinctness(action, evidence);
    if (is_turn(action)) of_turn = distinct;
    if (is_among(action, going_on) || distinct <= most_distinct) continue;
    most = Movement{action, frame, evidence};
    most_distinct = distinct;
  }
  if (most && !is_turn(most->action) && most_distinct <= of_turn) return std::nullopt;
  return most;
}

void Movements::read() {
  std::vector<Action> going_on;
  for (std::size_t frame = straight_ + 1; frame < frames_.size(); ++frame) {
    std::erase_if(going_on, [&](Action action) {
      const bool unknown = action == Action::MoveCloser && is_turned(frame);
      return !unknown && !shown(action, frame).done;
    });
    const auto begun = beginning(frame, going_on);
    if (!begun) continue;
    going_on.push_back(begun->action);
    if (all_.empty() || all_.back().action != begun->action) all_.push_back(*begun);
  }
}

}  // namespace countersign

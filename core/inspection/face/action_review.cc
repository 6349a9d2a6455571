#include "core/inspection/face/action_review.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/check.h"

namespace countersign {
namespace {

constexpr const char* kOtherTurn = "Turn your head only as you are asked to.";
constexpr std::array kJudged = {Action::LookStraight,
                                Action::TurnLeft,
                                Action::TurnRight,
                                Action::TiltLeft,
                                Action::TiltRight,
                                Action::MoveCloser};

Check check_of(Action action) {
  switch (action) {
    case Action::LookStraight:
      return Check::LivenessLookStraight;
    case Action::TurnLeft:
      return Check::LivenessTurnLeft;
    case Action::TurnRight:
      return Check::LivenessTurnRight;
    case Action::TiltLeft:
      return Check::LivenessTiltLeft;
    case Action::TiltRight:
      return Check::LivenessTiltRight;
    case Action::MoveCloser:
      return Check::LivenessMoveCloser;
    case Action::LookUp:
      return Check::LivenessLookUp;
    case Action::LookDown:
      return Check::LivenessLookDown;
    case Action::Blink:
      return Check::LivenessBlink;
    case Action::Smile:
      return Check::LivenessSmile;
    case Action::OpenMouth:
      return Check::LivenessOpenMouth;
  }
  check(false, "an action is one of its enum");
  return {};
}

bool is_turn(Action action) { return action == Action::TurnLeft || action == Action::TurnRight; }

bool is_judged(Action action) { return std::ranges::count(kJudged, action) != 0; }

// The evidence of an action in one frame.
struct Shown {
  double value = 0;
  double threshold = 0;
  bool done = false;
  double amount = 0;  // larger is closer to the action
};

class Performance {
 public:
  Performance(std::span<const SeenFace> frames, const FaceThresholds& thresholds)
      : frames_(frames), thresholds_(thresholds) {}

  bool straight(std::size_t frame) const { return looks_straight(frames_[frame].pose).done; }
  // Compares the frame with `straight_frame`.
  Shown shown(Action action, std::size_t frame, std::size_t straight_frame) const {
    const SeenFace& face = frames_[frame];
    const SeenFace& before = frames_[straight_frame];
    switch (action) {
      case Action::LookStraight:
        return looks_straight(face.pose);
      case Action::TurnLeft:
        return turned(face.pose.turn, before.pose.turn);
      case Action::TurnRight:
        return turned(-face.pose.turn, -before.pose.turn);
      case Action::TiltLeft:
        return tilted(face.pose.tilt_degrees - before.pose.tilt_degrees);
      case Action::TiltRight:
        return tilted(before.pose.tilt_degrees - face.pose.tilt_degrees);
      case Action::MoveCloser: {
        const double growth = face.side / before.side;
        return {growth, thresholds_.closer, growth >= thresholds_.closer, growth};
      }
      case Action::LookUp:
      case Action::LookDown:
      case Action::Blink:
      case Action::Smile:
      case Action::OpenMouth:
        break;
    }
    return {};
  }
  // A turn that was seen without being looked for, and the values that show it.
  struct OtherTurn {
    Action turn;
    Shown shown;
  };
  std::optional<OtherTurn> turn_of(std::size_t frame, std::size_t straight_frame) const {
    for (const Action turn : {Action::TurnLeft, Action::TurnRight}) {
      Shown other = shown(turn, frame, straight_frame);
      if (!other.done || other.value < thresholds_.other_turn) continue;
      other.threshold = thresholds_.other_turn;
      return OtherTurn{turn, other};
    }
    return std::nullopt;
  }

 private:
  // Reports the value that prevents it: the tilt if only the tilt is too large, otherwise the turn.
  Shown looks_straight(const HeadPose& pose) const {
    const double turn = std::abs(pose.turn);
    const double tilt = std::abs(pose.tilt_degrees);
    if (turn <= thresholds_.straight_turn && tilt > thresholds_.straight_tilt) {
      return {tilt, thresholds_.straight_tilt, false, -turn};
    }
    return {turn, thresholds_.straight_turn, turn <= thresholds_.straight_turn, -turn};
  }
  // Reports the value that is too small: the change since the face looked straight, if the turn
  // itself is large enough; otherwise the turn.
  Shown turned(double signal, double before) const {
    const double change = signal - before;
    if (signal >= thresholds_.turn && change < thresholds_.turn_change) {
      return {change, thresholds_.turn_change, false, signal};
    }
    return {signal, thresholds_.turn, signal >= thresholds_.turn, signal};
  }
  Shown tilted(double degrees) const {
    return {degrees, thresholds_.tilt, degrees >= thresholds_.tilt, degrees};
  }

  std::span<const SeenFace> frames_;
  const FaceThresholds& thresholds_;
};

Judgement seen(Action action, const Shown& shown, std::size_t frame) {
  Judgement judgement = wording(check_of(action));
  judgement.value = shown.value;
  judgement.threshold = shown.threshold;
  judgement.frame = static_cast<std::uint32_t>(frame + 1);
  return judgement;
}

// Walks through the frames once, in step with the actions.
class Walk {
 public:
  Walk(std::span<const SeenFace> frames,
       std::span<const Action> actions,
       const FaceThresholds& thresholds)
      : performance_(frames, thresholds), actions_(actions), count_(frames.size()) {}

  ActionReview review() {
    while (straight_ < count_ && !performance_.straight(straight_)) ++straight_;
    next_ = straight_;
    for (const Action action : actions_) {
      if (!is_judged(action)) {
        review_.judgements.push_back(not_performed(check_of(action)));
      } else if (review_.failed) {
        review_.judgements.push_back(not_performed(check_of(action)));
      } else {
        look_for(action);
      }
    }
    if (!review_.failed) refuse_further_turns();
    return std::move(review_);
  }

 private:
  // For a recording without a straight frame. Reports the frame that comes closest; no other action
  // is judged.
  void refuse_crooked() {
    std::optional<Shown> most;
    std::size_t most_frame = 0;
    for (std::size_t frame = 0; frame < count_; ++frame) {
      const Shown shown = performance_.shown(Action::LookStraight, frame, frame);
      if (most && shown.amount <= most->amount) continue;
      most = shown;
      most_frame = frame;
    }
    fail(Action::LookStraight, most, most_frame);
  }

  void look_for(Action action) {
    if (straight_ == count_ && action == Action::LookStraight) return refuse_crooked();
    std::optional<Shown> most;
    std::size_t most_frame = 0;
    for (; next_ < count_; ++next_) {
      const Shown shown = performance_.shown(action, next_, straight_);
      if (shown.done) {
        review_.judgements.push_back(seen(action, shown, next_));
        if (is_turn(action)) last_turn_ = action;
        ++next_;
        return;
      }
      if (const auto other = out_of_place(next_)) return fail_by_turn(action, *other, next_);
      if (!most || shown.amount > most->amount) {
        most = shown;
        most_frame = next_;
      }
    }
    fail(action, most, most_frame);
  }

  // Further frames of the latest requested turn belong to that turn and are not out of place.
  std::optional<Shown> out_of_place(std::size_t frame) const {
    const auto other = performance_.turn_of(frame, straight_);
    if (!other || other->turn == last_turn_) return std::nullopt;
    return other->shown;
  }

  void fail(Action action, const std::optional<Shown>& most, std::size_t frame) {
    Judgement judgement = wording(check_of(action));
    if (most) judgement = seen(action, *most, frame);
    judgement.status = CheckStatus::Failed;
    review_.judgements.push_back(std::move(judgement));
    review_.failed = action;
  }

  void fail_by_turn(Action action, const Shown& other, std::size_t frame) {
    fail(action, other, frame);
    review_.judgements.back().hint = kOtherTurn;
  }

  // After the last action, another turn refuses the recording. It is reported on the last turn that
  // was asked for; if none was, nothing is refused.
  void refuse_further_turns() {
    for (; next_ < count_; ++next_) {
      const auto other = out_of_place(next_);
      if (!other) continue;
      for (std::size_t i = actions_.size(); i-- > 0;) {
        if (!is_turn(actions_[i])) continue;
        Judgement& judgement = review_.judgements[i];
        judgement = seen(actions_[i], *other, next_);
        judgement.status = CheckStatus::Failed;
        judgement.hint = kOtherTurn;
        review_.failed = actions_[i];
        return;
      }
    }
  }

  const Performance performance_;
  const std::span<const Action> actions_;
  const std::size_t count_;
  std::size_t straight_ = 0;
  std::size_t next_ = 0;
  std::optional<Action> last_turn_;
  ActionReview review_;
};

}  // namespace

std::span<const Action> judged_actions() {
  if (!finds_faces()) return {};
  return kJudged;
}

ActionReview review_actions(std::span<const SeenFace> frames,
                            std::span<const Action> actions,
                            const FaceThresholds& thresholds) {
  return Walk(frames, actions, thresholds).review();
}

std::vector<Judgement> actions_not_judged(std::span<const Action> actions) {
  std::vector<Judgement> judgements;
  for (const Action action : actions) judgements.push_back(not_performed(check_of(action)));
  return judgements;
}

}  // namespace countersign

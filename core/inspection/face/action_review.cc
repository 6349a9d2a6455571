#include "core/inspection/face/action_review.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/check.h"
#include "core/inspection/face/movements.h"

namespace countersign {
namespace {

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

bool is_judged(Action action) { return std::ranges::count(kJudged, action) != 0; }

Judgement seen(Action action, const Evidence& evidence, std::size_t frame) {
  Judgement judgement = wording(check_of(action));
  judgement.value = evidence.value;
  judgement.threshold = evidence.threshold;
  judgement.frame = static_cast<std::uint32_t>(frame + 1);
  return judgement;
}

// Compares the movements of a recording with the actions, one after the other.
class Comparison {
 public:
  Comparison(std::span<const SeenFace> frames,
             std::span<const Action> actions,
             const FaceThresholds& thresholds)
      : movements_(frames, thresholds), actions_(actions), count_(frames.size()) {}

  ActionReview review() {
    next_ = movements_.straight();
    for (const Action action : actions_) {
      if (!is_judged(action) || review_.failed) {
        review_.judgements.push_back(not_performed(check_of(action)));
      } else if (action == Action::LookStraight) {
        look_for_straight();
      } else {
        compare(action);
      }
    }
    if (!review_.failed) refuse_further_movements();
    return std::move(review_);
  }

 private:
  void look_for_straight() {
    const std::size_t from = movements_.straight() == count_ ? 0 : next_;
    for (std::size_t frame = from; frame < count_; ++frame) {
      const Evidence evidence = movements_.shown(Action::LookStraight, frame);
      if (!evidence.done) continue;
      review_.judgements.push_back(seen(Action::LookStraight, evidence, frame));
      next_ = frame + 1;
      return;
    }
    fail_with_most(Action::LookStraight, from);
  }

  void compare(Action action) {
    const auto& all = movements_.all();
    if (compared_ == all.size()) return fail_with_most(action, next_);
    const Movement& movement = all[compared_++];
    if (movement.action != action || movement.frame < next_) return fail_by(action, movement);
    review_.judgements.push_back(seen(action, movement.evidence, movement.frame));
    next_ = movement.frame + 1;
    last_movement_ = review_.judgements.size() - 1;
  }

  // Reports the frame that comes closest, if there is one.
  void fail_with_most(Action action, std::size_t from) {
    std::optional<Evidence> most;
    std::size_t most_frame = 0;
    for (std::size_t frame = from; frame < count_; ++frame) {
      const Evidence evidence = movements_.shown(action, frame);
      if (most && evidence.amount <= most->amount) continue;
      most = evidence;
      most_frame = frame;
    }
    Judgement judgement = wording(check_of(action));
    if (most) judgement = seen(action, *most, most_frame);
    judgement.status = CheckStatus::Failed;
    review_.judgements.push_back(std::move(judgement));
    review_.failed = action;
  }

  static Judgement refused_by(Action action, const Movement& movement) {
    Judgement judgement = seen(action, movement.evidence, movement.frame);
    judgement.status = CheckStatus::Failed;
    judgement.hint = kOtherMovementHint;
    return judgement;
  }

  void fail_by(Action action, const Movement& movement) {
    review_.judgements.push_back(refused_by(action, movement));
    review_.failed = action;
  }

  // After the last movement that was asked for, another one refuses the recording. It is reported
  // on the last one; if none was asked for, nothing is refused.
  void refuse_further_movements() {
    if (!last_movement_ || compared_ == movements_.all().size()) return;
    review_.failed = actions_[*last_movement_];
    review_.judgements[*last_movement_] = refused_by(*review_.failed, movements_.all()[compared_]);
  }

  const Movements movements_;
  const std::span<const Action> actions_;
  const std::size_t count_;
  std::size_t next_ = 0;                      // the first frame that no action has taken
  std::size_t compared_ = 0;                  // movements
  std::optional<std::size_t> last_movement_;  // index of its action
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
  return Comparison(frames, actions, thresholds).review();
}

std::vector<Judgement> actions_not_judged(std::span<const Action> actions) {
  std::vector<Judgement> judgements;
  for (const Action action : actions) judgements.push_back(not_performed(check_of(action)));
  return judgements;
}

}  // namespace countersign

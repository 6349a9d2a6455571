#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/inspection/face/seen_face.h"
#include "core/inspection/thresholds/face_thresholds.h"
#include "core/terms.h"

namespace countersign {

// The evidence of an action in one frame.
struct Evidence {
  double value = 0;
  double threshold = 0;
  bool done = false;
  double amount = 0;  // larger is closer to the action
};

// A movement, with the first frame that shows it, counted from 0.
struct Movement {
  Action action = Action::TurnLeft;
  std::size_t frame = 0;
  Evidence evidence;
};

// Reads the movements of a head from the frames of a recording. Whoever asks for what plays no
// part, so that one recording has one list of movements, and answers at most one challenge.
//
// The head is compared with its rest: the median turn and tilt of the frames that look straight. A
// single frame in which the head is a little aside, or is measured so, thus shifts no movement. A
// frame looks straight up to `straight_turn`. Beyond that a frame looks straight too if it is
// turned by less than `turn_change` since the rest, since light from the side shifts every signal.
// No frame before the first that looks straight counts. A movement counts when it begins, and in a
// frame of its own: of two that begin in one frame only the more distinct one counts there, the
// other in the first later frame that still shows it.
//   - A turn: `turn` and `turn_change`; in a tilted head, whose signal is less certain,
//     `tilted_turn`. That much is needed too on the way to a tilt and back: where the head is
//     tilted by half of `straight_tilt`, beside a frame that is tilted to that side.
//   - A tilt: `tilt`. Beside a turn only if it is the more distinct of the two, since a turning
//     head tilts a little.
//   - Coming closer: `closer`, over the smallest of the few frames before, so that a slow drift
//     does not count, and that whoever stays close has come closer once. Turned frames do not
//     count, since the size of a turned face is uncertain.
// A movement that is seen again without another in between is the same movement, and so is the way
// back from it. Pure.
class Movements {
 public:
  // REQUIRES: `frames` and `thresholds` outlive this object.
  Movements(std::span<const SeenFace> frames, const FaceThresholds& thresholds);

  // The first frame that looks straight; the number of frames if none does.
  std::size_t straight() const { return straight_; }
  // In their order. Empty if no frame looks straight.
  const std::vector<Movement>& all() const { return all_; }
  // The evidence of an action in a frame. REQUIRES: the action can be judged; but for
  // LOOK_STRAIGHT, a frame before or at `frame` looks straight.
  Evidence shown(Action action, std::size_t frame) const;

 private:
  Evidence looks_straight(const HeadPose& pose) const;
  void find_rest();
  Evidence turned(double signal, double at_rest, double tilt_degrees) const;
  Evidence tilted(double degrees) const;
  Evidence came_closer(std::size_t frame) const;
  double tilt_at(std::size_t frame) const;
  bool is_turned(std::size_t frame) const;
  bool is_part_of_tilt(std::size_t frame) const;
  double distinctness(Action action, const Evidence& evidence) const;
  std::optional<Movement> beginning(std::size_t frame, const std::vector<Action>& going_on) const;
  void read();

  std::span<const SeenFace> frames_;
  const FaceThresholds& thresholds_;
  std::size_t straight_ = 0;
  std::optional<HeadPose> rest_;  // none if no frame looks straight
  std::vector<Movement> all_;
};

}  // namespace countersign

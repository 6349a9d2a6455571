#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/inspection/image/rgb_image.h"
#include "core/terms.h"
#include "tests/drawing/dice.h"
#include "tests/drawing/person/face.h"

namespace countersign::bench {

// The expected outcome of a recording. `Unknown`: a case in between, or one that the engine has no
// means to recognise; how often it is accepted is counted all the same.
enum class Expected : std::uint8_t { Accepted, Refused, Unknown };

// The behaviour of a person, or of someone with a picture, before the camera.
enum class Scene : std::uint8_t {
  Person,         // performs
  Still,          // looks straight
  Stills,         // is shown by photographs of a screen's size, one of each movement
  FlatPrint,      // a photograph of a person, turned, tilted and moved by hand
  BentPrint,      // the same, bent round a cylinder
  SecondPerson,   // beside the first, all the time
  AnotherPerson,  // in the place of the first, from the middle on
  Gone,           // out of the picture in every other frame
};

// Whether the frames were submitted before, in another session.
enum class Replay : std::uint8_t { No, SameFiles, EncodedAnew };

inline constexpr std::size_t kFramesMax = 12;  // of a submission, as the server takes it

inline bool is_turn(Action action) {
  return action == Action::TurnLeft || action == Action::TurnRight;
}

struct RecordingPlan {
  std::uint64_t seed = 1;
  std::vector<Action> performed;
  std::vector<Action> asked;
  Scene scene = Scene::Person;
  double share = 1;  // of a whole action
  bool mirrored = false;
  bool backwards = false;
  Replay replay = Replay::No;
  double widest_turn = 0;  // degrees of a turn in its middle; 0: `share` of a whole turn
  // Properties of the pictures.
  std::uint32_t width = 480;
  std::uint32_t height = 640;
  double nearness = 1;
  double shift_x = 0;
  double blur_px = 0.7;
  double grain = 3;
  double light = 1;
  double side_light = 0.25;
  int jpeg_quality = 85;
};

struct RecordingCondition {
  std::string_view name;
  Expected expected;
  void (*apply)(RecordingPlan& plan, drawing::Dice& dice);
};

// The conditions before a camera: good, bad, and attempts to deceive.
const std::vector<RecordingCondition>& recording_conditions();

// The n-th recording of a condition, with a person, room and challenge of its own. Equal seeds give
// equal recordings.
RecordingPlan recording_plan(const RecordingCondition& condition,
                             std::uint64_t seed,
                             std::size_t n);

// The frames of a recording, as the files that a device records: for each movement frames on the
// way there, frames that show it, and one that looks straight again.
std::vector<std::string> recorded(const RecordingPlan& plan);

// The files that are submitted: the recorded ones, or those of plan.replay.
std::vector<std::string> submitted(const RecordingPlan& plan);

}  // namespace countersign::bench

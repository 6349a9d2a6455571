#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/event/finding.h"
#include "core/ids.h"
#include "core/inspection/mrz/mrz_values.h"
#include "core/inspection/thresholds/thresholds.h"
#include "core/inspection/trace.h"
#include "core/result.h"
#include "core/terms.h"
#include "core/utc_time.h"

namespace countersign {

// What is known of an image that decoded.
struct ImageFacts {
  ImageFormat format = ImageFormat::Jpeg;
  std::uint32_t width = 0;   // after the orientation was applied
  std::uint32_t height = 0;  // after the orientation was applied
  // Of the decoded, oriented pixels and their dimensions. Equal for files that
  // show the same picture, whatever else their bytes say.
  Sha256 pixels;
  std::optional<PerceptualHash> perceptual{};  // none: the engine makes none
  bool operator==(const ImageFacts&) const = default;
};

// What an engine found. Issues are the problems of the submission, the worst
// error first, warnings last; checks are everything that was looked at, or that
// applied and could not be looked at (CheckStatus::NotPerformed).
struct Evaluation {
  std::vector<Issue> issues;
  std::vector<CheckOutcome> checks;
  EngineVersion engine{};  // that judged
  Trace trace{};           // empty, unless it was asked for

  // Whether no issue is an error. Not a verdict on what was not performed.
  bool accepted() const;
};

struct DocumentRequest {
  std::string_view image;  // the bytes as received
  Side side = Side::Front;
  std::optional<DocumentType> type;  // as declared, with this image or before
  UtcTime now;                       // whether the document has expired depends on it
  Thresholds thresholds = {};
  bool trace = false;       // whether to say where things were seen
  bool mrz_values = false;  // the client is to have what the zone says
  ClientKey client{};       // whose turn it takes where others wait too; goes nowhere else
};
struct DocumentEvaluation : Evaluation {
  std::optional<ImageFacts> image;  // absent when it did not decode
  // Only when they were asked for, the document is accepted, and every check digit is right.
  std::optional<MrzValues> mrz{};
};

// Gives the bytes of an image, or nullopt when they cannot be had.
using ImageLoader = std::function<std::optional<std::string>()>;
using FrameLoader = std::function<std::optional<std::string>(std::size_t index)>;

// Frames are loaded one at a time and in order, each once by every engine that
// judges them. The embedded one holds one of them in memory.
struct LivenessRequest {
  std::size_t frame_count = 0;
  FrameLoader load;  // REQUIRES: not empty when frame_count > 0
  std::vector<Action> actions;
  Thresholds thresholds = {};
  bool trace = false;
  ClientKey client{};  // as of DocumentRequest
};
struct LivenessEvaluation : Evaluation {
  std::vector<std::optional<ImageFacts>> frames;  // one a frame; absent: did not decode
  std::optional<Action> failed_action;
};

// Of the accepted liveness submission the first frame, which looks straight, is compared with the
// document; an engine may compare the others with it. Images are loaded one at a time and in this
// order. An engine that cannot compare faces loads none.
struct MatchRequest {
  ImageLoader load_reference;   // the document with the portrait
  std::size_t frame_count = 0;  // REQUIRES: one at least, where faces can be compared
  FrameLoader load_frame;
  Thresholds thresholds = {};
  ClientKey client{};  // as of DocumentRequest
};
struct MatchEvaluation : Evaluation {};

// Why there is no evaluation. These are failures of the machine, never
// a finding about the person or the picture.
enum class InspectionFailure : std::uint8_t {
  ImageNotLoaded,  // a loader had nothing to give
  OutOfMemory,
  NoInspector,  // the process that looks at images is gone, or cannot be started
  Stopping,     // the server ends; another engine's answer is no longer waited for
  Busy,         // nobody had time for it, or what was asked did not answer in time
};

struct Capabilities {
  EngineVersion engine;
  std::vector<Action> actions;  // those that it can judge
  bool face_match = false;
};

// Judges pictures. Thread-safe: every function is const and may be called from
// any thread at the same time. Calls are slow (tens to hundreds of
// milliseconds) and belong on a WorkerPool. Nothing of a request is kept.
class Engine {
 public:
  virtual ~Engine() = default;
  virtual Capabilities capabilities() const = 0;
  virtual Result<DocumentEvaluation, InspectionFailure> evaluate_document(
      const DocumentRequest& request) const = 0;
  virtual Result<LivenessEvaluation, InspectionFailure> evaluate_liveness(
      const LivenessRequest& request) const = 0;
  virtual Result<MatchEvaluation, InspectionFailure> match_faces(
      const MatchRequest& request) const = 0;
};

}  // namespace countersign

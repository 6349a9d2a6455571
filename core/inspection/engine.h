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
#include "core/inspection/face_feature.h"
#include "core/inspection/field_values.h"
#include "core/inspection/mrz/mrz_values.h"
#include "core/inspection/thresholds/thresholds.h"
#include "core/inspection/trace.h"
#include "core/result.h"
#include "core/schema.h"
#include "core/terms.h"
#include "core/utc_time.h"

namespace countersign {

// Facts about an image that decoded.
struct ImageFacts {
  ImageFormat format = ImageFormat::Jpeg;
  std::uint32_t width = 0;   // after the orientation was applied
  std::uint32_t height = 0;  // after the orientation was applied
  // SHA-256 over the decoded, oriented pixels and the picture's dimensions. Equal for all files
  // that show the same picture, whatever else their bytes contain; but a document's JPEG that is
  // decoded at a smaller scale (DecodeScale) differs from a copy in another format.
  Sha256 pixels;
  std::optional<PerceptualHash> perceptual{};  // nullopt: the engine computes none
  bool operator==(const ImageFacts&) const = default;
};
template <>
inline constexpr auto fields_of<ImageFacts> = fields(Field{"format", &ImageFacts::format},
                                                     Field{"width", &ImageFacts::width},
                                                     Field{"height", &ImageFacts::height},
                                                     Field{"pixels", &ImageFacts::pixels},
                                                     Field{"perceptual", &ImageFacts::perceptual});
static_assert(record_is_sound<ImageFacts>);

// The findings of an engine. Issues are the problems of the submission: errors with the most
// important first, then warnings. Checks are everything that was examined, or that applied and
// could not be examined (CheckStatus::NotPerformed).
struct Evaluation {
  std::vector<Issue> issues;
  std::vector<CheckOutcome> checks;
  EngineVersion engine{};  // the engine that judged
  Trace trace{};           // empty unless requested

  // Whether no issue is an error. Says nothing about checks that were not performed.
  bool accepted() const;
};

// Returns the bytes of an image, or nullopt if they are not available.
using ImageLoader = std::function<std::optional<std::string>()>;
using FrameLoader = std::function<std::optional<std::string>(std::size_t index)>;

struct DocumentRequest {
  std::string_view image;  // the bytes as received
  Side side = Side::Front;
  std::optional<DocumentType> type;  // as declared with this image or before
  UtcTime now;                       // decides whether the document has expired
  Thresholds thresholds = {};
  bool trace = false;        // whether to report where things were seen
  bool mrz_values = false;   // whether the client receives the values that the document states
  ImageLoader load_front{};  // of a BACK: the accepted FRONT; empty without one
  ClientKey client{};        // only decides whose turn it is among clients
};
struct DocumentEvaluation : Evaluation {
  std::optional<ImageFacts> image;  // nullopt if it did not decode
  // Present only if requested, the document is accepted, and every check digit is right.
  std::optional<MrzValues> mrz{};
  // Present only if requested, the document is accepted, and the source states a value. Those of
  // the print are a reader's.
  std::optional<FieldValues> barcode{};
  std::optional<FieldValues> printed{};
};

// The document whose printed data is to be compared with its zone or bar code: an image that the
// embedded engine accepted, and if it is a BACK, the accepted FRONT too.
struct DataRequest {
  std::string_view image;  // the bytes as received
  Side side = Side::Front;
  std::optional<DocumentType> type;  // as declared with this image or before
  UtcTime now;                       // decides the centuries of a zone
  Thresholds thresholds = {};
  bool values = false;       // whether the client receives what is printed
  ImageLoader load_front{};  // called once, after `image` was decoded; empty: there is no FRONT
  ClientKey client{};        // as in DocumentRequest
};
// The check DOCUMENT_DATA, and its issue unless it passed. No check: the print could not be read
// well enough to say anything, or there is nothing to compare it with.
struct DataEvaluation : Evaluation {
  std::optional<FieldValues> printed{};  // present only if requested, and a value was found
};

// Frames are loaded one at a time and in order, once by each engine that judges them. The embedded
// engine holds one frame in memory at a time.
struct LivenessRequest {
  std::size_t frame_count = 0;
  FrameLoader load;  // REQUIRES: not empty when frame_count > 0
  std::vector<Action> actions;
  Thresholds thresholds = {};
  bool trace = false;
  ClientKey client{};  // as in DocumentRequest
};
struct LivenessEvaluation : Evaluation {
  std::vector<std::optional<ImageFacts>> frames;  // one per frame; nullopt: did not decode
  std::optional<Action> failed_action;
};

// Compares the first frame of the accepted liveness submission, which looks straight, with the
// document; an engine may also compare the other frames with the first. Images are loaded one at a
// time and in this order. An engine that cannot compare faces, or has no levels, loads none.
struct MatchRequest {
  ImageLoader load_reference;   // the document that has the portrait
  std::size_t frame_count = 0;  // REQUIRES: at least 1 if the engine compares faces
  FrameLoader load_frame;
  Thresholds thresholds = {};
  ClientKey client{};  // as in DocumentRequest
};
struct MatchEvaluation : Evaluation {};

// The frames of a liveness submission that the embedded engine accepted, to be judged by the
// operator's model of presentation attacks. Frames are loaded one at a time and in order, and none
// where there are no levels for the model.
struct PresentationRequest {
  std::size_t frame_count = 0;  // REQUIRES: at least 1
  FrameLoader load;
  Thresholds thresholds = {};
  ClientKey client{};  // as in DocumentRequest
};
// The check LIVENESS_PRESENTATION, and its issue if it failed or is a warning.
struct PresentationEvaluation : Evaluation {};

// Looks at one picture as at a frame that is compared, and describes its face: for an operator who
// measures a recognizer on pictures of people (`countersign faces calibrate`).
struct FaceRequest {
  std::string_view image;  // the bytes of the file
  Thresholds thresholds = {};
  ClientKey client{};  // as in DocumentRequest
};
struct FaceDescription {
  bool decoded = false;
  std::uint32_t faces = 0;  // that are sure and large enough to be compared
  FaceFeature feature{};    // empty unless there is exactly one face, and it has a direction
  // How sure the operator's model of presentation attacks is that a person is present, in
  // thousandths; present only where there is such a model and exactly one face.
  std::optional<std::int64_t> live_milli{};
};

// The largest side of a rendering, in pixels: a card that fills the picture keeps 25 a millimetre.
inline constexpr std::uint32_t kRenderingMaxSide = 2400;
// A rendering of black and white noise takes 6.2 MB.
inline constexpr std::size_t kRenderingMaxBytes = 8ull << 20;
// Lines of a mark, and bytes of each: enough to say who looks at what, and when.
inline constexpr std::size_t kMarkMaxLines = 4;
inline constexpr std::size_t kMarkLineMaxBytes = 64;

// A picture that a person is to look at, who gets no byte of the stranger's file.
// REQUIRES: `mark` has at most kMarkMaxLines lines of at most kMarkLineMaxBytes printable bytes.
struct RenderingRequest {
  std::string_view image;              // the bytes as received
  std::optional<Side> side{};          // of a document; nullopt: a frame that shows a face
  std::optional<DocumentType> type{};  // as declared
  std::vector<std::string> mark{};     // who looks at what and when: laid over the picture
  Thresholds thresholds = {};          // decide where a document is seen
  ClientKey client{};                  // as in DocumentRequest
};
// The picture redrawn: upright, marked, and encoded as JPEG without metadata.
struct Rendering {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  Trace seen{};  // where the engine saw something, in pixels of the rendering
  std::string jpeg{};
};

// The reason why there is no evaluation: a failure of the machine, never a finding about the person
// or the picture.
enum class InspectionFailure : std::uint8_t {
  ImageNotLoaded,  // a loader returned nullopt
  OutOfMemory,
  NoInspector,  // the inspector is gone, or cannot be started
  Stopping,     // the server is stopping and no longer waits for another engine's answer
  Busy,         // no capacity was free, or the engine that was asked did not answer in time
};

// The facts of a recognizer that are known before it has compared any person. Cosines are in
// thousandths.
struct RecognizerFacts {
  // The levels that are published for the model, both or neither; none: the model is not known.
  std::optional<std::int64_t> published_error_milli;
  std::optional<std::int64_t> published_warning_milli;
  // The likeness of two drawn faces that differ in everything but being faces.
  std::int64_t unlike_milli = 0;
  bool operator==(const RecognizerFacts&) const = default;
};
template <>
inline constexpr auto fields_of<RecognizerFacts> =
    fields(Field{"publishedError", &RecognizerFacts::published_error_milli},
           Field{"publishedWarning", &RecognizerFacts::published_warning_milli},
           Field{"unlike", &RecognizerFacts::unlike_milli});
static_assert(record_is_sound<RecognizerFacts>);

struct Capabilities {
  EngineVersion engine;
  std::vector<Action> actions;  // the actions that it can judge
  bool face_match = false;
  // Present if the engine compares faces by a model of the operator's. It compares only where there
  // are levels for the model (match_levels.h).
  std::optional<RecognizerFacts> recognizer{};
  bool reads_print = false;  // compares printed data
  // Whether the engine judges presentation attacks by a model of the operator's.
  bool judges_presentation = false;
};
template <>
inline constexpr auto fields_of<Capabilities> =
    fields(Field{"engine", &Capabilities::engine},
           Field{"actions", &Capabilities::actions},
           Field{"faceMatch", &Capabilities::face_match},
           Field{"recognizer", &Capabilities::recognizer},
           Field{"readsPrint", &Capabilities::reads_print},
           Field{"judgesPresentation", &Capabilities::judges_presentation});
static_assert(record_is_sound<Capabilities>);

// Judges pictures. Thread-safe: every function is const and may be called from any thread at the
// same time. Calls are slow (tens to hundreds of milliseconds) and belong on a FairPool. Nothing of
// a request is kept.
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
  // REQUIRES: the engine judges presentation. An engine that does not, does not implement this.
  virtual Result<PresentationEvaluation, InspectionFailure> judge_presentation(
      const PresentationRequest& request) const;
  // REQUIRES: the capabilities have a recognizer. An engine without one does not implement this.
  virtual Result<FaceDescription, InspectionFailure> describe_face(
      const FaceRequest& request) const;
  // An engine that reads no print finds nothing.
  virtual Result<DataEvaluation, InspectionFailure> compare_data(const DataRequest& request) const;
  // nullopt: the file does not decode. An engine that draws nothing fails with NoInspector.
  virtual Result<std::optional<Rendering>, InspectionFailure> render(
      const RenderingRequest& request) const;
};

}  // namespace countersign

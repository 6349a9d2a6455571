#pragma once
#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/checks/codes.h"
#include "core/enum_names.h"

// The one table of checks. Names are part of the public API and of the log: a name is never changed
// and never reused.
namespace countersign {

enum class Check : std::uint8_t {
  DocumentDecoding,
  DocumentResolution,
  DocumentDetection,
  DocumentLight,
  DocumentFraming,
  DocumentSize,
  DocumentSharpness,
  DocumentDetail,
  DocumentOverexposure,
  DocumentGlare,
  DocumentVisibility,
  DocumentNoise,
  DocumentPrint,
  DocumentBarcode,
  DocumentMrz,
  DocumentMrzCheckDigits,
  DocumentType,
  DocumentSide,
  DocumentMrzDates,
  DocumentExpiry,
  DocumentPortrait,
  DocumentRecognition,
  DocumentReuse,
  DocumentAuthenticity,
  LivenessFrameCount,
  LivenessDecoding,
  LivenessDistinctFrames,
  LivenessResolution,
  LivenessLight,
  LivenessSharpness,
  LivenessOverexposure,
  LivenessFace,
  LivenessFaceCount,
  LivenessFaceSize,
  LivenessFacePosition,
  LivenessFaceContinuity,
  LivenessSameFace,
  LivenessLookStraight,
  LivenessTurnLeft,
  LivenessTurnRight,
  LivenessTiltLeft,
  LivenessTiltRight,
  LivenessMoveCloser,
  LivenessLookUp,
  LivenessLookDown,
  LivenessBlink,
  LivenessSmile,
  LivenessOpenMouth,
  LivenessPresentationAttack,
  FaceMatchPortrait,
  FaceMatchPerson,
  FaceMatch,
  FaceMatchThroughout,
  SandboxDocument,
  SandboxLiveness,
  SandboxResult,
};

struct CheckRow {
  Check check;
  std::string_view name;
  std::optional<Code> code;  // of the check's issue; empty: the check has no single code
  std::string_view looks_at;
  std::string_view hint{};  // what the person can do; empty: the hint depends on the picture
};

// In the order of the enum, which is the order in which a good picture is judged.
inline constexpr auto kChecks = std::to_array<CheckRow>({
    {Check::DocumentDecoding,
     "DOCUMENT_DECODING",
     Code::DocumentUnreadable,
     "the file decodes as a whole, within the limits, and is one picture"},
    {Check::DocumentResolution,
     "DOCUMENT_RESOLUTION",
     Code::DocumentLowResolution,
     "the short and the long side of the picture",
     "Use a camera setting with more pixels, and let the document fill the picture."},
    {Check::DocumentDetection,
     "DOCUMENT_DETECTION",
     Code::DocumentNotFound,
     "a zone, or four straight sides in the shape of an ID-1 or ID-3 document",
     "Place the whole document in the frame, on a surface of another brightness."},
    {Check::DocumentLight,
     "DOCUMENT_LIGHT",
     Code::DocumentTooDark,
     "luma of the brightest fiftieth",
     "Take the picture in a brighter place."},
    {Check::DocumentFraming,
     "DOCUMENT_FRAMING",
     Code::DocumentCropped,
     "how far the corners are from the picture's border",
     "A part of the document is outside of the picture. Show all of it."},
    {Check::DocumentSize,
     "DOCUMENT_SIZE",
     Code::DocumentTooSmall,
     "pixels of the picture a millimetre of the document",
     "Go nearer, until the document fills the picture."},
    {Check::DocumentSharpness,
     "DOCUMENT_SHARPNESS",
     Code::DocumentBlurry,
     "the width of the strong edges, in the worst of four directions",
     "Hold the camera still, and wait until the document is in focus."},
    {Check::DocumentDetail,
     "DOCUMENT_DETAIL",
     Code::DocumentBlurry,
     "the fine detail of the print down the page, compared with that across the page",
     "Hold the camera still until the picture is taken."},
    {Check::DocumentOverexposure,
     "DOCUMENT_OVEREXPOSURE",
     Code::DocumentTooBright,
     "luma of the darkest thousandth, and the share of blown pixels",
     "The picture is washed out. Avoid direct light, and switch off the flash."},
    {Check::DocumentGlare,
     "DOCUMENT_GLARE",
     Code::DocumentGlare,
     "the largest blown blob whose rim fades",
     "A light is reflected. Tilt the document, or move away from the lamp."},
    {Check::DocumentVisibility,
     "DOCUMENT_VISIBILITY",
     Code::DocumentObscured,
     "the share of each side that is visible",
     "Something covers the border of the document. Take it away."},
    {Check::DocumentNoise,
     "DOCUMENT_NOISE",
     Code::DocumentNoisy,
     "noise of the calm tiles",
     "The picture is grainy. Take it in a brighter place."},
    {Check::DocumentPrint,
     "DOCUMENT_PRINT",
     Code::DocumentNotFound,
     "there is print inside the border",
     "The picture shows no printed text. Show the document."},
    {Check::DocumentBarcode,
     "DOCUMENT_BARCODE",
     Code::DocumentBarcodeNotFound,
     "a PDF417 that its own error correction proves; on the backs of cards",
     "The bar code cannot be read. Show all of it, sharp and evenly lit."},
    {Check::DocumentMrz,
     "DOCUMENT_MRZ",
     Code::DocumentMrzNotFound,
     "the likeness of every character to OCR-B",
     "The lines of letters and < signs cannot be read. Show all of them, sharp and evenly lit."},
    {Check::DocumentMrzCheckDigits,
     "DOCUMENT_MRZ_CHECK_DIGITS",
     Code::DocumentMrzInvalid,
     "every check digit is right",
     "The check digits of the machine-readable lines do not agree. Take a sharper picture."},
    {Check::DocumentType,
     "DOCUMENT_TYPE",
     Code::DocumentTypeMismatch,
     "format and first letter of the zone, or the kind of the bar code's card, against the "
     "declared "
     "type",
     "This is another kind of document than was declared."},
    {Check::DocumentSide,
     "DOCUMENT_SIDE",
     Code::DocumentSideMismatch,
     "a card whose front was declared does not show the zone of a back",
     "This is the back of the card. Show its front."},
    {Check::DocumentMrzDates,
     "DOCUMENT_MRZ_DATES",
     Code::DocumentMrzInvalid,
     "every date is a day of the calendar",
     "A date in the machine-readable lines does not exist."},
    {Check::DocumentExpiry,
     "DOCUMENT_EXPIRY",
     Code::DocumentExpired,
     "the document's last day has ended everywhere (UTC-12)",
     "The document has expired. Use one that is valid."},
    {Check::DocumentPortrait,
     "DOCUMENT_PORTRAIT",
     Code::DocumentNoPortrait,
     "a face of 11 mm on the front of a passport, card, licence or permit",
     "Show the side with the portrait, all of it."},
    {Check::DocumentRecognition,
     "DOCUMENT_RECOGNITION",
     Code::DocumentNotRecognized,
     "a zone, a bar code, a portrait, or the shape and the round corners of a card",
     "Nothing in the picture shows that this is an identity document. Show the document."},
    {Check::DocumentReuse,
     "DOCUMENT_REUSE",
     Code::DocumentDuplicateImage,
     "by the log: no other session has this picture, or nearly this one"},
    {Check::DocumentAuthenticity,
     "DOCUMENT_AUTHENTICITY",
     std::nullopt,
     "by no engine: the document is genuine"},
    {Check::LivenessFrameCount,
     "LIVENESS_FRAME_COUNT",
     Code::LivenessTooFewFrames,
     "there is a frame for each action",
     "Send more frames."},
    {Check::LivenessDecoding,
     "LIVENESS_DECODING",
     Code::LivenessUnreadable,
     "every file decodes as a whole, within the limits, and is one picture"},
    {Check::LivenessDistinctFrames,
     "LIVENESS_DISTINCT_FRAMES",
     Code::LivenessFramesIdentical,
     "no two frames have equal pixels"},
    {Check::LivenessResolution,
     "LIVENESS_RESOLUTION",
     Code::LivenessLowResolution,
     "the short and the long side of the picture",
     "Use a camera setting with more pixels."},
    {Check::LivenessLight,
     "LIVENESS_LIGHT",
     Code::LivenessTooDark,
     "luma of the brightest fiftieth",
     "Go to a brighter place, with the light in front."},
    {Check::LivenessSharpness,
     "LIVENESS_SHARPNESS",
     Code::LivenessBlurry,
     "the width of the strong edges, in the worst of four directions",
     "Hold the camera still, and move slowly."},
    {Check::LivenessOverexposure,
     "LIVENESS_OVEREXPOSURE",
     Code::LivenessTooBright,
     "luma of the darkest thousandth, and the share of blown pixels",
     "The picture is washed out. Turn away from the light."},
    {Check::LivenessFace,
     "LIVENESS_FACE",
     Code::LivenessNoFace,
     "every frame shows a face",
     "Keep your face in the picture, and turn it only slightly."},
    {Check::LivenessFaceCount,
     "LIVENESS_FACE_COUNT",
     Code::LivenessMultipleFaces,
     "every frame shows one face",
     "Be alone in the picture."},
    {Check::LivenessFaceSize,
     "LIVENESS_FACE_SIZE",
     Code::LivenessFaceTooSmall,
     "the face is large enough",
     "Come nearer to the camera."},
    {Check::LivenessFacePosition,
     "LIVENESS_FACE_POSITION",
     Code::LivenessFaceOffCenter,
     "the face is in the middle",
     "Keep your face in the middle of the picture."},
    {Check::LivenessFaceContinuity,
     "LIVENESS_FACE_CONTINUITY",
     Code::LivenessFaceChanged,
     "the face neither jumps nor changes its size from one frame to the next",
     "Record one person without a break, and move slowly."},
    {Check::LivenessSameFace,
     "LIVENESS_SAME_FACE",
     Code::LivenessFaceChanged,
     "complexion, hair and clothes change no more than one person's do in seconds"},
    {Check::LivenessLookStraight,
     "LIVENESS_LOOK_STRAIGHT",
     Code::LivenessActionNotPerformed,
     "the action is seen, in order, in a frame of its own, which the check names",
     "Begin by looking straight into the camera."},
    {Check::LivenessTurnLeft,
     "LIVENESS_TURN_LEFT",
     Code::LivenessActionNotPerformed,
     "the same",
     "Turn your head slightly to your left, and back, when you are asked to."},
    {Check::LivenessTurnRight,
     "LIVENESS_TURN_RIGHT",
     Code::LivenessActionNotPerformed,
     "the same",
     "Turn your head slightly to your right, and back, when you are asked to."},
    {Check::LivenessTiltLeft,
     "LIVENESS_TILT_LEFT",
     Code::LivenessActionNotPerformed,
     "the same",
     "Tilt your head to your left shoulder when you are asked to."},
    {Check::LivenessTiltRight,
     "LIVENESS_TILT_RIGHT",
     Code::LivenessActionNotPerformed,
     "the same",
     "Tilt your head to your right shoulder when you are asked to."},
    {Check::LivenessMoveCloser,
     "LIVENESS_MOVE_CLOSER",
     Code::LivenessActionNotPerformed,
     "the same",
     "Move closer to the camera when you are asked to."},
    {Check::LivenessLookUp,
     "LIVENESS_LOOK_UP",
     Code::LivenessActionNotPerformed,
     "not judged: the action is not asked for"},
    {Check::LivenessLookDown,
     "LIVENESS_LOOK_DOWN",
     Code::LivenessActionNotPerformed,
     "not judged: the action is not asked for"},
    {Check::LivenessBlink,
     "LIVENESS_BLINK",
     Code::LivenessActionNotPerformed,
     "not judged: the action is not asked for"},
    {Check::LivenessSmile,
     "LIVENESS_SMILE",
     Code::LivenessActionNotPerformed,
     "not judged: the action is not asked for"},
    {Check::LivenessOpenMouth,
     "LIVENESS_OPEN_MOUTH",
     Code::LivenessActionNotPerformed,
     "not judged: the action is not asked for"},
    {Check::LivenessPresentationAttack,
     "LIVENESS_PRESENTATION_ATTACK",
     Code::LivenessNotLive,
     "by an external engine: a person is present, not a picture, a screen or a mask",
     "Show your own face, not a picture or a screen."},
    {Check::FaceMatchPortrait,
     "FACE_MATCH_PORTRAIT",
     std::nullopt,
     "by a matcher: the document shows a face that can be compared"},
    {Check::FaceMatchPerson,
     "FACE_MATCH_PERSON",
     std::nullopt,
     "by a matcher: the first frame shows one face that can be compared"},
    {Check::FaceMatch,
     "FACE_MATCH",
     Code::FaceMismatch,
     "by a matcher or an external engine: the face of the first frame is the document's"},
    {Check::FaceMatchThroughout,
     "FACE_MATCH_THROUGHOUT",
     Code::FaceMismatch,
     "by a matcher: the face of every other frame is that of the first"},
    {Check::SandboxDocument,
     "SANDBOX_DOCUMENT",
     std::nullopt,
     "by the sandbox: the outcome that the file's name forces"},
    {Check::SandboxLiveness,
     "SANDBOX_LIVENESS",
     std::nullopt,
     "by the sandbox: the outcome that the files' names force"},
    {Check::SandboxResult,
     "SANDBOX_RESULT",
     std::nullopt,
     "by the sandbox: the result that a file's name forces"},
});

template <>
inline constexpr auto enum_names<Check> = [] {
  std::array<Named<Check>, kChecks.size()> names{};
  std::ranges::transform(kChecks, names.begin(), [](const CheckRow& row) {
    return Named<Check>{row.check, row.name};
  });
  return names;
}();

constexpr const CheckRow& row_of(Check check) { return kChecks[static_cast<std::size_t>(check)]; }

// Some of the checks.
class CheckSet {
 public:
  template <std::same_as<Check>... Checks>
  constexpr CheckSet(Checks... checks) : bits_((std::uint64_t{0} | ... | bit(checks))) {}

  constexpr bool contains(Check check) const { return (bits_ & bit(check)) != 0; }
  // False for a name that is not a check's, such as a name that a newer release wrote.
  constexpr bool contains(std::string_view name) const {
    const auto check = parse_name<Check>(name);
    return check && contains(*check);
  }

 private:
  static constexpr std::uint64_t bit(Check check) {
    return std::uint64_t{1} << static_cast<std::size_t>(check);
  }

  std::uint64_t bits_;
};
static_assert(kChecks.size() <= 64, "a set has a bit for each check");

namespace detail {

// Whether the rows are in the order of their enum, each under its own name.
template <class Rows, class E>
consteval bool rows_are_sound(const Rows& rows, E Rows::value_type::*member) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (static_cast<std::size_t>(rows[i].*member) != i || rows[i].name.empty()) return false;
    for (std::size_t j = 0; j < i; ++j) {
      if (rows[i].name == rows[j].name) return false;
    }
  }
  return true;
}

}  // namespace detail

static_assert(detail::rows_are_sound(kCodes, &CodeRow::code));
static_assert(detail::rows_are_sound(kChecks, &CheckRow::check));

}  // namespace countersign

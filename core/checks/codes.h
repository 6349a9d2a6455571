#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/enum_names.h"
#include "core/terms.h"

// The codes of findings: why a submission is refused or has a warning, and why a result is what it
// is. Part of the public API and of the log: a name is never changed and never reused.
namespace countersign {

enum class Code : std::uint8_t {
  DocumentUnreadable,
  DocumentBlurry,
  DocumentGlare,
  DocumentTooDark,
  DocumentTooBright,
  DocumentLowResolution,
  DocumentNoisy,
  DocumentNotFound,
  DocumentCropped,
  DocumentTooSmall,
  DocumentObscured,
  DocumentNoPortrait,
  DocumentNotRecognized,
  DocumentCopy,
  DocumentMrzNotFound,
  DocumentMrzInvalid,
  DocumentBarcodeNotFound,
  DocumentExpired,
  DocumentTypeMismatch,
  DocumentDataMismatch,
  DocumentDuplicateImage,
  DocumentSameSide,
  DocumentSideMismatch,
  LivenessUnreadable,
  LivenessTooFewFrames,
  LivenessFramesIdentical,
  LivenessFramesReused,
  LivenessBlurry,
  LivenessTooDark,
  LivenessTooBright,
  LivenessLowResolution,
  LivenessNoFace,
  LivenessMultipleFaces,
  LivenessFaceTooSmall,
  LivenessFaceOffCenter,
  LivenessFaceChanged,
  LivenessActionNotPerformed,
  LivenessNotLive,
  DocumentAttemptsExhausted,
  LivenessAttemptsExhausted,
  LivenessNotPossible,
  CheckNotAvailable,
  CheckNotRequired,
  FaceMismatch,
  FaceNotComparable,
};

struct CodeRow {
  Code code;
  std::string_view name;
  // The step that a submission fails with this code. Such a code is a word of the sandbox. Empty:
  // the code is only a reason of a step's or a capture's result.
  std::optional<Step> fails{};
};

// In the order of the enum, which is also the order of the sandbox's words.
inline constexpr auto kCodes = std::to_array<CodeRow>({
    {Code::DocumentUnreadable, "DOCUMENT_UNREADABLE", Step::Document},
    {Code::DocumentBlurry, "DOCUMENT_BLURRY", Step::Document},
    {Code::DocumentGlare, "DOCUMENT_GLARE", Step::Document},
    {Code::DocumentTooDark, "DOCUMENT_TOO_DARK", Step::Document},
    {Code::DocumentTooBright, "DOCUMENT_TOO_BRIGHT", Step::Document},
    {Code::DocumentLowResolution, "DOCUMENT_LOW_RESOLUTION", Step::Document},
    {Code::DocumentNoisy, "DOCUMENT_NOISY", Step::Document},
    {Code::DocumentNotFound, "DOCUMENT_NOT_FOUND", Step::Document},
    {Code::DocumentCropped, "DOCUMENT_CROPPED", Step::Document},
    {Code::DocumentTooSmall, "DOCUMENT_TOO_SMALL", Step::Document},
    {Code::DocumentObscured, "DOCUMENT_OBSCURED", Step::Document},
    {Code::DocumentNoPortrait, "DOCUMENT_NO_PORTRAIT", Step::Document},
    {Code::DocumentNotRecognized, "DOCUMENT_NOT_RECOGNIZED", Step::Document},
    {Code::DocumentCopy, "DOCUMENT_COPY", Step::Document},
    {Code::DocumentMrzNotFound, "DOCUMENT_MRZ_NOT_FOUND", Step::Document},
    {Code::DocumentMrzInvalid, "DOCUMENT_MRZ_INVALID", Step::Document},
    {Code::DocumentBarcodeNotFound, "DOCUMENT_BARCODE_NOT_FOUND", Step::Document},
    {Code::DocumentExpired, "DOCUMENT_EXPIRED", Step::Document},
    {Code::DocumentTypeMismatch, "DOCUMENT_TYPE_MISMATCH", Step::Document},
    {Code::DocumentDataMismatch, "DOCUMENT_DATA_MISMATCH", Step::Document},
    {Code::DocumentDuplicateImage, "DOCUMENT_DUPLICATE_IMAGE", Step::Document},
    {Code::DocumentSameSide, "DOCUMENT_SAME_SIDE", Step::Document},
    {Code::DocumentSideMismatch, "DOCUMENT_SIDE_MISMATCH", Step::Document},
    {Code::LivenessUnreadable, "LIVENESS_UNREADABLE", Step::Liveness},
    {Code::LivenessTooFewFrames, "LIVENESS_TOO_FEW_FRAMES", Step::Liveness},
    {Code::LivenessFramesIdentical, "LIVENESS_FRAMES_IDENTICAL", Step::Liveness},
    {Code::LivenessFramesReused, "LIVENESS_FRAMES_REUSED", Step::Liveness},
    {Code::LivenessBlurry, "LIVENESS_BLURRY", Step::Liveness},
    {Code::LivenessTooDark, "LIVENESS_TOO_DARK", Step::Liveness},
    {Code::LivenessTooBright, "LIVENESS_TOO_BRIGHT", Step::Liveness},
    {Code::LivenessLowResolution, "LIVENESS_LOW_RESOLUTION", Step::Liveness},
    {Code::LivenessNoFace, "LIVENESS_NO_FACE", Step::Liveness},
    {Code::LivenessMultipleFaces, "LIVENESS_MULTIPLE_FACES", Step::Liveness},
    {Code::LivenessFaceTooSmall, "LIVENESS_FACE_TOO_SMALL", Step::Liveness},
    {Code::LivenessFaceOffCenter, "LIVENESS_FACE_OFF_CENTER", Step::Liveness},
    {Code::LivenessFaceChanged, "LIVENESS_FACE_CHANGED", Step::Liveness},
    {Code::LivenessActionNotPerformed, "LIVENESS_ACTION_NOT_PERFORMED", Step::Liveness},
    {Code::LivenessNotLive, "LIVENESS_NOT_LIVE", Step::Liveness},
    {Code::DocumentAttemptsExhausted, "DOCUMENT_ATTEMPTS_EXHAUSTED"},
    {Code::LivenessAttemptsExhausted, "LIVENESS_ATTEMPTS_EXHAUSTED"},
    {Code::LivenessNotPossible, "LIVENESS_NOT_POSSIBLE"},
    {Code::CheckNotAvailable, "CHECK_NOT_AVAILABLE"},
    {Code::CheckNotRequired, "CHECK_NOT_REQUIRED"},
    {Code::FaceMismatch, "FACE_MISMATCH"},
    {Code::FaceNotComparable, "FACE_NOT_COMPARABLE"},
});

template <>
inline constexpr auto enum_names<Code> = [] {
  std::array<Named<Code>, kCodes.size()> names{};
  std::ranges::transform(kCodes, names.begin(), [](const CodeRow& row) {
    return Named<Code>{row.code, row.name};
  });
  return names;
}();

}  // namespace countersign

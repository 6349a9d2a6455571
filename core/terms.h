#pragma once
#include <cstdint>

#include "core/enum_names.h"

// The closed vocabularies of the interface specification, with the spelling that the wire and the
// log use. A value is never renamed; new values are added at the end.
namespace countersign {

enum class Purpose : std::uint8_t { FullCapture, DocumentVerification, Liveness, FaceMatch };
template <>
inline constexpr auto enum_names<Purpose> = std::to_array<Named<Purpose>>({
    {Purpose::FullCapture, "FULL_CAPTURE"},
    {Purpose::DocumentVerification, "DOCUMENT_VERIFICATION"},
    {Purpose::Liveness, "LIVENESS"},
    {Purpose::FaceMatch, "FACE_MATCH"},
});

enum class Step : std::uint8_t { Document, Liveness };
template <>
inline constexpr auto enum_names<Step> = std::to_array<Named<Step>>({
    {Step::Document, "DOCUMENT"},
    {Step::Liveness, "LIVENESS"},
});

// The step that a device has to take next.
enum class CurrentStep : std::uint8_t { Document, Liveness, Finalize };
template <>
inline constexpr auto enum_names<CurrentStep> = std::to_array<Named<CurrentStep>>({
    {CurrentStep::Document, "DOCUMENT"},
    {CurrentStep::Liveness, "LIVENESS"},
    {CurrentStep::Finalize, "FINALIZE"},
});

enum class Side : std::uint8_t { Front, Back };
template <>
inline constexpr auto enum_names<Side> = std::to_array<Named<Side>>({
    {Side::Front, "FRONT"},
    {Side::Back, "BACK"},
});

enum class DocumentType : std::uint8_t { Passport, IdCard, DrivingLicense, ResidencePermit, Other };
template <>
inline constexpr auto enum_names<DocumentType> = std::to_array<Named<DocumentType>>({
    {DocumentType::Passport, "PASSPORT"},
    {DocumentType::IdCard, "ID_CARD"},
    {DocumentType::DrivingLicense, "DRIVING_LICENSE"},
    {DocumentType::ResidencePermit, "RESIDENCE_PERMIT"},
    {DocumentType::Other, "OTHER"},
});

// Left and right are those of the person.
enum class Action : std::uint8_t {
  LookStraight,
  TurnLeft,
  TurnRight,
  TiltLeft,
  TiltRight,
  MoveCloser,
  LookUp,
  LookDown,
  Blink,
  Smile,
  OpenMouth,
};
template <>
inline constexpr auto enum_names<Action> = std::to_array<Named<Action>>({
    {Action::LookStraight, "LOOK_STRAIGHT"},
    {Action::TurnLeft, "TURN_LEFT"},
    {Action::TurnRight, "TURN_RIGHT"},
    {Action::TiltLeft, "TILT_LEFT"},
    {Action::TiltRight, "TILT_RIGHT"},
    {Action::MoveCloser, "MOVE_CLOSER"},
    {Action::LookUp, "LOOK_UP"},
    {Action::LookDown, "LOOK_DOWN"},
    {Action::Blink, "BLINK"},
    {Action::Smile, "SMILE"},
    {Action::OpenMouth, "OPEN_MOUTH"},
});

enum class SessionStatus : std::uint8_t { Created, InProgress, Completed, Expired, Canceled };
template <>
inline constexpr auto enum_names<SessionStatus> = std::to_array<Named<SessionStatus>>({
    {SessionStatus::Created, "CREATED"},
    {SessionStatus::InProgress, "IN_PROGRESS"},
    {SessionStatus::Completed, "COMPLETED"},
    {SessionStatus::Expired, "EXPIRED"},
    {SessionStatus::Canceled, "CANCELED"},
});

enum class ResultStatus : std::uint8_t {
  Pending,
  Passed,
  Failed,
  Review,
  NotEvaluated,
  Resubmitted,
};
template <>
inline constexpr auto enum_names<ResultStatus> = std::to_array<Named<ResultStatus>>({
    {ResultStatus::Pending, "PENDING"},
    {ResultStatus::Passed, "PASSED"},
    {ResultStatus::Failed, "FAILED"},
    {ResultStatus::Review, "REVIEW"},
    {ResultStatus::NotEvaluated, "NOT_EVALUATED"},
    {ResultStatus::Resubmitted, "RESUBMITTED"},
});

// Why a session ended without being finalized.
enum class EndReason : std::uint8_t { NeverStarted, NotFinalized, Canceled };
template <>
inline constexpr auto enum_names<EndReason> = std::to_array<Named<EndReason>>({
    {EndReason::NeverStarted, "NEVER_STARTED"},
    {EndReason::NotFinalized, "NOT_FINALIZED"},
    {EndReason::Canceled, "CANCELED"},
});

enum class FileKind : std::uint8_t { Document, Selfie };
template <>
inline constexpr auto enum_names<FileKind> = std::to_array<Named<FileKind>>({
    {FileKind::Document, "DOCUMENT"},
    {FileKind::Selfie, "SELFIE"},
});

enum class ImageFormat : std::uint8_t { Jpeg, Png, WebP };
template <>
inline constexpr auto enum_names<ImageFormat> = std::to_array<Named<ImageFormat>>({
    {ImageFormat::Jpeg, "image/jpeg"},
    {ImageFormat::Png, "image/png"},
    {ImageFormat::WebP, "image/webp"},
});

enum class CheckStatus : std::uint8_t { Passed, Failed, Warning, NotPerformed };
template <>
inline constexpr auto enum_names<CheckStatus> = std::to_array<Named<CheckStatus>>({
    {CheckStatus::Passed, "PASSED"},
    {CheckStatus::Failed, "FAILED"},
    {CheckStatus::Warning, "WARNING"},
    {CheckStatus::NotPerformed, "NOT_PERFORMED"},
});

enum class Severity : std::uint8_t { Error, Warning };
template <>
inline constexpr auto enum_names<Severity> = std::to_array<Named<Severity>>({
    {Severity::Error, "ERROR"},
    {Severity::Warning, "WARNING"},
});

}  // namespace countersign

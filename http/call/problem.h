#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/event/rejection.h"
#include "core/terms.h"
#include "events/store_error.h"
#include "http/edge/http1/message.h"
#include "http/json/schema_of.h"

namespace countersign::http {

// Every code of a problem body. One table, in problem.cc, gives the status, name and title of each.
enum class ProblemCode : std::uint8_t {
  InvalidJson,
  InvalidParameter,
  InvalidMultipart,
  MissingPart,
  TooManyFrames,
  WebhookForbiddenAddress,
  ChallengeInvalid,
  ClientMissing,
  ClientAuthFailed,
  UnknownPurpose,
  ScopeDenied,
  SessionInvalid,
  ReviewerLoginRequired,
  OriginNotAllowed,
  Forbidden,
  ReviewForbidden,
  ReviewLoginFailed,
  NotFound,
  MethodNotAllowed,
  NotAcceptable,
  StepOutOfSequence,
  AttemptsExhausted,
  SessionNotActive,
  HandedOff,
  HandoffUnavailable,
  LegalHold,
  Conflict,
  IdempotencyConflict,
  ConsentOutdated,
  ReviewNotPending,
  ReviewNotDecided,
  ReviewClaimed,
  ReviewTakenOver,
  ReviewAssigned,
  ReviewHandedOver,
  ReviewTooManyAssigned,
  ReviewerNotEligible,
  ReviewChanged,
  ReviewSignatureInvalid,
  ReviewUnsigned,
  ReviewNotLookedAt,
  ReviewLooksOnly,
  ReviewCorrectionForbidden,
  ReviewCorrectionNeedsTwo,
  ReviewOpinionGiven,
  FilesPurged,
  PayloadTooLarge,
  UnsupportedMediaType,
  IdempotencyMismatch,
  PictureNotShown,
  RateLimited,
  QuotaExceeded,
  BadRequest,  // framing: not an HTTP request
  RequestTimeout,
  UriTooLong,
  ExpectationFailed,
  HeadersTooLarge,
  Internal,
  NotImplemented,
  Unavailable,
  VersionNotSupported,
};

struct ProblemRow {
  ProblemCode code;
  int status;
  std::string_view name;   // e.g. SVC_INVALID_JSON
  std::string_view title;  // constant for the code, RFC 9457 section 3.1.3
};
const ProblemRow& row_of(ProblemCode code);
// The whole table, in the order of the enum.
std::span<const ProblemRow> problem_rows();

// An answer outside 2xx before it is encoded. `detail` is for people; it never repeats a
// credential, a nonce or bytes of an image.
struct Problem {
  ProblemCode code = ProblemCode::Internal;
  std::string detail{};  // empty: the title is used
  std::optional<std::string> field{};
  std::optional<ChallengeFault> reason{};
  std::optional<LinkFault> link{};    // of SessionInvalid, where the code was that of a link
  std::optional<std::string> told{};  // of a link whose capture people decided: to the person
  std::optional<CurrentStep> current_step{};
  std::optional<std::uint64_t> limit_bytes{};
  std::optional<std::uint64_t> retry_after_seconds{};
  std::optional<std::string> allow{};                  // for MethodNotAllowed
  std::optional<std::vector<FileId>> not_looked_at{};  // of ReviewNotLookedAt, ReviewLooksOnly
};

Problem problem_of(const Rejection& rejection);
Problem problem_of(StoreError error);

// Encodes as application/problem+json (RFC 9457): type, title, status, detail, then ok:false, code,
// requestId and the members of the code. Adds Retry-After, Allow and WWW-Authenticate if the code
// requires them.
Response encode(const Problem& problem, std::string_view request_id);
Schema problem_schema();

}  // namespace countersign::http

#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/event/rejection.h"
#include "core/terms.h"
#include "events/store_error.h"
#include "http/edge/http1/message.h"

namespace countersign::http {

// Every code of a problem body. What each means on the wire, its status and
// title, is given in one table, in problem.cc.
enum class ProblemCode : std::uint8_t {
  InvalidJson,
  InvalidParameter,
  InvalidMultipart,
  MissingPart,
  TooManyFrames,
  ChallengeInvalid,
  ClientMissing,
  ClientAuthFailed,
  UnknownPurpose,
  ScopeDenied,
  SessionInvalid,
  OriginNotAllowed,
  Forbidden,
  NotFound,
  MethodNotAllowed,
  StepOutOfSequence,
  AttemptsExhausted,
  SessionNotActive,
  LegalHold,
  Conflict,
  IdempotencyConflict,
  FilesPurged,
  PayloadTooLarge,
  UnsupportedMediaType,
  IdempotencyMismatch,
  RateLimited,
  QuotaExceeded,
  BadRequest,  // framing: what is no HTTP request
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

// An answer outside 2xx, before it is encoded. `detail` is for people; it never
// repeats a credential, a nonce or bytes of an image.
struct Problem {
  ProblemCode code = ProblemCode::Internal;
  std::string detail{};  // the title when empty
  std::optional<std::string> field{};
  std::optional<ChallengeFault> reason{};
  std::optional<CurrentStep> current_step{};
  std::optional<std::uint64_t> limit_bytes{};
  std::optional<std::uint64_t> retry_after_seconds{};
  std::optional<std::string> allow{};  // of MethodNotAllowed
};

Problem problem_of(const Rejection& rejection);
Problem problem_of(StoreError error);

// application/problem+json (RFC 9457): type, title, status, detail, then
// ok:false, code, requestId and what the code adds; Retry-After, Allow and
// WWW-Authenticate where the code asks for them.
Response encode(const Problem& problem, std::string_view request_id);

}  // namespace countersign::http

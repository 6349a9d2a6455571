#include "http/call/problem.h"

#include <array>

#include "core/check.h"
#include "http/json/json_of.h"

namespace countersign::http {
namespace {

constexpr auto kRows = std::to_array<ProblemRow>({
    {ProblemCode::InvalidJson,
     400,
     "SVC_INVALID_JSON",
     "The body is not a JSON object with the expected members."},
    {ProblemCode::InvalidParameter,
     400,
     "SVC_INVALID_PARAMETER",
     "A parameter has an invalid value."},
    {ProblemCode::InvalidMultipart,
     400,
     "SVC_INVALID_MULTIPART",
     "The body is not valid multipart/form-data."},
    {ProblemCode::MissingPart, 400, "SVC_MISSING_PART", "A part of the form is missing."},
    {ProblemCode::TooManyFrames, 400, "SVC_TOO_MANY_FRAMES", "There are too many frames."},
    {ProblemCode::WebhookForbiddenAddress,
     400,
     "SVC_WEBHOOK_FORBIDDEN_ADDRESS",
     "The server delivers no webhooks to this address."},
    {ProblemCode::ChallengeInvalid,
     400,
     "SVC_CHALLENGE_INVALID",
     "The nonce cannot be redeemed; fetch a new challenge."},
    {ProblemCode::ClientMissing,
     400,
     "SVC_CLIENT_MISSING",
     "The client credentials were not supplied."},
    {ProblemCode::ClientAuthFailed,
     400,
     "SVC_CLIENT_AUTH_FAILED",
     "The client key or the client secret is wrong."},
    {ProblemCode::UnknownPurpose,
     400,
     "SVC_UNKNOWN_PURPOSE",
     "The purpose is not one that the server knows."},
    {ProblemCode::ScopeDenied,
     400,
     "SVC_SCOPE_DENIED",
     "The purpose is not enabled for this client."},
    {ProblemCode::SessionInvalid,
     401,
     "SVC_SESSION_INVALID",
     "The session token is missing, expired or used; start a new session."},
    {ProblemCode::ReviewerLoginRequired,
     401,
     "SVC_REVIEWER_LOGIN_REQUIRED",
     "Nobody is logged in to the console, or the login has ended; log in again."},
    {ProblemCode::OriginNotAllowed,
     403,
     "SVC_ORIGIN_NOT_ALLOWED",
     "The session's originAllowlist does not have this origin."},
    {ProblemCode::Forbidden,
     403,
     "SVC_FORBIDDEN",
     "The client's credentials do not allow this call."},
    {ProblemCode::ReviewForbidden,
     403,
     "SVC_REVIEW_FORBIDDEN",
     "The console does not allow this call: no role of the reviewer's has it, or it does not come "
     "from the console's own page."},
    {ProblemCode::ReviewLoginFailed,
     403,
     "SVC_REVIEW_LOGIN_FAILED",
     "The link or the passkey was not accepted; ask for a new link, or begin again."},
    {ProblemCode::NotFound, 404, "SVC_NOT_FOUND", "The resource does not exist."},
    {ProblemCode::MethodNotAllowed,
     405,
     "SVC_METHOD_NOT_ALLOWED",
     "The resource does not support this method."},
    {ProblemCode::NotAcceptable,
     406,
     "SVC_NOT_ACCEPTABLE",
     "The request accepts no content coding that the server has."},
    {ProblemCode::StepOutOfSequence,
     409,
     "SVC_STEP_OUT_OF_SEQUENCE",
     "The session expects another step now."},
    {ProblemCode::AttemptsExhausted,
     409,
     "SVC_ATTEMPTS_EXHAUSTED",
     "The step has no attempts left."},
    {ProblemCode::SessionNotActive,
     409,
     "SVC_SESSION_NOT_ACTIVE",
     "The session has ended already."},
    {ProblemCode::HandedOff,
     409,
     "SVC_HANDED_OFF",
     "The session goes on on another device; this token may only ask for the status."},
    {ProblemCode::HandoffUnavailable,
     409,
     "SVC_HANDOFF_UNAVAILABLE",
     "The session cannot be handed off to another device."},
    {ProblemCode::LegalHold, 409, "SVC_LEGAL_HOLD", "A legal hold keeps the files of the session."},
    {ProblemCode::Conflict,
     409,
     "SVC_CONFLICT",
     "The present state of the resource does not allow this call."},
    {ProblemCode::IdempotencyConflict,
     409,
     "SVC_IDEMPOTENCY_CONFLICT",
     "A request with this Idempotency-Key is still running."},
    {ProblemCode::ConsentOutdated,
     409,
     "SVC_CONSENT_OUTDATED",
     "This is not the client's present consent text; read it again and ask again."},
    {ProblemCode::ReviewNotPending,
     409,
     "SVC_REVIEW_NOT_PENDING",
     "The session does not wait for a decision, or not for one of this reviewer."},
    {ProblemCode::ReviewNotDecided,
     409,
     "SVC_REVIEW_NOT_DECIDED",
     "The session has no decision that could be corrected."},
    {ProblemCode::ReviewClaimed, 409, "SVC_REVIEW_CLAIMED", "Another reviewer has taken the case."},
    {ProblemCode::ReviewTakenOver,
     409,
     "SVC_REVIEW_TAKEN_OVER",
     "A supervisor has taken the case over from this reviewer."},
    {ProblemCode::ReviewAssigned,
     409,
     "SVC_REVIEW_ASSIGNED",
     "A supervisor has given the case to another reviewer."},
    {ProblemCode::ReviewHandedOver,
     403,
     "SVC_REVIEW_HANDED_OVER",
     "The case was handed to a supervisor, and waits for one."},
    {ProblemCode::ReviewTooManyAssigned,
     409,
     "SVC_REVIEW_TOO_MANY_ASSIGNED",
     "The reviewer has 50 assigned cases, the most there may be."},
    {ProblemCode::ReviewerNotEligible,
     403,
     "SVC_REVIEWER_NOT_ELIGIBLE",
     "The reviewer may not do this with the case."},
    {ProblemCode::ReviewChanged,
     409,
     "SVC_REVIEW_CHANGED",
     "The case is no longer as the reviewer saw it; look at it again."},
    {ProblemCode::ReviewSignatureInvalid,
     403,
     "SVC_REVIEW_SIGNATURE_INVALID",
     "The passkey's signature is not one of this decision by this reviewer."},
    {ProblemCode::ReviewUnsigned,
     403,
     "SVC_REVIEW_UNSIGNED",
     "The client accepts only decisions that the reviewer signs."},
    {ProblemCode::ReviewNotLookedAt,
     409,
     "SVC_REVIEW_NOT_LOOKED_AT",
     "Who decides has looked at each side of the document and at the face, or says why not."},
    {ProblemCode::ReviewLooksOnly,
     403,
     "SVC_REVIEW_LOOKS_ONLY",
     "The client accepts no decision without a look at each side of the document and at the face."},
    {ProblemCode::ReviewCorrectionForbidden,
     403,
     "SVC_REVIEW_CORRECTION_FORBIDDEN",
     "The client does not allow its decisions to be corrected."},
    {ProblemCode::ReviewCorrectionNeedsTwo,
     409,
     "SVC_REVIEW_CORRECTION_NEEDS_TWO",
     "The correction needs two supervisors at the console, as the decision needed two people."},
    {ProblemCode::ReviewOpinionGiven,
     409,
     "SVC_REVIEW_OPINION_GIVEN",
     "Who has given an opinion on the case does not correct it."},
    {ProblemCode::FilesPurged, 410, "SVC_FILES_PURGED", "The files were deleted."},
    {ProblemCode::PayloadTooLarge,
     413,
     "SVC_PAYLOAD_TOO_LARGE",
     "The body of the request is too large."},
    {ProblemCode::UnsupportedMediaType,
     415,
     "SVC_UNSUPPORTED_MEDIA_TYPE",
     "The media type of the body is not supported."},
    {ProblemCode::IdempotencyMismatch,
     422,
     "SVC_IDEMPOTENCY_MISMATCH",
     "The Idempotency-Key was used for another request."},
    {ProblemCode::PictureNotShown,
     422,
     "SVC_PICTURE_NOT_SHOWN",
     "The picture cannot be drawn: whatever read it failed at it."},
    {ProblemCode::RateLimited,
     429,
     "SVC_RATE_LIMITED",
     "Too many requests; wait for as long as Retry-After says."},
    {ProblemCode::QuotaExceeded,
     429,
     "SVC_QUOTA_EXCEEDED",
     "The client's quota of sessions for this month is used up."},
    {ProblemCode::BadRequest, 400, "SVC_BAD_REQUEST", "The request is not valid HTTP."},
    {ProblemCode::RequestTimeout, 408, "SVC_REQUEST_TIMEOUT", "The request came too slowly."},
    {ProblemCode::UriTooLong, 414, "SVC_URI_TOO_LONG", "The request target is too long."},
    {ProblemCode::ExpectationFailed,
     417,
     "SVC_EXPECTATION_FAILED",
     "The Expect header field asks for something that the server does not support."},
    {ProblemCode::HeadersTooLarge,
     431,
     "SVC_HEADERS_TOO_LARGE",
     "The header section is too large."},
    {ProblemCode::Internal,
     500,
     "SVC_INTERNAL",
     "The server failed to answer because of a fault of its own."},
    {ProblemCode::NotImplemented,
     501,
     "SVC_NOT_IMPLEMENTED",
     "The server does not support this kind of request."},
    {ProblemCode::Unavailable,
     503,
     "SVC_UNAVAILABLE",
     "The server cannot do this now; try again later."},
    {ProblemCode::VersionNotSupported,
     505,
     "SVC_VERSION_NOT_SUPPORTED",
     "This version of HTTP is not supported."},
});

// The order makes row_of() an index and ensures that every code has a row.
consteval bool rows_are_in_order() {
  for (std::size_t i = 0; i < kRows.size(); ++i) {
    if (kRows[i].code != static_cast<ProblemCode>(i)) return false;
  }
  return kRows.back().code == ProblemCode::VersionNotSupported;
}
static_assert(rows_are_in_order());

constexpr std::string_view kTypePrefix = "urn:countersign:problem:";

// One second is the shortest time that Retry-After can express. It suits a wait for a queue to
// become shorter, or for a step that others wait for to expire.
constexpr std::uint64_t kDefaultRetrySeconds = 1;

bool asks_to_retry(int status) { return status == 429 || status == 503; }

Problem of(ProblemCode code) { return Problem{.code = code}; }

// The members of the body, some of which the row has and some the problem.
struct ProblemBody {
  const Problem& problem;
  const ProblemRow& row;
  std::string_view request_id;
  std::optional<std::uint64_t> retry_after_seconds;
};

std::string type_of(const ProblemBody& body) {
  return std::string(kTypePrefix) + std::string(body.row.name);
}
std::string_view title_of(const ProblemBody& body) { return body.row.title; }
std::uint64_t status_of(const ProblemBody& body) {
  return static_cast<std::uint64_t>(body.row.status);
}
std::string_view detail_of_body(const ProblemBody& body) {
  return body.problem.detail.empty() ? body.row.title : std::string_view(body.problem.detail);
}
bool is_accepted_body(const ProblemBody&) { return false; }
std::string_view name_of_code(const ProblemBody& body) { return body.row.name; }
constexpr auto kProblem = [](const ProblemBody& body) -> const Problem& { return body.problem; };

std::string never_accepted() { return R"({"const":false})"; }
std::string names_of_codes() {
  std::vector<std::string_view> names;
  for (const ProblemRow& row : kRows) names.push_back(row.name);
  return open_names_schema({}, {}, names).json;
}

}  // namespace

template <>
constexpr auto members_of<ProblemBody> = std::tuple_cat(
    members(Member{"type", type_of, {}, {.format = "uri"}},
            Member{"title", title_of, "The same for every problem of the code."},
            Member{"status", status_of, {}, {.minimum = 400, .maximum = 599}},
            Member{"detail", detail_of_body, "An explanation for people."},
            Member{"ok", is_accepted_body, {}, {.schema = never_accepted}},
            Member{"code", name_of_code, {}, {.schema = names_of_codes}},
            Member{"requestId", &ProblemBody::request_id}),
    members_through(kProblem,
                    members(Member{"field",
                                   &Problem::field,
                                   "The member, part or parameter that is wrong.",
                                   {.left_out = true}},
                            Member{"reason", &Problem::reason, "Of the nonce.", {.left_out = true}},
                            Member{"link",
                                   &Problem::link,
                                   "Why a link that was good opens nothing now.",
                                   {.left_out = true}},
                            Member{"told",
                                   &Problem::told,
                                   "Of a link whose capture people decided: the client's sentence "
                                   "for the person.",
                                   {.left_out = true}},
                            Member{"currentStep", &Problem::current_step, {}, {.left_out = true}},
                            Member{"limitBytes", &Problem::limit_bytes, {}, {.left_out = true}},
                            Member{"notLookedAt",
                                   &Problem::not_looked_at,
                                   "The pictures that the reviewer has not looked at.",
                                   {.left_out = true}})),
    members(Member{"retryAfterSeconds",
                   &ProblemBody::retry_after_seconds,
                   {},
                   {.left_out = true, .minimum = 1}}));

std::span<const ProblemRow> problem_rows() { return kRows; }

const ProblemRow& row_of(ProblemCode code) {
  const auto index = static_cast<std::size_t>(code);
  check(index < kRows.size(), "a problem code is an enumerator of ProblemCode");
  return kRows[index];
}

Problem problem_of(StoreError error) {
  switch (error) {
    case StoreError::Io:
    case StoreError::Full:
    case StoreError::Unreadable:
    case StoreError::Stopped:
      return of(ProblemCode::Unavailable);
    case StoreError::Corrupt:
      // Retrying would not help.
      return of(ProblemCode::Internal);
  }
  check(false, "a store error is an enumerator of StoreError");
  return {};
}

Response encode(const Problem& problem, std::string_view request_id) {
  const ProblemRow& row = row_of(problem.code);
  std::optional<std::uint64_t> retry_after = problem.retry_after_seconds;
  if (!retry_after && asks_to_retry(row.status)) retry_after = kDefaultRetrySeconds;

  Response response;
  response.status = row.status;
  response.headers.add("Content-Type", "application/problem+json");
  response.headers.add("Cache-Control", "no-store");
  if (retry_after) response.headers.add("Retry-After", std::to_string(*retry_after));
  if (problem.allow) response.headers.add("Allow", *problem.allow);
  if (problem.code == ProblemCode::SessionInvalid) {
    response.headers.add("WWW-Authenticate", "Bearer");
  }
  response.body = json_of(ProblemBody{problem, row, request_id, retry_after});
  return response;
}

Schema problem_schema() {
  return answer_schema_of<ProblemBody>("Problem", "RFC 9457, with the members that the code adds.");
}

}  // namespace countersign::http

#pragma once
#include <concepts>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/client/client.h"
#include "core/enum_set.h"
#include "core/result.h"
#include "core/reviewer/reviewer.h"
#include "core/session/session.h"
#include "core/stream/recorded_event.h"
#include "events/store_error.h"
#include "http/call/call.h"
#include "http/call/parameters.h"
#include "http/call/problem.h"
#include "http/edge/body_sink.h"
#include "http/json/schema_of.h"
#include "http/limits/rate_class.h"

namespace countersign::http {

// The parts of the server that each group of handlers uses; each struct is defined in the group's
// folder.
struct BackendService;
struct DescribeService;
struct DeviceService;
struct DownloadService;
struct OperatorService;
struct RepeatService;
struct ReviewService;
// The documentation, see http/pages/docs/doc_site.h.
class DocSite;

// ---- proofs -----------------------------------------------------------------

// The caller is part of a handler's type. The proof that a handler takes is made only by
// authentication: a handler that takes a DeviceSession cannot be reached without a valid session
// token, and a handler that takes an OwnedSession cannot be reached without the credentials of the
// client that owns the session. The rules of 401 and of the uniform 404 are in authenticate.cc
// only.

// The token is valid, the session is active and not handed off (but for a row with
// `after_handoff`), the origin is allowed and the rate is kept. For a by::RepeatingDevice the
// session may have ended; see authenticate_repeatable().
struct DeviceSession {
  Session session;
  TokenHash token{};  // of the caller; not the session's own if is_handed_off()
};
// The client headers are valid.
struct AuthenticatedClient {
  Client client;
};
// The client headers are valid, and the client may audit the log.
struct AuditorClient {
  Client client;
};
// The client headers are valid, and the session belongs to that client.
struct OwnedSession {
  Client client;
  Session session;
};
// The cookie is that of a login, the reviewer is not disabled and has a role that the row names,
// and the call comes from the console's own page.
struct AuthenticatedReviewer {
  Reviewer reviewer;
  std::string session{};  // the id of the login, as review_sessions.h has it
  std::string passkey{};  // that logged in; empty if another party did
};
// The peer of the admin socket.
struct OperatorPeer {
  std::uint32_t uid = 0;
};

// ---- bodies -----------------------------------------------------------------

// The body of a call: what its handler takes of it, after the arguments that the caller's kind
// gives, and the problems that every call with such a body may answer.
struct NoBody {
  template <class... Arguments>
  using Run = void (*)(Arguments...);
  static constexpr EnumSet<ProblemCode> kProblems{};
};
// A small body, gathered before the handler runs. It may be empty.
struct Json {
  template <class... Arguments>
  using Run = void (*)(Arguments..., std::string body);
  static constexpr EnumSet<ProblemCode> kProblems{ProblemCode::InvalidJson,
                                                  ProblemCode::InvalidParameter,
                                                  ProblemCode::PayloadTooLarge,
                                                  ProblemCode::UnsupportedMediaType};
};
// A multipart body. The handler returns its reader, or null if it has refused the call.
struct FormData {
  template <class... Arguments>
  using Run = std::shared_ptr<BodySink> (*)(Arguments...);
  static constexpr EnumSet<ProblemCode> kProblems{ProblemCode::InvalidMultipart,
                                                  ProblemCode::MissingPart,
                                                  ProblemCode::InvalidParameter,
                                                  ProblemCode::PayloadTooLarge,
                                                  ProblemCode::UnsupportedMediaType};
};

// ---- callers ----------------------------------------------------------------

// The base of a kind of caller: the part of the server that its handlers touch, and the proof that
// they take if authentication makes one.
template <class Service, class... Proof>
struct Given {
  template <class Body>
  using Run = typename Body::template Run<Service&, const CallPtr&, const Proof&...>;
};

// The words of the OpenAPI document about a kind of caller, and the problems that every call of
// such a caller may answer.
struct Caller {
  std::string_view described;                    // a sentence
  std::span<const std::string_view> security{};  // schemes, all of them needed
  std::string_view role{};                       // that the credentials must have
  EnumSet<ProblemCode> problems{};
};
inline constexpr std::string_view kClientSecurity[] = {"clientKey", "clientSecret"};
inline constexpr std::string_view kDeviceSecurity[] = {"sessionToken"};

// The kinds of callers. dispatch.cc has for each how it is authenticated.
namespace by {

using enum ProblemCode;

struct Anyone : Given<DescribeService> {
  static constexpr Caller kCaller{.described = "For everyone, without credentials.",
                                  .problems = {MethodNotAllowed}};
};
// A web page or a file that one loads is open to all, and not part of the API.
struct Browser {
  template <class Body>
  using Run = typename Body::template Run<const CallPtr&>;
  static constexpr Caller kCaller{.described = "For browsers."};
};
// A browser again, for which the operator has the server show the documentation.
struct DocsReader : Given<const DocSite> {
  static constexpr Caller kCaller{.described = "For browsers."};
};
// A backend whose credentials are in the body, so that the handler checks them itself.
struct Creator : Given<BackendService> {
  static constexpr Caller kCaller{
      .described = "For the backend, with its credentials in the body.",
      .problems = {ClientMissing, ClientAuthFailed, RateLimited, Internal, Unavailable}};
};
struct Client : Given<BackendService, AuthenticatedClient> {
  static constexpr Caller kCaller{.described = "For the backend, with its credentials.",
                                  .security = kClientSecurity,
                                  .problems = {NotFound, RateLimited, Internal, Unavailable}};
};
struct Auditor : Given<BackendService, AuditorClient> {
  static constexpr Caller kCaller{
      .described = "For the backend of a client with the role `auditor`, with its credentials.",
      .security = kClientSecurity,
      .role = "auditor",
      .problems = {NotFound, Forbidden, RateLimited, Internal, Unavailable}};
};
struct Owner : Given<BackendService, OwnedSession> {
  static constexpr Caller kCaller = Client::kCaller;
};
// An owner that is sent stored files of its session.
struct Downloader : Given<DownloadService, OwnedSession> {
  static constexpr Caller kCaller = Client::kCaller;
};
// A device whose credential is a code in the body, so that the handler checks it itself.
struct CodeHolder : Given<DeviceService> {
  static constexpr Caller kCaller{
      .described = "For the device, with a code in the body and no other credential.",
      .problems = {SessionInvalid, OriginNotAllowed, RateLimited, Internal, Unavailable}};
};
struct Device : Given<DeviceService, DeviceSession> {
  static constexpr Caller kCaller{
      .described = "For the device, with the session token.",
      .security = kDeviceSecurity,
      .problems = {SessionInvalid, OriginNotAllowed, RateLimited, Internal, Unavailable}};
};
// A device whose call may be repeated with its Idempotency-Key after the session has ended.
struct RepeatingDevice : Given<DeviceService, DeviceSession> {
  static constexpr Caller kCaller = Device::kCaller;
};
// The peer of the admin socket. No document has its calls, nor those of the console below.
struct Operator : Given<OperatorService, OperatorPeer> {
  static constexpr Caller kCaller{};
};
// Anyone at the console's listener: a GET that a browser follows, such as the way to an identity
// provider.
struct Visitor : Given<ReviewService> {
  static constexpr Caller kCaller{};
};
// Someone who logs in: a call from the console's own page, with a rate for each address.
struct Entrant : Given<ReviewService> {
  static constexpr Caller kCaller{};
};
// A reviewer who is logged in and has one of the row's roles, for whatever client. The handler
// checks whether a role covers the client of the case (core/session/review/review_rights.h).
struct Reviewer : Given<ReviewService, AuthenticatedReviewer> {
  static constexpr Caller kCaller{};
};

}  // namespace by

// ---- handlers ---------------------------------------------------------------

template <class Who, class Body = NoBody>
struct Handles {
  typename Who::template Run<Body> run;
};

using Handler = std::variant<Handles<by::Anyone>,
                             Handles<by::Browser>,
                             Handles<by::DocsReader>,
                             Handles<by::Creator, Json>,
                             Handles<by::Client>,
                             Handles<by::Client, Json>,
                             Handles<by::Auditor>,
                             Handles<by::Owner>,
                             Handles<by::Owner, Json>,
                             Handles<by::Downloader>,
                             Handles<by::CodeHolder, Json>,
                             Handles<by::Device>,
                             Handles<by::RepeatingDevice>,
                             Handles<by::RepeatingDevice, Json>,
                             Handles<by::RepeatingDevice, FormData>,
                             Handles<by::Operator, Json>,
                             Handles<by::Visitor>,
                             Handles<by::Entrant, Json>,
                             Handles<by::Reviewer>,
                             Handles<by::Reviewer, Json>>;

// Returns whether the calls of a handler are made by one of these kinds of callers.
template <class... Whos>
constexpr bool is_called_by(const Handler& handler) {
  return std::visit([]<class Who, class Body>(
                        const Handles<Who, Body>&) { return (std::same_as<Who, Whos> || ...); },
                    handler);
}

// Returns whether the calls of a handler have one of these bodies.
template <class... Bodies>
constexpr bool takes(const Handler& handler) {
  return std::visit([]<class Who, class Body>(
                        const Handles<Who, Body>&) { return (std::same_as<Body, Bodies> || ...); },
                    handler);
}

// Returns the caller of a handler, with the problems of the handler's body too.
constexpr Caller caller_of(const Handler& handler) {
  return std::visit(
      []<class Who, class Body>(const Handles<Who, Body>&) {
        Caller caller = Who::kCaller;
        caller.problems |= Body::kProblems;
        return caller;
      },
      handler);
}

// Makes the body of an answer again that was given to an earlier request with the Idempotency-Key
// `key`, of the last event of that request's append. Corrupt: no such request leads to that event.
using AnswerAgain = Result<std::string, StoreError> (*)(const RepeatService&,
                                                        std::string_view key,
                                                        const RecordedEvent& last);

// One row of the API, or a web page. Routing, `Allow`, the OpenAPI document and the conformance
// tests come from the table of these rows.
struct Endpoint {
  Method method;
  std::string_view path;  // e.g. /api/svc/session/{sessionId}/result; see router.h
  Handler handler;
  RateClass rate = RateClass::None;
  std::string_view operation_id{};
  std::string_view summary{};
  EnumSet<Parameter> parameters{};
  EnumSet<ProblemCode> problems{};  // in addition to those of the handler and parameters
  EnumSet<ReviewerRole> roles{};  // of a reviewer, one of them for some client; empty: none needed
  bool after_handoff = false;     // also for a device that has lost the session to another
  bool receipt = false;           // the answer says where it is recorded: Svc-Log-Receipt
  Schema (*request)() = nullptr;  // of the body; null: no body
  Schema (*answer)() = nullptr;   // of the 200; null: it is not JSON
  std::string_view response_type = "application/json";
  // A row with Parameter::IdempotencyKey has one, unless its handler makes the answer again itself,
  // because that needs more than the event.
  AnswerAgain again = nullptr;
};

// The whole public API, in the order of the interface specification, and the web pages.
std::span<const Endpoint> public_endpoints();
// The operators' API, served on the admin socket only.
std::span<const Endpoint> admin_endpoints();
// The reviewers' console, on its own listener.
std::span<const Endpoint> review_endpoints();
// The row of the documentation, which is in no table: a server that shows none has no such path.
const Endpoint& docs_endpoint();
// The operation ids of all.
std::vector<std::string_view> operation_ids();

}  // namespace countersign::http

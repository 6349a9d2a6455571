#pragma once
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/client/client.h"
#include "core/enum_set.h"
#include "core/reviewer/reviewer.h"
#include "core/session/session.h"
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
struct ReviewService;

// The caller is part of a handler's type. The argument that a handler takes is made only by
// authentication: a handler that takes a DeviceSession cannot be reached without a valid session
// token, and a handler that takes an OwnedSession cannot be reached without the credentials of the
// client that owns the session. The rules of 401 and of the uniform 404 are in authenticate.cc
// only.

// The token is valid, the session is active and not handed off (but for a row with
// `after_handoff`), the origin is allowed and the rate is kept. For an UploadHandler, a
// FinalizeHandler and a DeviceJsonHandler the session may have ended; see
// authenticate_repeatable().
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

using OpenHandler = void (*)(DescribeService&, const CallPtr&);
// Sends a web page or a file that one loads. It is open to all, and not part of the API.
using PageHandler = void (*)(const CallPtr&);
// The credentials are in the body, so the handler checks them itself.
using CreateHandler = void (*)(BackendService&, const CallPtr&, std::string body);
using ClientHandler = void (*)(BackendService&, const CallPtr&, const AuthenticatedClient&);
// A call of a client with a body of JSON, which may be empty.
struct ClientJsonHandler {
  void (*run)(BackendService&, const CallPtr&, const AuthenticatedClient&, std::string body);
};
using AuditorHandler = void (*)(BackendService&, const CallPtr&, const AuditorClient&);
using SessionHandler = void (*)(BackendService&, const CallPtr&, const OwnedSession&);
// As SessionHandler, for a body of JSON.
struct SessionJsonHandler {
  void (*run)(BackendService&, const CallPtr&, const OwnedSession&, std::string body);
};
// Sends stored files of a session.
using DownloadHandler = void (*)(DownloadService&, const CallPtr&, const OwnedSession&);
// The credential is a code in the body, so the handler checks it itself.
using CodeHandler = void (*)(DeviceService&, const CallPtr&, std::string body);
using DeviceHandler = void (*)(DeviceService&, const CallPtr&, const DeviceSession&);
// Handles a device call that may be repeated with its Idempotency-Key after the session has ended.
// Returns the reader of the multipart body, or null if it has refused the call.
using UploadHandler = std::shared_ptr<BodySink> (*)(DeviceService&,
                                                    const CallPtr&,
                                                    const DeviceSession&);
// As UploadHandler, for a call without a body.
struct FinalizeHandler {
  void (*run)(DeviceService&, const CallPtr&, const DeviceSession&);
};
// As UploadHandler, for a body of JSON, which may be empty.
struct DeviceJsonHandler {
  void (*run)(DeviceService&, const CallPtr&, const DeviceSession&, std::string body);
};
// Handles a call on the admin socket: a JSON body in, JSON out.
using AdminHandler = void (*)(OperatorService&,
                              const CallPtr&,
                              const OperatorPeer&,
                              std::string body);

// ---- the reviewers' console; each answers on its own listener alone ----

// A visit by anyone: a GET that a browser follows, such as the way to an identity provider.
struct ReviewVisitHandler {
  void (*run)(ReviewService&, const CallPtr&);
};
// Someone who logs in: a JSON body from the console's own page, with a rate for each address.
struct ReviewEntryHandler {
  void (*run)(ReviewService&, const CallPtr&, std::string body);
};
// A call of a reviewer. With `roles`, only of one who has one of them for some client; a supervisor
// is a reviewer too. The handler checks the client (reviewer_role.h).
struct ReviewerHandler {
  void (*run)(ReviewService&, const CallPtr&, const AuthenticatedReviewer&);
  EnumSet<ReviewerRole> roles{};
};
// The same with a JSON body.
struct ReviewerJsonHandler {
  void (*run)(ReviewService&, const CallPtr&, const AuthenticatedReviewer&, std::string body);
  EnumSet<ReviewerRole> roles{};
};
using ReviewHandler =
    std::variant<ReviewVisitHandler, ReviewEntryHandler, ReviewerHandler, ReviewerJsonHandler>;

using Handler = std::variant<OpenHandler,
                             PageHandler,
                             CreateHandler,
                             ClientHandler,
                             ClientJsonHandler,
                             AuditorHandler,
                             SessionHandler,
                             SessionJsonHandler,
                             DownloadHandler,
                             CodeHandler,
                             DeviceHandler,
                             UploadHandler,
                             FinalizeHandler,
                             DeviceJsonHandler,
                             AdminHandler,
                             ReviewHandler>;

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
  bool after_handoff = false;       // also for a device that has lost the session to another
  bool receipt = false;             // the answer says where it is recorded: Svc-Log-Receipt
  Schema (*request)() = nullptr;    // of the body; null: no body
  Schema (*answer)() = nullptr;     // of the 200; null: it is not JSON
  std::string_view response_type = "application/json";
};

// The whole public API, in the order of the interface specification, and the web pages.
std::span<const Endpoint> public_endpoints();
// The operators' API, served on the admin socket only.
std::span<const Endpoint> admin_endpoints();
// The reviewers' console, on its own listener.
std::span<const Endpoint> review_endpoints();
// The operation ids of all.
std::vector<std::string_view> operation_ids();

}  // namespace countersign::http

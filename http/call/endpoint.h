#pragma once
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/client/client.h"
#include "core/session/session.h"
#include "http/call/call.h"
#include "http/edge/body_sink.h"
#include "http/limits/rate_class.h"

namespace countersign::http {

class Service;

// Who is calling is part of a handler's type: the argument that a handler takes
// can only be made by authenticating, so a handler that takes a DeviceSession
// cannot be reached without a valid session token, one that takes an
// OwnedSession not without the credentials of the client that owns it. The rules
// of 401 and of the uniform 404 stand in authenticate.cc, once.

// A valid token, its session active, the origin allowed, the rate kept. Of an UploadHandler and a
// FinalizeHandler the session may have ended: see authenticate_repeatable().
struct DeviceSession {
  Session session;
};
// Valid client headers.
struct AuthenticatedClient {
  Client client;
};
// Valid client headers of a client that may audit the log.
struct AuditorClient {
  Client client;
};
// Valid client headers, and a session of that client.
struct OwnedSession {
  Client client;
  Session session;
};
// The peer of the admin socket.
struct OperatorPeer {
  std::uint32_t uid = 0;
};

using OpenHandler = void (*)(Service&, const CallPtr&);
// Credentials are in the body, so the handler checks them itself.
using CreateHandler = void (*)(Service&, const CallPtr&, std::string body);
using ClientHandler = void (*)(Service&, const CallPtr&, const AuthenticatedClient&);
using AuditorHandler = void (*)(Service&, const CallPtr&, const AuditorClient&);
using SessionHandler = void (*)(Service&, const CallPtr&, const OwnedSession&);
using DeviceHandler = void (*)(Service&, const CallPtr&, const DeviceSession&);
// A device call that a session which has ended may repeat with its Idempotency-Key. Returns the
// reader of the multipart body, or null when it has refused the call.
using UploadHandler = std::shared_ptr<BodySink> (*)(Service&, const CallPtr&, const DeviceSession&);
// The same, of a call without a body.
struct FinalizeHandler {
  void (*run)(Service&, const CallPtr&, const DeviceSession&);
};
// Of the admin socket: a JSON body in, JSON out.
using AdminHandler = void (*)(Service&, const CallPtr&, const OperatorPeer&, std::string body);

using Handler = std::variant<OpenHandler,
                             CreateHandler,
                             ClientHandler,
                             AuditorHandler,
                             SessionHandler,
                             DeviceHandler,
                             UploadHandler,
                             FinalizeHandler,
                             AdminHandler>;

// One row of the API. Routing, `Allow`, the OpenAPI document and the
// conformance tests come from the table of these rows.
struct Endpoint {
  Method method;
  std::string_view path;  // e.g. /api/svc/session/{sessionId}/result; see router.h
  Handler handler;
  RateClass rate = RateClass::None;
  std::string_view operation_id{};
  std::string_view summary{};
  std::string_view request_schema{};   // a name of openapi_schemas.cc; empty: no body
  std::string_view response_schema{};  // of the 2xx answer
  std::string_view response_type = "application/json";
};

// The whole public API, in the order of the interface specification.
std::span<const Endpoint> public_endpoints();
// The operators' API, served on the admin socket only.
std::span<const Endpoint> admin_endpoints();
// The operation ids of both.
std::vector<std::string_view> operation_ids();

}  // namespace countersign::http

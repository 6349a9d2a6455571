#include "http/application.h"

#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "http/call/json_body.h"
#include "http/call/plain_body.h"
#include "http/caller/authenticate.h"
#include "http/caller/hold_place.h"
#include "http/service.h"
#include "http/wire/cors.h"

namespace countersign::http {
namespace {

// The limit of an operation's input. The largest input has a logo and a consent text, both with
// every character escaped.
constexpr std::uint64_t kAdminBodyMaxBytes = 256ull << 10;

constexpr std::string_view kAllowOfServer = "GET, HEAD, POST, PATCH, DELETE, OPTIONS";

const ClientKey& client_of(const AuthenticatedClient& caller) { return caller.client.key; }
const ClientKey& client_of(const AuditorClient& caller) { return caller.client.key; }
const ClientKey& client_of(const OwnedSession& caller) { return caller.client.key; }
const ClientKey& client_of(const DeviceSession& caller) { return caller.session.client; }

// One overload for each kind of handler. The overload authenticates the caller, which gives the
// argument that the handler takes. No other code makes such an argument.
struct Dispatch {
  Service& service;
  const CallPtr& call;
  using Sink = std::shared_ptr<BodySink>;

  Sink operator()(OpenHandler run) const {
    run(service.describe, call);
    return nullptr;
  }
  Sink operator()(PageHandler run) const {
    run(call);
    return nullptr;
  }
  Sink operator()(CreateHandler run) const {
    return JsonBody::begin(
        call, json_limit(), [&backend = service.backend, call = call, run](std::string body) {
          run(backend, call, std::move(body));
        });
  }
  Sink operator()(ClientHandler run) const {
    if (const auto client = admitted(authenticate_client(service.caller, call))) {
      run(service.backend, call, *client);
    }
    return nullptr;
  }
  Sink operator()(const ClientJsonHandler& handler) const {
    const auto client = admitted(authenticate_client(service.caller, call));
    if (!client) return nullptr;
    return JsonBody::begin(
        call,
        json_limit(),
        [&backend = service.backend, call = call, run = handler.run, client = *client](
            std::string body) { run(backend, call, client, std::move(body)); });
  }
  Sink operator()(AuditorHandler run) const {
    if (const auto auditor = admitted(authenticate_auditor(service.caller, call))) {
      run(service.backend, call, *auditor);
    }
    return nullptr;
  }
  Sink operator()(SessionHandler run) const {
    if (const auto owned = admitted(authenticate_owner(service.caller, call))) {
      run(service.backend, call, *owned);
    }
    return nullptr;
  }
  Sink operator()(const SessionJsonHandler& handler) const {
    const auto owned = admitted(authenticate_owner(service.caller, call));
    if (!owned) return nullptr;
    return JsonBody::begin(
        call,
        json_limit(),
        [&backend = service.backend, call = call, run = handler.run, owned = *owned](
            std::string body) { run(backend, call, owned, std::move(body)); });
  }
  Sink operator()(DownloadHandler run) const {
    if (const auto owned = admitted(authenticate_owner(service.caller, call))) {
      run(service.download, call, *owned);
    }
    return nullptr;
  }
  Sink operator()(CodeHandler run) const {
    return JsonBody::begin(
        call, json_limit(), [&device = service.device, call = call, run](std::string body) {
          run(device, call, std::move(body));
        });
  }
  Sink operator()(DeviceHandler run) const {
    if (const auto device = admitted(authenticate_device(service.caller, call))) {
      run(service.device, call, *device);
    }
    return nullptr;
  }
  Sink operator()(UploadHandler run) const {
    const auto device = admitted(authenticate_repeatable(service.caller, call));
    return device && admit_plain_body(call) ? run(service.device, call, *device) : nullptr;
  }
  Sink operator()(const FinalizeHandler& handler) const {
    if (const auto device = admitted(authenticate_repeatable(service.caller, call))) {
      handler.run(service.device, call, *device);
    }
    return nullptr;
  }
  Sink operator()(const DeviceJsonHandler& handler) const {
    const auto device = admitted(authenticate_repeatable(service.caller, call));
    if (!device) return nullptr;
    return JsonBody::begin(
        call,
        json_limit(),
        [&devices = service.device, call = call, run = handler.run, device = *device](
            std::string body) { run(devices, call, device, std::move(body)); });
  }
  Sink operator()(AdminHandler run) const {
    check(call->head().admin && call->head().peer_uid.has_value(),
          "an operator's endpoint is called over the admin socket, by a peer with a user id");
    const OperatorPeer peer{*call->head().peer_uid};
    return JsonBody::begin(call,
                           kAdminBodyMaxBytes,
                           [&operators = service.operators, call = call, run, peer](
                               std::string body) { run(operators, call, peer, std::move(body)); });
  }
  Sink operator()(const ReviewHandler&) const {
    check(false, "an endpoint of the console is in the console's table");
    return nullptr;
  }

 private:
  std::uint64_t json_limit() const { return service.settings.max_json_bytes; }

  // A call keeps its connection until it is answered, and no other call gets that place. So the
  // calls of a client and of its devices, whatever they wait for, leave places to other clients.
  // Returns nullopt if there is no caller, and after answering with 503.
  template <class Caller>
  std::optional<Caller> admitted(std::optional<Caller> caller) const {
    const std::string refusal = "The client has too many calls in progress; try again later.";
    if (caller && !hold_place(service.client_calls, client_of(*caller), call, refusal)) {
      return std::nullopt;
    }
    return caller;
  }
};

}  // namespace

CaptureApplication::CaptureApplication(Service& service)
    : RoutedApplication(service, service.settings.public_origin.value_or("")),
      public_router_(public_endpoints()),
      admin_router_(admin_endpoints()) {}

std::shared_ptr<BodySink> CaptureApplication::route(const CallPtr& call) {
  const RequestHead& head = call->head();
  const bool is_options = head.method == Method::Options;
  if (is_options && head.path == "*") {
    call->reply(options_answer(head, kAllowOfServer));
    return nullptr;
  }
  const Router& router = head.admin ? admin_router_ : public_router_;
  Router::Found found = router.find(head.method, head.path);
  if (auto* match = std::get_if<Router::Match>(&found)) {
    call->routed(*match->endpoint, std::move(match->parameters));
    return std::visit(Dispatch{service_, call}, match->endpoint->handler);
  }
  const auto* other = std::get_if<Router::NoSuchMethod>(&found);
  if (other == nullptr) {
    call->refuse({.code = ProblemCode::NotFound, .detail = "The path does not exist."});
  } else if (is_options) {
    call->reply(options_answer(head, other->allow));
  } else {
    call->refuse({.code = ProblemCode::MethodNotAllowed, .allow = std::string(other->allow)});
  }
  return nullptr;
}

}  // namespace countersign::http

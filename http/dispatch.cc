#include "http/dispatch.h"

#include <concepts>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <variant>

#include "http/call/endpoint.h"
#include "http/call/json_body.h"
#include "http/call/plain_body.h"
#include "http/caller/authenticate.h"
#include "http/caller/hold_place.h"
#include "http/review/authenticate_reviewer.h"
#include "http/service.h"

namespace countersign::http {
namespace {

// The limit of an operation's input. The largest input has a logo and a consent text, both with
// every character escaped.
constexpr std::uint64_t kAdminBodyMaxBytes = 256ull << 10;

const ClientKey& client_of(const AuthenticatedClient& caller) { return caller.client.key; }
const ClientKey& client_of(const AuditorClient& caller) { return caller.client.key; }
const ClientKey& client_of(const OwnedSession& caller) { return caller.client.key; }
const ClientKey& client_of(const DeviceSession& caller) { return caller.session.client; }

struct Dispatch {
  Service& service;
  const CallPtr& call;
  using Sink = std::shared_ptr<BodySink>;

  template <class Who, class Body>
  Sink operator()(const Handles<Who, Body>& handler) const {
    auto given = admit(Who());
    if (!given) return nullptr;
    if constexpr (std::same_as<Body, Json>) {
      // Another site's page can send a body of any type but JSON's.
      if (std::same_as<Who, by::Reviewer> && !admit_json(call)) return nullptr;
      return JsonBody::begin(call,
                             json_limit<Who>(),
                             [run = handler.run, given = *std::move(given)](std::string body) {
                               std::apply([&](auto&... each) { run(each..., std::move(body)); },
                                          given);
                             });
    } else if constexpr (std::same_as<Body, FormData>) {
      return admit_plain_body(call) ? std::apply(handler.run, *given) : nullptr;
    } else {
      std::apply(handler.run, *given);
      return nullptr;
    }
  }

 private:
  // One overload for each kind of caller. The overload authenticates the caller, which makes the
  // arguments that the handler takes before a body; nullopt if the call has been refused. No other
  // code makes a proof.
  auto admit(by::Anyone) const { return given(service.describe); }
  auto admit(by::Browser) const { return std::optional(std::tuple(call)); }
  auto admit(by::DocsReader) const {
    check(service.docs != nullptr, "the path of the documentation is one where a server shows it");
    return given(*service.docs);
  }
  auto admit(by::Creator) const { return given(service.backend); }
  auto admit(by::Client) const {
    return given(service.backend, placed(authenticate_client(service.caller, call)));
  }
  auto admit(by::Auditor) const {
    return given(service.backend, placed(authenticate_auditor(service.caller, call)));
  }
  auto admit(by::Owner) const {
    return given(service.backend, placed(authenticate_owner(service.caller, call)));
  }
  auto admit(by::Downloader) const {
    return given(service.download, placed(authenticate_owner(service.caller, call)));
  }
  auto admit(by::CodeHolder) const { return given(service.device); }
  auto admit(by::Device) const {
    return given(service.device, placed(authenticate_device(service.caller, call)));
  }
  auto admit(by::RepeatingDevice) const {
    return given(service.device, placed(authenticate_repeatable(service.caller, call)));
  }
  auto admit(by::Operator) const {
    check(call->head().admin && call->head().peer_uid.has_value(),
          "an operator's endpoint is called over the admin socket, by a peer with a user id");
    return given(service.operators, std::optional(OperatorPeer{*call->head().peer_uid}));
  }
  auto admit(by::Visitor) const { return given(service.review); }
  auto admit(by::Entrant) const {
    return admit_entry(service.review, call) ? given(service.review) : std::nullopt;
  }
  auto admit(by::Reviewer) const {
    return given(service.review,
                 authenticate_reviewer(service.review, call, call->endpoint()->roles));
  }

  template <class Part>
  std::optional<std::tuple<Part&, CallPtr>> given(Part& part) const {
    return std::tuple<Part&, CallPtr>(part, call);
  }
  template <class Part, class Proof>
  std::optional<std::tuple<Part&, CallPtr, Proof>> given(Part& part,
                                                         std::optional<Proof> proof) const {
    if (!proof) return std::nullopt;
    return std::tuple<Part&, CallPtr, Proof>(part, call, *std::move(proof));
  }

  // A call keeps its connection until it is answered, and no other call gets that place. So the
  // calls of a client and of its devices, whatever they wait for, leave places to other clients.
  // Returns nullopt if there is no caller, and after answering with 503.
  template <class Proof>
  std::optional<Proof> placed(std::optional<Proof> proof) const {
    const std::string refusal = "The client has too many calls in progress; try again later.";
    if (proof && !hold_place(service.client_calls, client_of(*proof), call, refusal)) {
      return std::nullopt;
    }
    return proof;
  }

  template <class Who>
  std::uint64_t json_limit() const {
    return std::same_as<Who, by::Operator> ? kAdminBodyMaxBytes : service.settings.max_json_bytes;
  }
};

}  // namespace

std::shared_ptr<BodySink> dispatch(Service& service, const CallPtr& call) {
  return std::visit(Dispatch{service, call}, call->endpoint()->handler);
}

}  // namespace countersign::http

#include "events/audit/streams/client_audit.h"

#include <vector>

#include "core/text/base64url.h"
#include "events/crypto/sha256.h"

namespace countersign {
namespace {

using Made = std::optional<ClientCommand>;

// The command that the event may have come from; nullopt for an event of another stream.
Made command_of(const Event& event, UtcTime at) {
  if (const auto* registered = std::get_if<ClientRegistered>(&event)) {
    return RegisterClient{
        at, registered->name, registered->policy, registered->secret, registered->sandbox};
  }
  if (const auto* changed = std::get_if<ClientChanged>(&event)) {
    return ChangeClient{at, changed->name, changed->policy};
  }
  if (const auto* added = std::get_if<SecretAdded>(&event)) return AddSecret{at, added->secret};
  if (const auto* revoked = std::get_if<SecretRevoked>(&event)) {
    return RevokeSecret{at, revoked->secret_id};
  }
  if (const auto* disabled = std::get_if<ClientDisabled>(&event)) {
    return DisableClient{at, disabled->reason};
  }
  if (const auto* closed = std::get_if<ClientClosed>(&event)) {
    return CloseClient{at, closed->reason, closed->purge_at};
  }
  if (const auto* changed = std::get_if<CapturePageChanged>(&event)) {
    return ChangeCapturePage{at, changed->page};
  }
  if (const auto* changed = std::get_if<ClientLogoChanged>(&event)) {
    return ChangeLogo{at, changed->logo, changed->bytes};
  }
  if (const auto* changed = std::get_if<ConsentTextChanged>(&event)) {
    return ChangeConsentText{at, changed->consent, changed->text, changed->language};
  }
  return std::nullopt;
}

bool holds_what_it_names(const ClientLogoChanged& event) {
  const auto bytes = from_base64url(event.bytes);
  if (!event.logo) return event.bytes.empty();
  return bytes && bytes->size() == event.logo->size_bytes &&
         Sha256(sha256(*bytes)) == event.logo->sha256;
}

bool holds_what_it_names(const ConsentTextChanged& event) {
  if (!event.consent) return event.text.empty();
  return Sha256(sha256(event.text)) == event.consent->sha256;
}

bool holds_what_it_names(const Event& event) {
  if (const auto* logo = std::get_if<ClientLogoChanged>(&event)) return holds_what_it_names(*logo);
  const auto* consent = std::get_if<ConsentTextChanged>(&event);
  return consent == nullptr || holds_what_it_names(*consent);
}

}  // namespace

std::optional<std::string> client_fault(const Client& client, const RecordedEvent& recorded) {
  const Made command = command_of(recorded.event, recorded.at);
  const auto again = command ? decide(client, *command) : Decision<ClientEvent>(Rejection{});
  if (!again || any_stream(*again) != std::vector<Event>{recorded.event}) {
    return "the rules of a client do not allow the event at this place";
  }
  if (recorded.actor.kind != ActorKind::Operator) {
    return "the event of a client was recorded for somebody who is no operator";
  }
  if (holds_what_it_names(recorded.event)) return std::nullopt;
  return "the SHA-256 of the event's logo or text is not the one that the event gives";
}

}  // namespace countersign

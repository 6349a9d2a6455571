#include "core/reviewer/reviewer.h"

#include <algorithm>
#include <utility>

namespace countersign {
namespace {

Decision<ReviewerEvent> decide_on(const Reviewer& reviewer, const RegisterReviewer& command) {
  if (reviewer.registered) return refused(Refusal::ReviewerExists);
  return happened<ReviewerEvent>(ReviewerRegistered{command.roles});
}

Decision<ReviewerEvent> decide_on(const Reviewer& reviewer, const ChangeReviewer& command) {
  if (!is_usable(reviewer)) return refused(Refusal::ReviewerUnknown);
  if (reviewer.roles == command.roles) return refused(Refusal::NothingToDo);
  return happened<ReviewerEvent>(ReviewerChanged{command.roles});
}

Decision<ReviewerEvent> decide_on(const Reviewer& reviewer, const MakeReviewerLink& command) {
  if (!is_usable(reviewer)) return refused(Refusal::ReviewerUnknown);
  return happened<ReviewerEvent>(ReviewerLinkMade{command.link, command.expires_at});
}

// The reviewer's own passkey signed the change on the page that the changed passkey belongs to, and
// its counter goes on.
std::optional<Refusal> refusal_of_signer(const Reviewer& reviewer,
                                         const KeySignature& signature,
                                         std::string_view origin) {
  const OwnedPasskey* const signer = find_passkey(reviewer, signature.key_id);
  if (signer == nullptr || signer->passkey.origin != origin) return Refusal::PasskeyUnknown;
  if (!counter_goes_on(signer->passkey.counter, counter_of(signature))) {
    return Refusal::PasskeyCopied;
  }
  return std::nullopt;
}

KeyWord word_of(const AddPasskey& command) {
  if (command.link) return KeyWord::Link;
  return command.signature ? KeyWord::Passkey : KeyWord::Provider;
}

// Refuses what a change without a key could be: of somebody who has the reviewer's login alone.
std::optional<Refusal> refusal_of_word(const Reviewer& reviewer, const AddPasskey& command) {
  const std::string& origin = command.passkey.origin;
  switch (word_of(command)) {
    case KeyWord::Passkey:
      return refusal_of_signer(reviewer, *command.signature, origin);
    case KeyWord::Provider:
      if (reviewer.by_provider && !has_passkey_for(reviewer, origin)) return std::nullopt;
      return Refusal::PasskeyUnsigned;
    case KeyWord::Link:  // is_link_open()
    case KeyWord::Unsaid:
    case KeyWord::Operator:
      return std::nullopt;
  }
  return std::nullopt;
}

// The link is checked before the passkeys, so that an invalid link reveals nothing about them.
Decision<ReviewerEvent> decide_on(const Reviewer& reviewer, const AddPasskey& command) {
  if (!is_usable(reviewer)) return refused(Refusal::ReviewerUnknown);
  if (command.link && !is_link_open(reviewer, *command.link, command.at)) {
    return refused(Refusal::ReviewerLinkInvalid);
  }
  if (find_passkey(reviewer, command.passkey.id) != nullptr) {
    return refused(Refusal::PasskeyExists);
  }
  if (reviewer.passkeys.size() >= kPasskeysMax) return refused(Refusal::TooManyPasskeys);
  if (const auto refusal = refusal_of_word(reviewer, command)) return refused(*refusal);
  const KeyWord by = word_of(command);
  return happened<ReviewerEvent>(
      ReviewerKeyAdded{command.passkey,
                       command.link,
                       by,
                       by == KeyWord::Passkey ? command.signature : std::nullopt});
}

Decision<ReviewerEvent> decide_on(const Reviewer& reviewer, const RevokePasskey& command) {
  if (!is_usable(reviewer)) return refused(Refusal::ReviewerUnknown);
  const OwnedPasskey* const revoked = find_passkey(reviewer, command.passkey);
  if (revoked == nullptr) return refused(Refusal::PasskeyUnknown);
  if (command.signature) {
    const auto refusal = refusal_of_signer(reviewer, *command.signature, revoked->passkey.origin);
    if (refusal) return refused(*refusal);
  }
  return happened<ReviewerEvent>(
      ReviewerKeyRevoked{command.passkey,
                         command.signature ? KeyWord::Passkey : KeyWord::Operator,
                         command.signature});
}

Decision<ReviewerEvent> decide_on(const Reviewer& reviewer, const DisableReviewer& command) {
  if (!reviewer.registered) return refused(Refusal::ReviewerUnknown);
  if (reviewer.disabled) return refused(Refusal::NothingToDo);
  return happened<ReviewerEvent>(ReviewerDisabled{command.reason});
}

Decision<ReviewerEvent> decide_on(const Reviewer& reviewer, const LogInReviewer& command) {
  if (!is_usable(reviewer)) return refused(Refusal::ReviewerUnknown);
  if (command.method == LoginMethod::Passkey) {
    // Else who has left the company would log in without being asked for by its provider. The
    // passkey is for signing decisions.
    if (reviewer.by_provider) return refused(Refusal::PasskeyUnknown);
    const OwnedPasskey* used = find_passkey(reviewer, command.passkey);
    if (used == nullptr) return refused(Refusal::PasskeyUnknown);
    if (!counter_goes_on(used->passkey.counter, command.counter)) {
      return refused(Refusal::PasskeyCopied);
    }
    return happened<ReviewerEvent>(
        ReviewerLoggedIn{command.method, command.passkey, command.counter});
  }
  return happened<ReviewerEvent>(ReviewerLoggedIn{command.method, {}, 0});
}

Decision<ReviewerEvent> decide_on(const Reviewer& reviewer, const LogInByProvider& command) {
  if (reviewer.disabled) return refused(Refusal::ReviewerUnknown);
  std::vector<ReviewerEvent> events;
  if (!reviewer.registered) {
    events.emplace_back(ReviewerRegistered{command.roles});
  } else if (reviewer.roles != command.roles) {
    events.emplace_back(ReviewerChanged{command.roles});
  }
  events.emplace_back(ReviewerLoggedIn{LoginMethod::OpenId, {}, 0});
  return events;
}

// Returns null if the reviewer has no such passkey. The result is const if the reviewer is.
auto* passkey_in(auto& reviewer, std::string_view id) {
  const auto found = std::ranges::find_if(
      reviewer.passkeys, [&](const OwnedPasskey& owned) { return owned.passkey.id == id; });
  return found == reviewer.passkeys.end() ? nullptr : &*found;
}

void note_use(Reviewer& reviewer, std::string_view id, std::uint32_t counter, UtcTime at) {
  OwnedPasskey* const used = passkey_in(reviewer, id);
  if (used == nullptr) return;
  used->passkey.counter = counter;
  used->last_used_at = at;
}

struct ApplyReviewerEvent {
  Reviewer& reviewer;
  UtcTime at;

  void operator()(const ReviewerRegistered& event) const {
    reviewer.registered = true;
    reviewer.roles = event.roles;
    reviewer.created_at = at;
  }
  void operator()(const ReviewerChanged& event) const { reviewer.roles = event.roles; }
  void operator()(const ReviewerLinkMade& event) const {
    reviewer.link = OpenLink{event.link, event.expires_at};
  }
  void operator()(const ReviewerKeyAdded& event) const {
    note_signer(event.signature);
    reviewer.passkeys.push_back({event.passkey, at, std::nullopt, event.by});
    if (!event.link) return;
    // Registering a passkey by a link also logs the reviewer in.
    reviewer.link.reset();
    reviewer.last_login_at = at;
    reviewer.passkeys.back().last_used_at = at;
  }
  void operator()(const ReviewerKeyRevoked& event) const {
    note_signer(event.signature);
    std::erase_if(reviewer.passkeys,
                  [&](const OwnedPasskey& owned) { return owned.passkey.id == event.passkey; });
  }
  void operator()(const ReviewerDisabled&) const {
    reviewer.disabled = true;
    reviewer.link.reset();
  }
  void operator()(const ReviewerLoggedIn& event) const {
    reviewer.last_login_at = at;
    reviewer.by_provider = event.method == LoginMethod::OpenId;
    note_use(reviewer, event.passkey, event.counter, at);
  }

  void note_signer(const std::optional<KeySignature>& signature) const {
    if (signature) note_use(reviewer, signature->key_id, counter_of(*signature), at);
  }
};

}  // namespace

bool has_passkey_for(const Reviewer& reviewer, std::string_view origin) {
  return std::ranges::any_of(
      reviewer.passkeys, [&](const OwnedPasskey& owned) { return owned.passkey.origin == origin; });
}

const OwnedPasskey* find_passkey(const Reviewer& reviewer, std::string_view id) {
  return passkey_in(reviewer, id);
}

bool is_counted_on(const Reviewer& reviewer, const DecisionSignature& signature) {
  const OwnedPasskey* const signer = find_passkey(reviewer, signature.key_id);
  return signer != nullptr && counter_goes_on(signer->passkey.counter, counter_of(signature));
}

bool is_link_open(const Reviewer& reviewer, const LinkHash& link, UtcTime now) {
  return is_usable(reviewer) && reviewer.link && reviewer.link->link == link &&
         now < reviewer.link->expires_at;
}

Decision<ReviewerEvent> decide(const Reviewer& reviewer, const ReviewerCommand& command) {
  return std::visit([&](const auto& c) { return decide_on(reviewer, c); }, command);
}

void evolve(Reviewer& reviewer, EventRef<ReviewerEvent> event, const EventPlace& place) {
  if (const auto id = reviewer_of(place.stream)) reviewer.id = *id;
  advance(reviewer, place);
  event.visit(ApplyReviewerEvent{reviewer, place.at});
}

void note_signature(Reviewer& reviewer, const DecisionSignature& signature, UtcTime at) {
  note_use(reviewer, signature.key_id, counter_of(signature), at);
}

}  // namespace countersign

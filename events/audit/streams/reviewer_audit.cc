#include "events/audit/streams/reviewer_audit.h"

#include <concepts>
#include <vector>

#include "core/text/base64url.h"
#include "events/crypto/passkey/key_change.h"
#include "events/crypto/passkey/spki.h"

namespace countersign {
namespace {

constexpr Duration kBeforeLinkEnds{1};

// The command that an event may have come from.
struct ReviewerCommandOf {
  using Made = std::optional<ReviewerCommand>;

  UtcTime at;

  Made operator()(const ReviewerRegistered& event) const {
    return RegisterReviewer{at, event.roles};
  }
  Made operator()(const ReviewerChanged& event) const { return ChangeReviewer{at, event.roles}; }
  Made operator()(const ReviewerLinkMade& event) const {
    return MakeReviewerLink{at, event.link, event.expires_at};
  }
  Made operator()(const ReviewerKeyAdded& event) const {
    return AddPasskey{at, event.passkey, event.link, event.signature};
  }
  Made operator()(const ReviewerKeyRevoked& event) const {
    return RevokePasskey{at, event.passkey, event.signature};
  }
  Made operator()(const ReviewerDisabled& event) const { return DisableReviewer{at, event.reason}; }
  Made operator()(const ReviewerLoggedIn& event) const {
    return LogInReviewer{at, event.method, event.passkey, event.counter};
  }
  template <class E>
  Made operator()(const E&) const {
    static_assert(!EventOf<E, ReviewerEvent>, "every event of a reviewer has a command");
    return std::nullopt;
  }
};

bool reviewer_decides(const Reviewer& reviewer, const RecordedEvent& recorded, UtcTime at) {
  const auto command = std::visit(ReviewerCommandOf{at}, recorded.event);
  if (!command) return false;
  auto again = decide(reviewer, *command);
  return again && any_stream(*std::move(again)) == std::vector<Event>{recorded.event};
}

// Decisions are verified by these keys.
bool holds_a_key(const Event& event) {
  const auto* added = std::get_if<ReviewerKeyAdded>(&event);
  if (added == nullptr) return true;
  const auto spki = from_base64url(added->passkey.spki);
  return spki && is_passkey_spki(*spki);
}

// Whether an earlier release decided the change. It asked for no signature, and did not record on
// whose word it was made. Whether such an event may come at this place of the log is for
// VersionAudit.
bool earlier_release_decides(const Reviewer& reviewer, const RecordedEvent& recorded) {
  if (recorded.older_version == 0) return false;
  const Event& event = recorded.event;
  const auto owns = [&](const std::string& id) { return find_passkey(reviewer, id) != nullptr; };
  if (const auto* added = std::get_if<ReviewerKeyAdded>(&event)) {
    return added->by == KeyWord::Unsaid && !added->link && !added->signature &&
           is_usable(reviewer) && !owns(added->passkey.id) &&
           reviewer.passkeys.size() < kPasskeysMax;
  }
  const auto* revoked = std::get_if<ReviewerKeyRevoked>(&event);
  return revoked != nullptr && revoked->by == KeyWord::Unsaid && !revoked->signature &&
         is_usable(reviewer) && owns(revoked->passkey);
}

// Whether the passkey that the event names signed the change. REQUIRES: may_follow().
bool is_change_signed(const Reviewer& reviewer,
                      KeyStatement::Act act,
                      const Passkey& changed,
                      const KeySignature& signature) {
  const auto statement = statement_about(reviewer.id, act, changed);
  return statement &&
         is_signed_by(find_passkey(reviewer, signature.key_id)->passkey, signature, *statement);
}

// Whether the event, if it changes passkeys, is signed where it says so, and not an operator's act
// that is a reviewer's, or the reverse. REQUIRES: may_follow().
bool holds_its_word(const Reviewer& reviewer, const RecordedEvent& recorded) {
  const bool is_own =
      recorded.actor.kind == ActorKind::Reviewer && recorded.actor.ref == reviewer.id.value();
  if (const auto* added = std::get_if<ReviewerKeyAdded>(&recorded.event)) {
    if (!added->signature) return true;
    return is_own &&
           is_change_signed(reviewer, KeyStatement::Act::Add, added->passkey, *added->signature);
  }
  if (const auto* revoked = std::get_if<ReviewerKeyRevoked>(&recorded.event)) {
    if (revoked->by == KeyWord::Operator) return recorded.actor.kind == ActorKind::Operator;
    if (!revoked->signature) return true;
    return is_own && is_change_signed(reviewer,
                                      KeyStatement::Act::Revoke,
                                      find_passkey(reviewer, revoked->passkey)->passkey,
                                      *revoked->signature);
  }
  return true;
}

bool may_follow(const Reviewer& reviewer, const RecordedEvent& recorded) {
  if (earlier_release_decides(reviewer, recorded)) return true;
  if (reviewer_decides(reviewer, recorded, recorded.at)) return true;
  return reviewer.link && reviewer.link->expires_at <= recorded.at &&
         reviewer_decides(reviewer, recorded, reviewer.link->expires_at - kBeforeLinkEnds);
}

}  // namespace

std::optional<std::string> reviewer_fault(const Reviewer& reviewer, const RecordedEvent& recorded) {
  if (!may_follow(reviewer, recorded)) {
    return "the rules of a reviewer do not allow the event at this place";
  }
  if (!holds_a_key(recorded.event)) return "the event's passkey has no key that can sign";
  if (holds_its_word(reviewer, recorded)) return std::nullopt;
  return "the change of the reviewer's passkeys is not signed by a passkey that was theirs, or was "
         "recorded for somebody else";
}

std::optional<std::string> reviewer_author_fault(const RecordedEvent& recorded,
                                                 const ReviewerId& reviewer,
                                                 bool of_provider) {
  const Actor& actor = recorded.actor;
  const bool is_operators = actor.kind == ActorKind::Operator;
  const bool is_own = actor.kind == ActorKind::Reviewer && actor.ref == reviewer.value();
  const bool is_fitting = std::visit(
      [&]<class E>(const E& event) {
        if constexpr (std::same_as<E, ReviewerRegistered>) {
          return is_operators || is_own;
        } else if constexpr (std::same_as<E, ReviewerChanged>) {
          return is_operators || (is_own && of_provider);
        } else if constexpr (std::same_as<E, ReviewerLinkMade> ||
                             std::same_as<E, ReviewerDisabled>) {
          return is_operators;
        } else if constexpr (std::same_as<E, ReviewerKeyAdded>) {
          return is_own || event.by == KeyWord::Passkey;
        } else if constexpr (std::same_as<E, ReviewerKeyRevoked>) {
          return is_own || is_operators || event.by == KeyWord::Passkey;
        } else {
          return is_own;
        }
      },
      recorded.event);
  if (is_fitting) return std::nullopt;
  return "the event of a reviewer was recorded for somebody who cannot cause it";
}

}  // namespace countersign

#include "events/audit/streams/reviewer_audit.h"

#include <vector>

#include "core/text/base64url.h"
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
    return AddPasskey{at, event.passkey, event.link};
  }
  Made operator()(const ReviewerKeyRevoked& event) const {
    return RevokePasskey{at, event.passkey};
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

bool may_follow(const Reviewer& reviewer, const RecordedEvent& recorded) {
  if (reviewer_decides(reviewer, recorded, recorded.at)) return true;
  return reviewer.link && reviewer.link->expires_at <= recorded.at &&
         reviewer_decides(reviewer, recorded, reviewer.link->expires_at - kBeforeLinkEnds);
}

}  // namespace

std::optional<std::string> reviewer_fault(const Reviewer& reviewer, const RecordedEvent& recorded) {
  if (!may_follow(reviewer, recorded)) {
    return "the rules of a reviewer do not allow the event at this place";
  }
  if (holds_a_key(recorded.event)) return std::nullopt;
  return "the event's passkey has no key that can sign";
}

}  // namespace countersign

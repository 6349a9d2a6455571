// The link of a session: how long it lives, its renewal, and that a client takes it back.
#include "core/session/joining.h"
#include "tests/core/session/session_scenarios.h"

namespace countersign::test::link_test {

constexpr UtcTime kLinkEnds = t(100'000);
constexpr Duration kTokenLives = std::chrono::seconds(1800);

constexpr CodeHash code(std::uint8_t fill) { return CodeHash(digest(fill)); }
constexpr TokenHash token(std::uint8_t fill) { return TokenHash(digest(fill)); }

SessionCreated created_with_link() {
  SessionCreated event = created();
  event.token = token(1);
  event.link_expires_at = kLinkEnds;
  return event;
}

RedeemCode redeemed(std::uint8_t with_code, std::uint8_t new_token, UtcTime at = kNow) {
  RedeemCode command{at, JoinedBy::Link, code(with_code), token(new_token)};
  command.expires_at = at + kTokenLives;
  return command;
}

TEST_CASE("a link outlives the token, and gives a new token with a time of its own") {
  Given past({created_with_link()});
  CHECK(past.session().expires_at == kLinkEnds);
  CHECK(past.session().token_expires_at == kExpiry);
  const UtcTime late = kExpiry + std::chrono::seconds(5000);
  CHECK(is_active(past.session(), late));
  CHECK_FALSE(takes_device_calls(past.session(), late));
  past.when(ask(Step::Document, 90, late)).then_refused(Refusal::SessionInvalid);
  past.when(ExpireSession{late}).then_refused(Refusal::NothingToDo);

  past.and_then(redeemed(7, 2, late));
  CHECK(past.session().token_expires_at == late + kTokenLives);
  CHECK(past.session().expires_at == kLinkEnds);
  CHECK_FALSE(past.when(ask(Step::Document, 90, late)).was_refused());
}

TEST_CASE("a device that opens the link at its end has the whole time of a token") {
  Given past({created_with_link()});
  const UtcTime last = kLinkEnds - Duration(1);
  past.and_then(redeemed(7, 2, last));
  CHECK(past.session().expires_at == last + kTokenLives);
  past.when(redeemed(7, 3, kLinkEnds)).then_refused(Refusal::SessionInvalid);
  CHECK_FALSE(past.when(ask(Step::Document, 90, kLinkEnds)).was_refused());
}

TEST_CASE("a capture that was begun ends with its token, and not with the link") {
  Given past({created_with_link()});
  past.and_event(challenged(1));
  past.and_then(document(1));
  CHECK(past.session().expires_at == kExpiry);
  CHECK(past.session().expires_at_before == kLinkEnds);
  past.when(redeemed(7, 2)).then_refused(Refusal::SessionInvalid);
  CHECK(link_fault(past.session(), code(7), kNow) == LinkFault::InUse);
  past.when(ExpireSession{kExpiry}).then({SessionExpired{EndReason::NotFinalized}});
}

TEST_CASE("a link without a time of its own lives as long as the token of the creation") {
  Given past({created()});
  CHECK(past.session().expires_at == kExpiry);
  CHECK(link_fault(past.session(), code(7), kExpiry) == LinkFault::Expired);
}

TEST_CASE("a renewed link opens the session, and no earlier one does") {
  Given past({created_with_link()});
  const UtcTime later = kLinkEnds + std::chrono::seconds(1000);
  past.when(RenewLink{kNow, code(8), later}).then({LinkRenewed{code(8), later}});
  past.and_then(RenewLink{kNow, code(8), later});
  CHECK(past.session().expires_at == later);
  past.when(redeemed(7, 2)).then_refused(Refusal::SessionInvalid);
  CHECK(link_fault(past.session(), code(7), kNow) == LinkFault::TakenBack);
  CHECK_FALSE(past.when(redeemed(8, 2)).was_refused());
  past.and_then(RenewLink{kNow, code(9), kLinkEnds});
  past.when(redeemed(8, 2)).then_refused(Refusal::SessionInvalid);
  CHECK_FALSE(past.when(redeemed(9, 2)).was_refused());
}

TEST_CASE("a renewed link opens a capture that another device has begun") {
  Given past({created_with_link()});
  past.and_event(challenged(1));
  past.and_then(document(1));
  past.and_then(RenewLink{kNow, code(8), kLinkEnds});
  CHECK(past.session().expires_at == kLinkEnds);
  past.and_then(redeemed(8, 2));
  CHECK(is_handed_off(past.session(), token(1)));
  past.and_event(challenged(2, Step::Liveness));
  past.and_then(frames(2));
  past.when(redeemed(8, 3)).then_refused(Refusal::SessionInvalid);
}

TEST_CASE("a link that was taken back opens nothing, and the device that it let in is out") {
  Given past({created_with_link()});
  past.and_then(redeemed(7, 2));
  past.when(TakeLinkBack{kNow}).then({LinkTakenBack{}});
  past.and_then(TakeLinkBack{kNow});
  CHECK(past.session().token == token(1));
  CHECK(past.session().token_expires_at == kExpiry);
  CHECK(is_handed_off(past.session(), token(2)));
  CHECK(link_fault(past.session(), code(7), kNow) == LinkFault::TakenBack);
  past.when(redeemed(7, 3)).then_refused(Refusal::SessionInvalid);
  past.when(TakeLinkBack{kNow}).then_refused(Refusal::NothingToDo);
  // A new one may be made.
  past.and_then(RenewLink{kNow, code(8), kLinkEnds});
  CHECK_FALSE(past.when(redeemed(8, 3)).was_refused());
}

TEST_CASE("a link through which something was submitted is not taken back") {
  Given past({created_with_link()});
  past.and_event(challenged(1));
  past.and_then(blurred(document(1)));
  past.when(TakeLinkBack{kNow}).then_refused(Refusal::LinkUnavailable);
}

TEST_CASE("the link of a session that is over is neither renewed nor taken back") {
  Given past({created_with_link()});
  past.when(RenewLink{kLinkEnds, code(8), t(200'000)}).then_refused(Refusal::SessionNotActive);
  past.when(TakeLinkBack{kLinkEnds}).then_refused(Refusal::SessionNotActive);
  past.and_event(SessionCanceled{});
  past.when(RenewLink{kNow, code(8), kLinkEnds}).then_refused(Refusal::SessionNotActive);
  past.when(TakeLinkBack{kNow}).then_refused(Refusal::SessionNotActive);
  CHECK(link_fault(past.session(), code(7), kNow) == LinkFault::Canceled);
}

TEST_CASE("a session has a bounded number of links") {
  Given past({created_with_link()});
  for (std::uint32_t made = 1; made < kLinksMax; ++made) {
    past.and_then(RenewLink{kNow, code(8), kLinkEnds});
  }
  past.when(RenewLink{kNow, code(8), kLinkEnds}).then_refused(Refusal::LinkUnavailable);
}

}  // namespace countersign::test::link_test

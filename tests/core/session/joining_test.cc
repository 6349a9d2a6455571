#include "core/session/joining.h"

#include "tests/core/session/session_scenarios.h"

namespace countersign::test::joining_test {

constexpr UtcTime kOfferEnds = t(220);

constexpr CodeHash code(std::uint8_t fill) { return CodeHash(digest(fill)); }
constexpr TokenHash token(std::uint8_t fill) { return TokenHash(digest(fill)); }

SessionCreated created_with_token() {
  SessionCreated event = created();
  event.token = token(1);
  return event;
}

OfferHandoff offer(std::uint8_t n, std::optional<TokenHash> by = std::nullopt) {
  return {kNow, code(n), kOfferEnds, by};
}

RedeemCode link_redeemed(std::uint8_t new_token, UtcTime at = kNow) {
  return {at, JoinedBy::Link, code(7), token(new_token)};
}

RedeemCode handoff_redeemed(std::uint8_t n,
                            std::uint8_t new_token,
                            bool number_is_right = true,
                            UtcTime at = kNow) {
  return {at, JoinedBy::Handoff, code(n), token(new_token), number_is_right};
}

DeviceJoined by_link(std::uint8_t new_token) {
  return {JoinedBy::Link, code(7), token(new_token), std::nullopt};
}

DeviceJoined by_handoff(std::uint8_t n, std::uint8_t new_token) {
  return {JoinedBy::Handoff, code(n), token(new_token), std::nullopt};
}

TEST_CASE("a link gives tokens until the first submission is judged, and the newest one counts") {
  Given past({created_with_token()});
  past.when(link_redeemed(2)).then({by_link(2)});
  past.and_then(link_redeemed(2)).and_event(challenged(1));
  past.and_then(link_redeemed(3));
  CHECK(past.session().token == token(3));
  CHECK(past.session().older_tokens == std::vector{token(1), token(2)});
  CHECK(is_handed_off(past.session(), token(1)));
  CHECK(is_handed_off(past.session(), token(2)));
  CHECK_FALSE(is_handed_off(past.session(), token(3)));
  CHECK_FALSE(is_handed_off(past.session(), std::nullopt));

  for (const SubmitDocument& submitted : {document(1), blurred(document(1))}) {
    Given after = past;
    after.and_then(submitted);
    after.when(link_redeemed(4)).then_refused(Refusal::SessionInvalid);
  }
}

TEST_CASE("a link ends with its session") {
  Given past({created_with_token()});
  CHECK_FALSE(past.when(link_redeemed(2, kExpiry - Duration(1))).was_refused());
  past.when(link_redeemed(2, kExpiry)).then_refused(Refusal::SessionInvalid);
  past.and_event(SessionCanceled{});
  past.when(link_redeemed(2)).then_refused(Refusal::SessionInvalid);
  Given({}).when(link_redeemed(2)).then_refused(Refusal::SessionInvalid);
}

TEST_CASE("no number of redemptions uses a link up, and a session has a bounded number of tokens") {
  Given past({created_with_token()});
  constexpr std::uint8_t kRedemptions = 3 * kTokensMax;
  for (std::uint8_t i = 2; i <= kRedemptions; ++i) {
    past.and_then(link_redeemed(i));
    CHECK(past.session().token == token(i));
    CHECK(past.session().older_tokens.size() < kTokensMax);
    CHECK(past.session().dropped_token.has_value() == (i > kTokensMax));
    // The token of the creation is kept, and the oldest of the others dropped.
    CHECK(past.session().older_tokens.front() == token(1));
    if (i > kTokensMax) CHECK(past.session().dropped_token == token(i + 1 - kTokensMax));
  }
  past.and_then(offer(5));
  past.and_then(handoff_redeemed(5, kRedemptions + 1));
  CHECK(past.session().token == token(kRedemptions + 1));
  past.when(offer(6)).then({HandoffOffered{code(6), kOfferEnds}});
}

TEST_CASE("a session is offered a bounded number of times") {
  Given past({created_with_token()});
  for (std::uint32_t i = 0; i < kHandoffsMax; ++i) past.and_then(offer(5));
  past.when(offer(5)).then_refused(Refusal::HandoffUnavailable);
}

TEST_CASE("a handoff is redeemed once, at any step of the capture") {
  Given past = with_front();
  past.when(offer(5)).then({HandoffOffered{code(5), kOfferEnds}});
  past.and_then(offer(5));
  past.when(handoff_redeemed(5, 2)).then({by_handoff(5, 2)});
  past.and_then(handoff_redeemed(5, 2));
  CHECK(past.session().token == token(2));
  past.when(handoff_redeemed(5, 3)).then_refused(Refusal::SessionInvalid);
}

TEST_CASE("the wrong number spends the code of a handoff") {
  Given past({created_with_token()});
  past.and_then(offer(5));
  past.when(handoff_redeemed(5, 2, false)).then({HandoffRefused{code(5)}});
  past.and_then(handoff_redeemed(5, 2, false));
  CHECK(past.session().token == token(1));
  past.when(handoff_redeemed(5, 2)).then_refused(Refusal::SessionInvalid);
  past.when(handoff_redeemed(5, 2, false)).then_refused(Refusal::SessionInvalid);
}

TEST_CASE("an offer ends with its time, with the next offer and with every new token") {
  Given past({created_with_token()});
  past.and_then(offer(5));
  CHECK_FALSE(past.when(handoff_redeemed(5, 2, true, kOfferEnds - Duration(1))).was_refused());
  past.when(handoff_redeemed(5, 2, true, kOfferEnds)).then_refused(Refusal::SessionInvalid);
  past.when(handoff_redeemed(6, 2)).then_refused(Refusal::SessionInvalid);

  Given replaced = past;
  replaced.and_then(offer(6));
  replaced.when(handoff_redeemed(5, 2)).then_refused(Refusal::SessionInvalid);
  replaced.when(handoff_redeemed(6, 2)).then({by_handoff(6, 2)});

  Given joined = past;
  joined.and_then(link_redeemed(3));
  joined.when(handoff_redeemed(5, 2)).then_refused(Refusal::SessionInvalid);

  past.and_event(SessionCanceled{});
  past.when(handoff_redeemed(5, 2)).then_refused(Refusal::SessionInvalid);
}

TEST_CASE("a device that has lost the session can do nothing more in it") {
  Given past = complete();
  const TokenHash lost = past.session().token;
  past.and_then(offer(5));
  past.and_then(handoff_redeemed(5, 2));
  past.when(offer(6, lost)).then_refused(Refusal::HandedOff);
  CHECK_FALSE(past.when(offer(6, token(2))).was_refused());
  past.when(FinalizeSession{.at = kNow, .by = lost}).then_refused(Refusal::HandedOff);
  CHECK_FALSE(past.when(FinalizeSession{.at = kNow, .by = token(2)}).was_refused());

  Given begun({created_with_token(), challenged(1)});
  begun.and_then(link_redeemed(2));
  IssueChallenge asked = ask(Step::Document);
  asked.by = token(1);
  begun.when(asked).then_refused(Refusal::HandedOff);
  SubmitDocument submitted = document(1);
  submitted.by = token(1);
  begun.when(submitted).then_refused(Refusal::HandedOff);
  SubmitLiveness recorded = frames(1);
  recorded.by = token(1);
  begun.when(recorded).then_refused(Refusal::HandedOff);
  // The nonce of a challenge is not lost with the device that asked for it.
  submitted.by = token(2);
  CHECK_FALSE(begun.when(submitted).was_refused());
}

// ---- taking a handoff back ---------------------------------------------------

TEST_CASE("the device that handed a session off takes it back, at any step of the capture") {
  Given past = with_front();
  past.and_then(offer(5));
  const TokenHash giver = past.session().token;
  past.when(TakeHandoffBack{kNow, giver}).then_refused(Refusal::NothingToDo);
  past.and_then(handoff_redeemed(5, 2));
  CHECK(may_take_back(past.session(), giver));
  CHECK_FALSE(may_take_back(past.session(), token(2)));
  past.when(TakeHandoffBack{kNow, giver}).then({HandoffTakenBack{giver}});
  past.and_then(TakeHandoffBack{kNow, giver});
  CHECK(past.session().token == giver);
  CHECK(is_handed_off(past.session(), token(2)));
  CHECK_FALSE(is_handed_off(past.session(), giver));
  // The phone's token opens nothing any more, and has nothing to take back.
  past.when(TakeHandoffBack{kNow, token(2)}).then_refused(Refusal::HandedOff);
  IssueChallenge asked = ask(Step::Liveness);
  asked.by = token(2);
  past.when(asked).then_refused(Refusal::HandedOff);
  asked.by = giver;
  CHECK_FALSE(past.when(asked).was_refused());
}

TEST_CASE("a session that was taken back can be handed off again") {
  Given past({created_with_token()});
  for (std::uint8_t round = 0; round < 3; ++round) {
    past.and_then(offer(5, token(1)));
    past.and_then(handoff_redeemed(5, static_cast<std::uint8_t>(10 + round)));
    past.and_then(TakeHandoffBack{kNow, token(1)});
  }
  CHECK(past.session().token == token(1));
  CHECK(past.session().older_tokens == std::vector{token(10), token(11), token(12)});
}

TEST_CASE("nobody takes a session from a device that got it by the link") {
  Given past({created_with_token()});
  past.and_then(link_redeemed(2));
  past.when(TakeHandoffBack{kNow, token(1)}).then_refused(Refusal::HandedOff);
  past.and_then(offer(5, token(2)));
  past.and_then(handoff_redeemed(5, 3));
  past.when(TakeHandoffBack{kNow, token(1)}).then_refused(Refusal::HandedOff);
  past.and_then(link_redeemed(4));
  past.when(TakeHandoffBack{kNow, token(2)}).then_refused(Refusal::HandedOff);
}

TEST_CASE("a phone that hands the session on to itself keeps nobody from taking it back") {
  Given past({created_with_token()});
  past.and_then(offer(5));
  past.and_then(handoff_redeemed(5, 2));
  for (std::uint8_t n = 0; n < 2 * kTokensMax; ++n) {
    const TokenHash holder = past.session().token;
    past.and_then(offer(6, holder));
    past.and_then(handoff_redeemed(6, static_cast<std::uint8_t>(100 + n)));
    CHECK(may_take_back(past.session(), token(1)));
  }
  CHECK(past.session().older_tokens.size() < kTokensMax);
  const TokenHash last_giver = past.session().givers.back();
  past.and_then(TakeHandoffBack{kNow, last_giver});
  CHECK(past.session().token == last_giver);
  CHECK(may_take_back(past.session(), token(1)));
  past.and_then(TakeHandoffBack{kNow, token(1)});
  CHECK(past.session().token == token(1));
  past.when(TakeHandoffBack{kNow, last_giver}).then_refused(Refusal::HandedOff);
}

TEST_CASE("a link that is taken back takes the session from all who have it by the link") {
  Given handed({created_with_token()});
  handed.and_then(link_redeemed(2));
  handed.and_then(offer(5, token(2)));
  handed.and_then(handoff_redeemed(5, 3));
  Given returned = handed;
  returned.and_then(TakeHandoffBack{kNow, token(2)});
  for (Given* past : {&handed, &returned}) {
    past->and_then(TakeLinkBack{kNow});
    CHECK(past->session().token == token(1));
    past->when(TakeHandoffBack{kNow, token(2)}).then_refused(Refusal::HandedOff);
    CHECK(is_handed_off(past->session(), token(2)));
    CHECK(is_handed_off(past->session(), token(3)));
  }
}

TEST_CASE("a device of an earlier link neither uses the newer one up nor loses by it") {
  Given past({created_with_token()});
  past.and_then(link_redeemed(2)).and_event(challenged(1));
  past.and_then(RenewLink{kNow, code(8), kExpiry});
  SubmitDocument submitted = blurred(document(1));
  submitted.by = token(2);
  past.and_then(submitted);
  const RedeemCode newer{kNow, JoinedBy::Link, code(8), token(4)};
  CHECK_FALSE(past.when(newer).was_refused());
  // It goes on, though the newer link is taken back.
  Given without = past;
  without.and_then(TakeLinkBack{kNow});
  CHECK(without.session().token == token(2));
  without.when(newer).then_refused(Refusal::SessionInvalid);

  past.and_then(newer);
  CHECK(past.session().token == token(4));
  past.and_event(challenged(2));
  SubmitDocument again = blurred(document(2));
  again.by = token(4);
  past.and_then(again);
  past.when(RedeemCode{kNow, JoinedBy::Link, code(8), token(5)})
      .then_refused(Refusal::SessionInvalid);
  past.when(TakeLinkBack{kNow}).then_refused(Refusal::LinkUnavailable);
}

TEST_CASE("a session that is over is not taken back") {
  Given past({created_with_token()});
  past.and_then(offer(5));
  past.and_then(handoff_redeemed(5, 2));
  past.when(TakeHandoffBack{kExpiry, token(1)}).then_refused(Refusal::SessionInvalid);
  past.and_event(SessionCanceled{});
  past.when(TakeHandoffBack{kNow, token(1)}).then_refused(Refusal::SessionInvalid);
}

}  // namespace countersign::test::joining_test

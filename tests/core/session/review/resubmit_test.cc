// A decision that asks the person again: another session, and this one is over.
#include "core/client/client.h"
#include "core/stream/delivered_as.h"
#include "tests/core/session/review/review_scenarios.h"

namespace countersign::test::resubmit_test {

const SessionId kNext{Uuid{77}};
using Steps = std::vector<Step>;
const Steps kDocument{Step::Document};
const Steps kLiveness{Step::Liveness};
const Steps kBoth{Step::Document, Step::Liveness};

// `opened` are the steps that the caller's successor has; empty: there is no successor.
DecideReview again(const Steps& steps,
                   const Steps& opened,
                   std::string reviewer = {},
                   std::uint32_t needed = 1) {
  DecideReview command = decision(ReviewDecision::Resubmit, std::move(reviewer), needed);
  command.reasons = {};
  command.again = AskedAgain{steps, std::nullopt, std::nullopt};
  if (!opened.empty()) command.again->successor = Successor{kNext, opened};
  return command;
}

TEST_CASE("a decision that asks again is final, and names its successor") {
  Given past = in_review();
  const auto event = past.when(again(kDocument, kDocument, kAnna)).event<ReviewDecided>();
  CHECK(event.decision == ReviewDecision::Resubmit);
  CHECK(event.settles);
  REQUIRE(event.again.has_value());
  CHECK(event.again->successor == Successor{kNext, kDocument});
  CHECK(webhook_type_of(Event(event)) == WebhookType::Resubmitted);
  past.and_then(again(kDocument, kDocument, kAnna));
  const Session& session = past.session();
  CHECK(session.review.successor == Successor{kNext, kDocument});
  CHECK(result_of(*session.review.decision) == ResultStatus::Resubmitted);
  CHECK(session.result == ResultStatus::Review);
  CHECK(session.status == SessionStatus::Completed);
  CHECK_FALSE(waits_for_review(session));
  CHECK(kept_since(session) == session.review.decided_at);
  past.when(passed(kBert)).then_refused(Refusal::ReviewNotPending);
  past.when(again(kDocument, kDocument, kBert)).then_refused(Refusal::ReviewNotPending);
  past.when(ask(Step::Document)).then_refused(Refusal::SessionInvalid);
}

TEST_CASE("a decision that asks again is not corrected, and no correction asks again") {
  Given asked = in_review();
  asked.and_then(again(kDocument, kDocument, kAnna));
  asked.when(correction(kBert, ReviewDecision::Passed)).then_refused(Refusal::ReviewResubmitted);
  Given decided = in_review();
  decided.and_then(passed(kAnna));
  decided.when(correction(kBert, ReviewDecision::Resubmit))
      .then_refused(Refusal::ReviewResubmitted);
  CHECK_FALSE(decided.when(correction(kBert, ReviewDecision::Failed)).was_refused());
}

TEST_CASE("only a decision that asks again has steps, in their order and each once") {
  const Given past = in_review();
  DecideReview without = again(kDocument, kDocument);
  without.again.reset();
  past.when(without).then_refused(Refusal::ReviewStepsWrong);
  DecideReview too_much = passed();
  too_much.again = AskedAgain{kDocument, std::nullopt, std::nullopt};
  past.when(too_much).then_refused(Refusal::ReviewStepsWrong);
  for (const Steps& steps :
       {Steps{}, Steps{Step::Liveness, Step::Document}, Steps{Step::Document, Step::Document}}) {
    past.when(again(steps, kBoth)).then_refused(Refusal::ReviewStepsWrong);
  }
  for (const Steps& steps : {kDocument, kLiveness, kBoth}) {
    CHECK_FALSE(past.when(again(steps, steps)).was_refused());
  }
}

TEST_CASE("a decision that settles opens a session with the steps that are asked for") {
  const Given past = in_review();
  past.when(again(kDocument, {})).then_refused(Refusal::ReviewChanged);
  past.when(again(kDocument, kLiveness)).then_refused(Refusal::ReviewChanged);
  past.when(again(kDocument, kBoth)).then_refused(Refusal::ReviewChanged);
}

TEST_CASE("four eyes: an opinion that asks again opens nothing, and two ask for both their steps") {
  Given past = in_review();
  const DecideReview first = again(kDocument, kDocument, kAnna, 2);
  const auto opinion = past.when(first).event<ReviewDecided>();
  CHECK_FALSE(opinion.settles);
  CHECK_FALSE(opinion.again->successor);
  CHECK_FALSE(webhook_type_of(Event(opinion)));
  past.and_then(first);
  CHECK(waits_for_review(past.session()));
  CHECK_FALSE(past.session().review.successor);
  CHECK(steps_asked(past.session().review, kLiveness) == kBoth);
  past.when(again(kLiveness, kLiveness, kBert, 2)).then_refused(Refusal::ReviewChanged);
  past.and_then(again(kLiveness, kBoth, kBert, 2));
  CHECK(past.session().review.successor == Successor{kNext, kBoth});
  CHECK(past.session().review.reviewers == std::vector<std::string>{kAnna, kBert});
}

TEST_CASE("four eyes: of three who decide differently a fourth settles") {
  Given past = in_review();
  past.and_then(passed(kAnna, 2)).and_then(failed(kBert, 2));
  past.and_then(again(kDocument, kDocument, kCora, 2));
  CHECK(waits_for_review(past.session()));
  // An opinion that lost asks for nothing.
  Given settled = past;
  settled.and_then(failed(kDora, 2));
  CHECK(settled.session().review.decision == ReviewDecision::Failed);
  CHECK_FALSE(settled.session().review.successor);
  past.and_then(again(kDocument, kDocument, kDora, 2));
  CHECK(past.session().review.decision == ReviewDecision::Resubmit);
  CHECK(past.session().review.opinions.size() == kOpinionsMax);
}

TEST_CASE("a session names the session whose review asked for it") {
  Client client;
  client.registered = true;
  client.policy.purposes = {Purpose::DocumentVerification};
  client.policy.quota = 2;
  CreateSession command;
  command.at = kNow;
  command.client = ClientKey("svck_a");
  command.purpose = Purpose::DocumentVerification;
  command.predecessor = Predecessor{kNext};
  const auto made = decide(client, 1, command);
  REQUIRE(made);
  const auto& created = std::get<SessionCreated>(made->front());
  CHECK(created.predecessor == Predecessor{kNext});
  Given past({created});
  CHECK(past.session().predecessor == kNext);
  // It counts as any session of the client.
  CHECK(decide(client, 2, command).error() == refused(Refusal::QuotaExceeded));
  command.purpose = Purpose::Liveness;
  CHECK(decide(client, 1, command).error() == refused(Refusal::ScopeDenied));
}

}  // namespace countersign::test::resubmit_test

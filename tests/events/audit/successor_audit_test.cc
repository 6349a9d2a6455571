// The log alone shows that a decision to ask again and the session that it opens belong together.
#include "events/audit/successor_audit.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/projections/support/review_scene.h"

namespace countersign::successor_audit_test {

const SessionId kNext = session_id(2);
const std::string kNoDecision =
    "the session names a predecessor, whose decision is not the next event of the log";
const std::string kNoSession =
    "the decision opens a session, but is not the event behind its first";

// A decision of the back office to ask again, with the session that it opens.
Submission asking(std::string reviewer) {
  Submission creation = creating(kAcme, kNext, kLater, Purpose::DocumentVerification);
  std::get<CreateSession>(creation.command).predecessor = Predecessor{kSession};
  DecideReview command = opinion(ReviewDecision::Resubmit, std::move(reviewer));
  command.reasons = {};
  command.again = AskedAgain{
      {Step::Document}, std::nullopt, Successor{kNext, std::vector<Step>{Step::Document}}};
  Submission decision = to_session(kSession, command);
  if (decision.actor.kind == ActorKind::Device) {
    decision.actor = {ActorKind::Client, kAcme.value()};
  }
  decision.successor = std::make_shared<const Submission>(std::move(creation));
  return decision;
}

// The first fault of the log without the events that `is_left_out` names, in places without a gap.
std::string fault_without(const Scene& scene, bool (*is_left_out)(const Event&)) {
  SuccessorAudit audit;
  for (const StoredEvent& event : scene.history.events()) {
    if (is_left_out(event.recorded.event)) continue;
    if (const auto fault = audit.take(event)) return fault->why;
  }
  const auto fault = audit.end();
  return fault ? fault->why : "";
}

TEST_CASE("a log in which a person was asked again is sound, and folds the same") {
  Scene scene(2);
  scene.must(asking(kAnna));
  CHECK_FALSE(Sessions::load(scene.history.views(), kNext).exists);
  scene.must(asking(kBert));
  CHECK(scene.session().review.successor->session == kNext);
  CHECK(Sessions::load(scene.history.views(), kNext).predecessor == kSession);
  CHECK_FALSE(scene.is_queued());
  CHECK(scene.is_due_in(RetentionQueue::Completed, kLater));
  CHECK(scene.fault_after([](RecordedEvent&) {}).empty());
  CHECK((scene.history.rebuilt() == scene.history.views().entries()));
  // The successor is captured as any session is, and what was asked again is purged in its time.
  scene.must(challenging(kNext, Step::Document, 7, kLater));
  scene.must(sending_document(kNext, 7, image(7), kLater));
  scene.must_do(PurgeFiles{kLater + 40 * kDay, PurgeReason::Retention, kLater});
  CHECK(scene.fault_after([](RecordedEvent&) {}).empty());
}

TEST_CASE("of a decision and its session neither stands alone") {
  Scene scene(1);
  scene.must(asking(kAnna));
  CHECK(fault_without(scene, [](const Event&) { return false; }).empty());
  CHECK(fault_without(scene, [](const Event& event) {
          return std::holds_alternative<ReviewDecided>(event);
        }) == kNoDecision);
  CHECK(fault_without(scene, [](const Event& event) {
          const auto* created = std::get_if<SessionCreated>(&event);
          return created != nullptr && created->predecessor;
        }) == kNoSession);
}

TEST_CASE("a decision and its session name each other, and the same steps") {
  Scene scene(1);
  scene.must(asking(kAnna));
  CHECK(scene.fault_in<SessionCreated>([](SessionCreated& created) {
    if (created.predecessor) created.predecessor = Predecessor{session_id(9)};
  }) == kNoDecision);
  CHECK(scene.fault_in<SessionCreated>(
            [](SessionCreated& created) { created.predecessor.reset(); }) == kNoSession);
  CHECK(scene.fault_in<SessionCreated>([](SessionCreated& created) {
    if (created.predecessor) created.purpose = Purpose::FullCapture;
  }) == "the decision opens a session with other steps than it asks for");
  CHECK(scene.fault_in<ReviewDecided>([](ReviewDecided& decided) {
    decided.again->successor->session = session_id(9);
  }) == kNoDecision);
  CHECK(scene.fault_in<ReviewDecided>([](ReviewDecided& decided) {
    decided.decision = ReviewDecision::Passed;
  }) == kNotAllowed);
  CHECK(scene.fault_in<ReviewDecided>([](ReviewDecided& decided) {
    decided.again->steps = {Step::Liveness};
  }) == kNotAllowed);
}

TEST_CASE("a decision opens no session of another client") {
  Scene scene(1);
  scene.must(registering(client_key("other"), kStart, every_purpose()));
  scene.must(asking(kAnna));
  CHECK(scene.fault_after([](RecordedEvent&) {}).empty());
  CHECK(scene.fault_in<SessionCreated>([](SessionCreated& created) {
    if (created.predecessor) created.client = client_key("other");
  }) == "the decision opens a session of another client");
}

TEST_CASE("a session that the client's quota or scope refuses leaves the review open") {
  ClientPolicy policy = every_purpose();
  policy.purposes = {Purpose::DocumentVerification};
  policy.quota = 1;
  Scene scene(1);
  scene.must(of_operator(kAcme, ChangeClient{kLater, "Acme", policy}));
  CHECK(is_rejected(scene.history.submit(asking(kAnna)), Refusal::QuotaExceeded));
  CHECK(scene.is_queued());
  CHECK_FALSE(Sessions::load(scene.history.views(), kNext).exists);
  policy.quota.reset();
  policy.purposes = {Purpose::Liveness};
  scene.must(of_operator(kAcme, ChangeClient{kLater, "Acme", policy}));
  CHECK(is_rejected(scene.history.submit(asking(kAnna)), Refusal::ScopeDenied));
  CHECK(scene.is_queued());
  policy.purposes = {Purpose::DocumentVerification};
  scene.must(of_operator(kAcme, ChangeClient{kLater, "Acme", policy}));
  scene.must(asking(kAnna));
  CHECK(scene.fault_after([](RecordedEvent&) {}).empty());
}

}  // namespace countersign::successor_audit_test

// A reader of a log can find the thresholds by which each outcome was judged.
#include "events/audit/threshold_audit.h"

#include <doctest/doctest.h>

#include <functional>
#include <string>

#include "core/inspection/thresholds/threshold_text.h"
#include "events/audit/history_audit.h"
#include "projections/fold/record_bytes.h"
#include "projections/views/threshold_sets.h"
#include "tests/projections/support/history.h"

namespace countersign::threshold_audit_test {

const ClientKey kClient = client_key("one");

std::string text_of_set(double glare) {
  Thresholds set;
  set.document.glare_share.error = glare;
  return canonical_text(set);
}
const std::string kText = text_of_set(0.06);
const Sha256 kSet(sha256(kText));

Submission recording(const std::string& text, UtcTime at = kStart) {
  return {thresholds_stream(),
          RecordThresholds{at, kThresholdsVersion, Sha256(sha256(text)), text},
          {ActorKind::Sweep, {}},
          RequestId()};
}

// A threshold set, and one session that was judged by it.
struct Scene {
  History history;

  Scene() {
    must(recording(kText));
    must(registering(kClient, kStart));
    must(creating(kClient, session_id(1), kStart, Purpose::DocumentVerification));
    must(challenging(session_id(1), Step::Document, 1, kStart));
    Submission document = sending_document(session_id(1), 1, image(1), kStart);
    auto& command = std::get<SubmitDocument>(std::get<SessionCommand>(document.command));
    command.findings.engine.thresholds = kSet;
    must(document);
  }
  void must(const Submission& submission) { REQUIRE(is_committed(history.submit(submission))); }

  std::string fault_after(const std::function<void(RecordedEvent&)>& change) const {
    HistoryAudit audit;
    const auto said = [](const std::optional<AuditFault>& fault) {
      return fault ? std::to_string(fault->sequence.value()) + " " + fault->why : "";
    };
    for (StoredEvent event : history.events()) {
      change(event.recorded);
      audit.next() = std::move(event);
      if (const auto fault = audit.take()) return said(fault);
    }
    return said(audit.end());
  }
};

template <class E>
std::function<void(RecordedEvent&)> in(const std::function<void(E&)>& change) {
  return [change](RecordedEvent& recorded) {
    if (auto* event = std::get_if<E>(&recorded.event)) change(*event);
  };
}

TEST_CASE_FIXTURE(Scene, "a set of thresholds is recorded once, and found by its hash") {
  CHECK(is_rejected(history.submit(recording(kText)), Refusal::NothingToDo));
  const std::string other = text_of_set(0.05);
  must(recording(other));
  CHECK(is_rejected(history.submit(recording(other)), Refusal::NothingToDo));
  CHECK(is_rejected(history.submit(recording(kText)), Refusal::NothingToDo));

  const auto found = ThresholdSets::find(history.views(), kSet);
  REQUIRE(found.has_value());
  CHECK(*found == ThresholdSet{kThresholdsVersion, 1, kText});
  CHECK(thresholds_of_text(found->text) == Thresholds{});
  CHECK(ThresholdSets::find(history.views(), Sha256(sha256(other)))->sequence == 7);
  CHECK_FALSE(ThresholdSets::find(history.views(), Sha256(sha256("none"))).has_value());
  CHECK((history.rebuilt() == history.views().entries()));
}

TEST_CASE_FIXTURE(Scene, "a log whose outcomes name thresholds that it has is sound") {
  CHECK(fault_after([](RecordedEvent&) {}) == "");
  CHECK(fault_after(in<DocumentAccepted>(
            [](DocumentAccepted& event) { event.engine.thresholds = std::nullopt; })) == "");
}

TEST_CASE_FIXTURE(Scene, "an outcome that names thresholds that the log does not have is found") {
  const std::string why =
      " the threshold set that this outcome names is not in the log before the outcome";
  CHECK(fault_after(in<DocumentAccepted>([](DocumentAccepted& event) {
          event.engine.thresholds = Sha256(sha256("others"));
        })) == "6" + why);
}

TEST_CASE_FIXTURE(Scene, "thresholds that are not what their hash says are found") {
  CHECK(fault_after(in<ThresholdsRecorded>([](ThresholdsRecorded& event) {
          event.text = text_of_set(0.9);
        })) == "1 the SHA-256 of the event's thresholds is not the one that the event gives");
}

TEST_CASE("a log that records a set of thresholds again is not one of ours") {
  Scene scene;
  scene.must(recording(text_of_set(0.05)));
  const std::string fault = scene.fault_after(in<ThresholdsRecorded>([](ThresholdsRecorded& event) {
    event.text = kText;
    event.sha256 = kSet;
  }));
  CHECK(fault == "7 the rules of thresholds do not allow the event at this place");
}

TEST_CASE("the sequence of an outcome whose thresholds come only after it is found") {
  ThresholdAudit marks;
  StoredEvent outcome;
  outcome.recorded.sequence = Sequence(1);
  LivenessRejected rejected;
  rejected.engine.thresholds = kSet;
  outcome.recorded.event = rejected;
  const auto fault = marks.take(outcome);
  REQUIRE(fault.has_value());
  CHECK(fault->sequence == Sequence(1));
  StoredEvent set;
  set.recorded.event = ThresholdsRecorded{kThresholdsVersion, kSet, kText};
  CHECK_FALSE(marks.take(set).has_value());
  CHECK_FALSE(marks.take(outcome).has_value());
}

}  // namespace countersign::threshold_audit_test

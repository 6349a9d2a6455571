// The event that begins a log is the first of the log, or the log is refused.
#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/inspection/thresholds/threshold_text.h"
#include "events/audit/history_audit.h"
#include "projections/views/log_view.h"
#include "tests/projections/support/history.h"

namespace countersign::log_beginning_test {

Submission beginning(const std::string& version) {
  return {log_stream(), BeginLog{kStart, version}, {ActorKind::Sweep, {}}, RequestId()};
}

// A log of three events of three streams, the first of which begins the log.
struct Begun {
  History history;

  Begun() {
    must(beginning("1.2.3"));
    must(registering(client_key("one"), kStart));
    must(registering(client_key("two"), kStart));
  }
  void must(const Submission& submission) { REQUIRE(is_committed(history.submit(submission))); }
};

std::string fault_of(std::vector<StoredEvent> events) {
  HistoryAudit audit;
  const auto said = [](const std::optional<AuditFault>& fault) {
    return fault ? std::to_string(fault->sequence.value()) + " " + fault->why : "";
  };
  for (StoredEvent& event : events) {
    audit.next() = std::move(event);
    if (const auto fault = audit.take()) return said(fault);
  }
  return said(audit.end());
}

TEST_CASE_FIXTURE(Begun, "a log begins once, with the version of the program") {
  const RecordedEvent& first = history.events().front().recorded;
  CHECK(first.stream == log_stream());
  CHECK(first.event == Event(LogBegun{"1.2.3"}));
  CHECK(is_rejected(history.submit(beginning("1.2.3")), Refusal::NothingToDo));
  CHECK(is_rejected(history.submit(beginning("1.2.4")), Refusal::NothingToDo));
  CHECK(LogView::load(history.views()) == LogHistory{1, 1, history.events().front().leaf});
  CHECK((history.rebuilt() == history.views().entries()));
}

TEST_CASE_FIXTURE(Begun, "a log is sound with the event that begins it, and without") {
  CHECK(fault_of(history.events()) == "");
  History older;
  REQUIRE(is_committed(older.submit(registering(client_key("one"), kStart))));
  CHECK(fault_of(older.events()) == "");
}

TEST_CASE("an event that begins a log behind other events is found") {
  History history;
  REQUIRE(is_committed(history.submit(registering(client_key("one"), kStart))));
  REQUIRE(is_committed(history.submit(beginning("1.2.3"))));
  CHECK(fault_of(history.events()) == "2 the event that begins the log is not its first event");
}

TEST_CASE_FIXTURE(Begun, "a second event that begins the log is found") {
  std::vector<StoredEvent> events = history.events();
  RecordedEvent& second = events.back().recorded;
  second.stream = log_stream();
  second.version = StreamVersion(2);
  second.previous = events.front().leaf;
  second.event = LogBegun{"1.2.4"};
  CHECK(fault_of(events) == "3 the log's own stream has no event after its first");
}

TEST_CASE_FIXTURE(Begun, "an event of another stream is found in the log's own stream") {
  const std::string text = canonical_text(Thresholds{});
  std::vector<StoredEvent> events = history.events();
  events.front().recorded.event =
      ThresholdsRecorded{kThresholdsVersion, Sha256(sha256(text)), text};
  CHECK(fault_of(events) == "1 the log's own stream does not begin with LogBegun");
}

TEST_CASE_FIXTURE(Begun, "an event that begins the log is found in another stream") {
  const std::vector<std::pair<StreamId, std::string>> streams{
      {keys_stream(), "the rules of keys do not allow the event at this place"},
      {thresholds_stream(), "the rules of thresholds do not allow the event at this place"},
      {stream_of(client_key("one")), "the rules of a client do not allow the event at this place"},
      {webhooks_stream_of(client_key("one")),
       "the rules of webhooks do not allow the event at this place"},
      {stream_of(session_id(1)), "the session's first event is not SessionCreated"},
      {StreamId("log-1"),
       "the event's stream is not session-<id>, client-<key>, webhooks-<key>, reviewer-<id>, keys, "
       "thresholds or log"}};
  for (const auto& [stream, why] : streams) {
    CAPTURE(stream.value());
    std::vector<StoredEvent> events = history.events();
    events.front().recorded.stream = stream;
    CHECK(fault_of(events) == "1 " + why);
  }
}

}  // namespace countersign::log_beginning_test

#include "events/audit/sessions/session_decision.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <utility>

#include "tests/events/support/sample_log.h"

namespace countersign::session_decision_test {

// The part of an event that is put aside.
RecordedEvent kept_of(RecordedEvent recorded) {
  recorded.request = RequestId();
  recorded.idempotency.reset();
  if (recorded.sealed) recorded.sealed->clear();
  return recorded;
}

TEST_CASE("a decision that was put aside is read back, without what its rules do not need") {
  SampleLog log(420);
  StoredEvent before;
  std::size_t pairs = 0;
  for (int i = 0; i < 3'000; ++i) {
    StoredEvent event = log.next();
    const auto session = session_of(event.recorded.stream);
    if (!session) continue;
    const bool is_pair = may_begin_a_pair(before) && belong_together(before, event);
    const RecordedDecision decision{is_pair ? &before : &event, is_pair ? &event : nullptr};
    std::string record;
    append_decision(record, *session, decision, nullptr);
    const SessionDecision again = read_decision(record);
    CHECK(session_in(record) == *session);
    CHECK(sequence_in(record) == decision.first->recorded.sequence);
    CHECK(again.session == *session);
    CHECK(again.first.recorded == kept_of(decision.first->recorded));
    CHECK(again.first.leaf == decision.first->leaf);
    CHECK(again.second.has_value() == is_pair);
    if (is_pair) CHECK(again.second->recorded == kept_of(event.recorded));
    CHECK_FALSE(again.facts);
    pairs += is_pair ? 1 : 0;
    before = std::move(event);
  }
  CHECK(pairs > 100);
}

TEST_CASE("the facts of an act are read back with it") {
  StoredEvent act;
  act.recorded.stream = stream_of(SessionId());
  act.recorded.event = ReviewClaimed{"rvw_1", UtcTime(1), UtcTime(2), std::nullopt};
  CaseFacts facts;
  facts.person = PersonFacts{true,
                             {{ReviewerRole::Supervisor, "svck_1"}},
                             Passkey{"id", "key", "example.org", "https://example.org", 7}};
  facts.holder = "rvw_2";
  facts.holder_was = PersonFacts{false, {}, std::nullopt};
  std::string record;
  append_decision(record, SessionId(), {&act, nullptr}, &facts);
  const SessionDecision again = read_decision(record);
  REQUIRE(again.facts);
  REQUIRE(again.facts->person);
  CHECK(again.facts->person->usable);
  CHECK(again.facts->person->roles == facts.person->roles);
  CHECK(again.facts->person->passkey == facts.person->passkey);
  CHECK(again.facts->holder == "rvw_2");
  REQUIRE(again.facts->holder_was);
  CHECK_FALSE(again.facts->holder_was->usable);
}

TEST_CASE("an event of another stream is put aside as one that no session has") {
  StoredEvent foreign;
  foreign.recorded.stream = stream_of(SessionId());
  foreign.recorded.event = ClientDisabled{"because"};
  std::string record;
  append_decision(record, SessionId(), {&foreign, nullptr}, nullptr);
  const SessionDecision again = read_decision(record);
  CHECK(std::holds_alternative<LogBegun>(again.first.recorded.event));
}

}  // namespace countersign::session_decision_test

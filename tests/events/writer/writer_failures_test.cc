// Tests which submissions a writer refuses after the log has failed.
#include <doctest/doctest.h>

#include <future>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "events/writer/writer.h"
#include "tests/events/support/log_fixture.h"
#include "tests/events/writer/desk.h"

namespace countersign::writer_failures_test {

using test::Desk;
using test::events_of;
using test::is_committed;
using test::say;

TEST_CASE("after a failed append everything is refused for good, and that is said once") {
  Desk desk;
  REQUIRE(is_committed(desk.wait(say(1, "a"))));
  CHECK_FALSE(desk.writer->failure());
  desk.hold();
  std::vector<std::future<Outcome>> group;
  for (const char* word : {"b", "refuse", "silence"}) group.push_back(desk.submit(say(1, word)));
  desk.log.answer_with(StoreError::Io);
  desk.log.release();
  CHECK(std::get<StoreError>(desk.held[0].get()) == StoreError::Io);
  // The group that waited behind the failed one was decided on views that were never stored.
  for (auto& answer : group) {
    CHECK(std::get<StoreError>(answer.get()) == StoreError::Stopped);
  }
  desk.log.answer_with(std::nullopt);
  CHECK(std::get<StoreError>(desk.wait(say(1, "c"))) == StoreError::Stopped);
  CHECK(desk.log.appends() == 2);
  CHECK(desk.failures == 1);
  CHECK(desk.failure == StoreError::Io);
  CHECK(desk.writer->failure() == StoreError::Io);
}

TEST_CASE("everyone of the group that failed is told, those it would have refused too") {
  Desk desk;
  // While a task runs, the writer takes nothing from the queue, so all of these become one group.
  std::vector<std::future<Outcome>> group;
  desk.writer->run_between_groups([&] {
    for (const char* word : {"a", "refuse", "silence"}) group.push_back(desk.submit(say(1, word)));
    desk.log.answer_with(StoreError::Corrupt);
  });
  for (auto& answer : group) {
    CHECK(std::get<StoreError>(answer.get()) == StoreError::Corrupt);
  }
  CHECK(desk.log.appends() == 1);
  CHECK(desk.failure == StoreError::Corrupt);
}

TEST_CASE("an unreadable record refuses the tasks that need it, and no others") {
  Desk desk;
  for (std::uint8_t stream = 1; stream <= 5; ++stream) {
    REQUIRE(is_committed(desk.wait(say(stream, "a"))));
  }
  desk.hold();
  desk.log.fail_reads_of(stream_of(test::session_id(3)).value());
  std::vector<std::future<Outcome>> answers;
  SUBCASE("alone") { answers.push_back(desk.submit(say(3, "b"))); }
  SUBCASE("among others of its group") {
    for (const std::uint8_t stream : {1, 2, 3, 4, 5}) {
      answers.push_back(desk.submit(say(stream, "b")));
    }
    desk.wait_for_decisions(6 + 5);
    // Decided after that group, and before it is known to be lost.
    answers.push_back(desk.submit(say(4, "c")));
    answers.push_back(desk.submit(say(3, "c")));
    answers.push_back(desk.submit(say(4, "d")));
  }
  SUBCASE("each of a group") {
    for (const char* word : {"b", "c", "d"}) answers.push_back(desk.submit(say(3, word)));
  }
  desk.log.release();
  std::size_t refused = 0;
  for (auto& answer : answers) {
    const Outcome outcome = answer.get();
    if (const auto* error = std::get_if<StoreError>(&outcome)) {
      CHECK(*error == StoreError::Unreadable);
      ++refused;
    } else {
      CHECK(is_committed(outcome));
    }
  }
  CHECK(refused == (answers.size() == 8 ? 2 : answers.size()));
  CHECK(desk.failures == 0);
  CHECK(desk.writer->queued() == 0);
  // In the order in which they came.
  std::map<std::string, std::string> said;
  for (const StoredEvent& event : desk.log.events()) {
    said[event.recorded.stream.value()] += std::get<HoldSet>(event.recorded.event).reason;
  }
  CHECK(said[stream_of(test::session_id(3)).value()] == "a");
  if (answers.size() == 8) CHECK(said[stream_of(test::session_id(4)).value()] == "abcd");
  CHECK(is_committed(desk.wait(say(1, "last"))));
}

TEST_CASE("a group that is decided again after a failed write is refused as any other") {
  Desk desk;
  REQUIRE(is_committed(desk.wait(say(1, "a"))));
  desk.hold();
  desk.log.answer_with(StoreError::Unreadable);
  std::vector<std::future<Outcome>> answers;
  for (const char* word : {"b", "c", "d"}) answers.push_back(desk.submit(say(1, word)));
  desk.wait_for_decisions(5);
  desk.log.release();
  CHECK(std::get<StoreError>(desk.held[0].get()) == StoreError::Unreadable);
  for (auto& answer : answers) {
    CHECK(std::get<StoreError>(answer.get()) == StoreError::Unreadable);
  }
  desk.log.answer_with(std::nullopt);
  CHECK(is_committed(desk.wait(say(1, "b"))));
  CHECK(desk.failures == 0);
}

TEST_CASE("a full disk refuses a group and no more") {
  Desk desk;
  desk.log.answer_with(StoreError::Full);
  CHECK(std::get<StoreError>(desk.wait(say(1, "a"))) == StoreError::Full);
  CHECK_FALSE(desk.writer->failure());
  CHECK(desk.failures == 0);
  desk.log.answer_with(std::nullopt);
  const auto events = events_of(desk.wait(say(1, "a")));
  CHECK(events[0].sequence == Sequence(1));
  CHECK(events[0].version == StreamVersion(1));
}

TEST_CASE("decisions on top of a group that fails fall with it") {
  for (const StoreError error : {StoreError::Io, StoreError::Full}) {
    CAPTURE(error);
    Desk desk;
    desk.log.hold();
    auto first = desk.submit_together({say(1, "a"), say(2, "a")});
    desk.log.wait_for_appends(1);
    auto on_top = desk.submit(say(1, "b"));
    desk.wait_for_decisions(3);
    desk.log.answer_with(error);
    desk.log.release();
    for (auto& answer : first) CHECK(std::get<StoreError>(answer.get()) == error);
    const bool full = error == StoreError::Full;
    CHECK(std::get<StoreError>(on_top.get()) == (full ? error : StoreError::Stopped));
    CHECK(desk.log.appends() == 1);
    desk.log.answer_with(std::nullopt);
    const Outcome later = desk.wait(say(1, "c"));
    CHECK(is_committed(later) == full);
    if (full) CHECK(events_of(later)[0].sequence == Sequence(1));
  }
}

}  // namespace countersign::writer_failures_test

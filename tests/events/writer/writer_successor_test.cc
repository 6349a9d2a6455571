// A decision that opens another session: both are written, or neither is.
#include <doctest/doctest.h>

#include <algorithm>
#include <future>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "events/writer/writer.h"
#include "tests/events/writer/desk.h"

namespace countersign::writer_successor_test {

using test::Desk;
using test::events_of;
using test::is_committed;
using test::opened_session;
using test::say;

constexpr std::uint8_t kStream = 1;

Submission opening(std::uint32_t attempts = 5, std::string word = "open") {
  CreateSession command;
  command.at = UtcTime(1);
  command.attempts_allowed = attempts;
  Submission creation{
      stream_of(opened_session()), command, {ActorKind::Client, "svck_a"}, RequestId("r")};
  creation.sealed = "words";
  creation.wrap_key = [](const WrappedKeys&) -> Result<KeyToStore, StoreError> {
    return KeyToStore{"wrapped"};
  };
  Submission decision = say(kStream, std::move(word));
  decision.sealed = "note";
  decision.idempotency = IdempotencyRecord{};
  decision.successor = std::make_shared<const Submission>(std::move(creation));
  return decision;
}

TEST_CASE("a decision and the session that it opens are one write, the session first") {
  Desk desk;
  const auto events = events_of(desk.wait(opening()));
  REQUIRE(events.size() == 2);
  CHECK(std::holds_alternative<SessionCreated>(events[0].event));
  CHECK(events[0].stream == stream_of(opened_session()));
  CHECK(events[0].version == StreamVersion(1));
  CHECK(events[0].sealed == "words");
  CHECK_FALSE(events[0].idempotency);
  CHECK(std::holds_alternative<ReviewDecided>(events[1].event));
  CHECK(events[1].stream == say(kStream, "x").stream);
  CHECK(events[1].sequence.value() == events[0].sequence.value() + 1);
  CHECK(events[1].sealed == "note");
  CHECK(events[1].idempotency);
  CHECK(desk.log.group_sizes() == std::vector<std::size_t>{2});
  CHECK(*desk.log.wrapped_key(opened_session()) == "wrapped");
  // The same request again gets the first answer, and opens nothing.
  const Outcome again = desk.wait(opening());
  REQUIRE(std::holds_alternative<Replayed>(again));
  CHECK(std::get<Replayed>(again).last == events[1].sequence);
  CHECK(desk.log.events().size() == 2);
}

TEST_CASE("if the session is refused, the decision does not happen, and can be made again") {
  Desk desk;
  const Outcome refused = desk.wait(opening(0));
  REQUIRE(std::holds_alternative<Rejection>(refused));
  CHECK(std::get<Rejection>(refused).why == Refusal::QuotaExceeded);
  CHECK(desk.log.events().empty());
  CHECK(desk.log.key_changes().empty());
  CHECK(events_of(desk.wait(opening())).size() == 2);
}

TEST_CASE("if the session's key cannot be stored, the decision does not happen") {
  Desk desk;
  Submission decision = opening();
  Submission creation = *decision.successor;
  creation.wrap_key = [](const WrappedKeys&) -> Result<KeyToStore, StoreError> {
    return StoreError::Full;
  };
  decision.successor = std::make_shared<const Submission>(std::move(creation));
  CHECK(std::get<StoreError>(desk.wait(decision)) == StoreError::Full);
  CHECK(desk.log.events().empty());
  CHECK(desk.log.key_changes().empty());
}

TEST_CASE("a write that fails leaves neither, and the request is repeated whole") {
  Desk desk;
  desk.log.answer_with(StoreError::Full);
  CHECK(std::get<StoreError>(desk.wait(opening())) == StoreError::Full);
  CHECK(desk.log.events().empty());
  CHECK(desk.log.key_changes().empty());
  desk.log.answer_with(std::nullopt);
  CHECK(events_of(desk.wait(opening())).size() == 2);
  CHECK(desk.log.key_changes().size() == 1);
}

TEST_CASE("a decision that opens nothing drops the session that came with it") {
  Desk desk;
  const auto events = events_of(desk.wait(opening(5, "plain")));
  REQUIRE(events.size() == 1);
  CHECK(std::holds_alternative<HoldSet>(events[0].event));
  CHECK(desk.log.key_changes().empty());
  // Nor does the refusal of the session tell whether it would have been opened.
  CHECK(std::get<Rejection>(desk.wait([] {
          Submission closed = opening(0, "another");
          closed.idempotency.reset();
          return closed;
        }()))
            .why == Refusal::QuotaExceeded);
  // A refused decision opens nothing either.
  CHECK(std::holds_alternative<Rejection>(desk.wait([] {
    Submission refused = opening(5, "refuse");
    refused.idempotency.reset();
    return refused;
  }())));
  CHECK(desk.log.events().size() == 1);
}

}  // namespace countersign::writer_successor_test

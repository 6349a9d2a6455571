#include "events/writer/writer.h"

#include <doctest/doctest.h>

#include <atomic>
#include <future>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "core/machine/threads/background.h"
#include "tests/events/support/log_fixture.h"
#include "tests/events/writer/desk.h"

namespace countersign::writer_test {

using test::Desk;
using test::events_of;
using test::is_committed;
using test::is_ready;
using test::say;

TEST_CASE("a committed submission is answered with its events in their places") {
  Desk desk;
  const auto first = events_of(desk.wait(say(1, "hello", 5)));
  const auto second = events_of(desk.wait(say(1, "echo", 7)));
  REQUIRE(first.size() == 1);
  REQUIRE(second.size() == 3);
  CHECK(first[0].sequence == Sequence(1));
  CHECK(first[0].version == StreamVersion(1));
  CHECK(first[0].previous == Sha256{});
  CHECK(first[0].at == UtcTime(5));
  CHECK(first[0].actor == Actor{ActorKind::Operator, "uid:0"});
  CHECK(first[0].request == RequestId("r"));
  const auto stored = desk.log.events();
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(second[i].sequence == Sequence(2 + i));
    CHECK(second[i].version == StreamVersion(2 + i));
    CHECK(second[i].previous == stored[i].leaf);
    CHECK(second[i].at == UtcTime(7));
    CHECK(second[i] == stored[i + 1].recorded);
  }
}

TEST_CASE("time never goes back, whatever the clocks of commands say") {
  Desk desk;
  CHECK(events_of(desk.wait(say(1, "a", 100)))[0].at == UtcTime(100));
  CHECK(events_of(desk.wait(say(2, "b", 40)))[0].at == UtcTime(100));
  CHECK(events_of(desk.wait(say(1, "c", 101)))[0].at == UtcTime(101));
}

TEST_CASE("an idempotency record is on the last event, what is sealed on the first") {
  Desk desk;
  Submission submission = say(1, "echo");
  submission.idempotency = IdempotencyRecord{Sha256(Digest{1}), Sha256(Digest{2})};
  submission.sealed = "sealed";
  const auto events = events_of(desk.wait(submission));
  REQUIRE(events.size() == 3);
  CHECK(events[0].sealed == "sealed");
  CHECK_FALSE(events[0].idempotency);
  CHECK_FALSE(events[1].idempotency);
  CHECK_FALSE(events[1].sealed);
  CHECK_FALSE(events[2].sealed);
  CHECK(events[2].idempotency == submission.idempotency);

  const Outcome again = desk.wait(submission);
  REQUIRE(std::holds_alternative<Replayed>(again));
  CHECK(std::get<Replayed>(again).last == Sequence(3));
}

TEST_CASE("a session's key comes with its creation and goes with its purge") {
  Desk desk;
  const SessionId session = test::session_id(9);
  Submission create{stream_of(session), CreateSession{}, {}, {}};
  create.wrap_key = [](const WrappedKeys&) { return KeyToStore{"wrapped"}; };
  REQUIRE(is_committed(desk.wait(create)));
  REQUIRE(is_committed(desk.wait(say(9, "a"))));
  REQUIRE(is_committed(desk.wait({stream_of(session), SessionCommand(PurgeFiles{}), {}, {}})));
  const auto changes = desk.log.key_changes();
  REQUIRE(changes.size() == 2);
  CHECK(changes[0].session == session);
  CHECK(changes[0].wrapped == "wrapped");
  CHECK(changes[1].session == session);
  CHECK(changes[1].wrapped == std::nullopt);
}

TEST_CASE("a refusal and a silence append nothing") {
  Desk desk;
  const Outcome refused = desk.wait(say(1, "refuse"));
  CHECK(std::get<Rejection>(refused).why == Refusal::NothingToDo);
  CHECK(events_of(desk.wait(say(1, "silence"))).empty());
  CHECK(desk.log.appends() == 0);
}

TEST_CASE("an expected version that does not match is a conflict, and says where the stream is") {
  Desk desk;
  const auto expecting = [](std::string word, std::uint64_t version) {
    Submission submission = say(1, std::move(word));
    submission.expected = StreamVersion(version);
    return submission;
  };
  CHECK(std::get<Conflict>(desk.wait(expecting("a", 1))).current == StreamVersion(0));
  CHECK(is_committed(desk.wait(expecting("a", 0))));
  CHECK(is_committed(desk.wait(expecting("b", 1))));
  CHECK(std::get<Conflict>(desk.wait(expecting("c", 1))).current == StreamVersion(2));
  CHECK(desk.log.events().size() == 2);
}

TEST_CASE("observers are told each new head until they are forgotten") {
  Desk desk;
  std::vector<std::uint64_t> first;
  std::vector<std::uint64_t> second;
  const auto token = desk.writer->observe([&](Sequence head) { first.push_back(head.value()); });
  desk.writer->observe([&](Sequence head) { second.push_back(head.value()); });
  desk.wait(say(1, "a"));
  desk.wait(say(1, "refuse"));
  desk.wait(say(1, "echo"));
  // Waits until the observers have been called for the last group.
  desk.writer->run_between_groups([] {});
  desk.writer->forget(token);
  desk.wait(say(1, "b"));
  desk.writer.reset();
  CHECK(first == std::vector<std::uint64_t>{1, 4});
  CHECK(second == std::vector<std::uint64_t>{1, 4, 5});
}

TEST_CASE("a writer that is destroyed answers what is queued first") {
  Desk desk;
  desk.hold();
  std::vector<std::future<Outcome>> answers;
  for (int i = 0; i < 1000; ++i) answers.push_back(desk.submit(say(1, std::to_string(i))));
  desk.log.release();
  desk.writer.reset();
  for (auto& answer : answers) {
    REQUIRE(is_ready(answer));
    CHECK(is_committed(answer.get()));
  }
}

TEST_CASE("an answer may submit again") {
  Desk desk;
  std::promise<Outcome> second;
  desk.writer->submit(say(1, "a"), [&](Outcome) {
    desk.writer->submit(say(1, "b"), [&](Outcome outcome) { second.set_value(outcome); });
  });
  CHECK(events_of(second.get_future().get())[0].version == StreamVersion(2));
}

TEST_CASE("a caller that waits at an idle writer does the work itself; others leave it") {
  Desk desk;
  const std::thread::id here = std::this_thread::get_id();
  std::thread::id told_on;
  desk.writer->observe([&](Sequence) { told_on = std::this_thread::get_id(); });
  desk.wait(say(1, "a"));
  CHECK(told_on == here);
  desk.submit(say(1, "b")).wait();
  desk.writer->run_between_groups([] {});
  CHECK(told_on != here);
}

TEST_CASE("a caller in the background leaves the work of an idle writer to the writer's threads") {
  Desk desk;
  std::thread::id told_on;
  desk.writer->observe([&](Sequence) { told_on = std::this_thread::get_id(); });
  std::thread::id caller;
  std::thread::id ran_on;
  std::thread([&] {
    go_to_background(Background::Lowest);
    caller = std::this_thread::get_id();
    CHECK(is_committed(desk.wait(say(1, "a"))));
    desk.writer->run_between_groups([&] { ran_on = std::this_thread::get_id(); });
  }).join();
  CHECK(told_on != std::thread::id());
  CHECK(told_on != caller);
  CHECK(ran_on != std::thread::id());
  CHECK(ran_on != caller);
}

TEST_CASE("a task runs with no group in flight, and what came before it is done") {
  Desk desk;
  desk.hold();
  auto answer = desk.submit(say(1, "a"));
  std::atomic<std::size_t> events_seen{0};
  std::thread::id ran_on;
  std::thread caller([&] {
    desk.writer->run_between_groups([&] {
      events_seen = desk.log.events().size();
      ran_on = std::this_thread::get_id();
    });
  });
  desk.log.release();
  caller.join();
  CHECK(events_seen >= 1);  // including the group that was in flight
  CHECK(ran_on != std::this_thread::get_id());
  CHECK(is_committed(answer.get()));
}

TEST_CASE("tasks run while submissions keep coming, and after a failure") {
  Desk desk;
  std::atomic<bool> stop{false};
  std::thread submitter([&] {
    for (int i = 0; !stop; ++i) desk.wait(say(1, std::to_string(i)));
  });
  int ran = 0;
  for (int i = 0; i < 100; ++i) desk.writer->run_between_groups([&] { ++ran; });
  stop = true;
  submitter.join();
  CHECK(ran == 100);
  desk.log.answer_with(StoreError::Io);
  desk.wait(say(1, "fails"));
  desk.writer->run_between_groups([&] { ++ran; });
  CHECK(ran == 101);
}

}  // namespace countersign::writer_test

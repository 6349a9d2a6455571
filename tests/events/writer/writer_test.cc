#include "events/writer/writer.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <future>
#include <map>
#include <numeric>
#include <set>
#include <thread>

#include "tests/events/rocks/tail/wal_faults.h"
#include "tests/events/support/log_fixture.h"
#include "tests/events/support/memory_log.h"
#include "tests/events/writer/word_decider.h"

namespace countersign {
namespace {

using test::MemoryLog;
using test::say;
using test::WordDecider;

// A writer over a log in memory.
struct Desk {
  explicit Desk()
      : writer(std::make_unique<Writer>(log, decider, [this](StoreError error) {
          ++failures;
          failure = error;
        })) {}
  ~Desk() { log.release(); }

  std::future<Outcome> submit(Submission submission) {
    auto promise = std::make_shared<std::promise<Outcome>>();
    writer->submit(std::move(submission),
                   [promise](Outcome outcome) { promise->set_value(std::move(outcome)); });
    return promise->get_future();
  }
  Outcome wait(Submission submission) { return writer->submit_and_wait(std::move(submission)); }

  // Submits all as one group: while a task runs, the writer takes nothing from the queue.
  std::vector<std::future<Outcome>> submit_together(std::vector<Submission> submissions) {
    std::vector<std::future<Outcome>> answers;
    writer->run_between_groups([&] {
      for (Submission& each : submissions) answers.push_back(submit(std::move(each)));
    });
    return answers;
  }

  // Holds the writer in an append, so that the submissions that are decided before the release
  // become one group.
  void hold() {
    const std::size_t before = log.appends();
    log.hold();
    held.push_back(submit(say(255, "held " + std::to_string(before))));
    log.wait_for_appends(before + 1);
  }

  void wait_for_decisions(std::size_t count) const {
    while (static_cast<std::size_t>(decider.decisions()) < count) std::this_thread::yield();
  }

  MemoryLog log;
  WordDecider decider;
  std::atomic<int> failures{0};
  std::atomic<StoreError> failure{};
  std::vector<std::future<Outcome>> held;
  std::unique_ptr<Writer> writer;
};

bool is_committed(const Outcome& outcome) { return std::holds_alternative<Committed>(outcome); }
bool is_ready(const std::future<Outcome>& future) {
  return future.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}
std::vector<RecordedEvent> events_of(Outcome outcome) {
  REQUIRE(is_committed(outcome));
  return std::get<Committed>(std::move(outcome)).events;
}

}  // namespace

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

TEST_CASE("of two in one group that expect the same version one wins") {
  Desk desk;
  desk.hold();
  std::vector<std::future<Outcome>> answers;
  for (const char* word : {"a", "b"}) {
    Submission submission = say(1, word);
    submission.expected = StreamVersion(0);
    answers.push_back(desk.submit(std::move(submission)));
  }
  desk.log.release();
  CHECK(is_committed(answers[0].get()));
  CHECK(std::get<Conflict>(answers[1].get()).current == StreamVersion(1));
}

TEST_CASE("waiting tasks become one group, decided in the order of arrival") {
  Desk desk;
  desk.hold();
  std::vector<std::future<Outcome>> answers;
  for (int i = 0; i < 100; ++i) {
    answers.push_back(desk.submit(say(static_cast<std::uint8_t>(i % 3), std::to_string(i))));
  }
  desk.wait_for_decisions(101);
  desk.log.release();
  for (std::size_t i = 0; i < answers.size(); ++i) {
    CHECK(events_of(answers[i].get())[0].sequence == Sequence(i + 2));
  }
  CHECK(desk.log.group_sizes() == std::vector<std::size_t>{1, 100});
}

TEST_CASE("a group has a bound, and the rest follows in the next") {
  Desk desk;
  desk.hold();
  std::vector<std::future<Outcome>> answers;
  for (std::size_t i = 0; i < Writer::kGroupMax + 10; ++i) {
    answers.push_back(desk.submit(say(1, std::to_string(i))));
  }
  desk.wait_for_decisions(1 + Writer::kGroupMax);
  CHECK(desk.writer->queued() == 10);
  desk.log.release();
  for (auto& answer : answers) CHECK(is_committed(answer.get()));
  const std::vector<std::size_t> sizes = desk.log.group_sizes();
  REQUIRE(sizes.size() >= 3);
  CHECK(sizes[1] == Writer::kGroupMax);
  CHECK(std::accumulate(sizes.begin() + 2, sizes.end(), std::size_t{0}) == 10);
}

TEST_CASE("no answer leaves before its group is durable, a refusal's neither") {
  Desk desk;
  desk.hold();
  auto said = desk.submit(say(1, "once"));
  auto repeated = desk.submit(say(1, "once"));  // refused because of the submission before it
  desk.log.release();
  said.wait();
  desk.log.hold();
  auto next = desk.submit(say(1, "next"));
  auto refused = desk.submit(say(1, "next"));
  desk.log.wait_for_appends(3);
  CHECK_FALSE(is_ready(next));
  CHECK_FALSE(is_ready(refused));
  desk.log.release();
  CHECK(is_committed(said.get()));
  CHECK(std::holds_alternative<Rejection>(repeated.get()));
  CHECK(is_committed(next.get()));
}

TEST_CASE("of many simultaneous submissions of one word exactly one is accepted") {
  Desk desk;
  constexpr int kThreads = 8;
  constexpr int kWords = 200;
  std::atomic<int> accepted{0};
  std::atomic<int> refused{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < kWords; ++i) {
        const Outcome outcome = desk.wait(say(1, std::to_string(i)));
        is_committed(outcome) ? ++accepted : ++refused;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(accepted == kWords);
  CHECK(refused == kWords * (kThreads - 1));
}

TEST_CASE("beyond the queue's bound a submission is told so at once") {
  Desk desk;
  desk.hold();
  std::vector<std::future<Outcome>> answers;
  // A group in flight, a decided group, and a full queue.
  for (std::size_t i = 0; i < Writer::kGroupMax + Writer::kQueueMax; ++i) {
    if (i == Writer::kGroupMax) desk.wait_for_decisions(1 + Writer::kGroupMax);
    answers.push_back(desk.submit(say(1, std::to_string(i))));
  }
  auto refused = desk.submit(say(1, "one more"));
  REQUIRE(is_ready(refused));
  CHECK(std::holds_alternative<Busy>(refused.get()));
  CHECK(desk.writer->queued() == Writer::kQueueMax);
  desk.log.release();
  for (auto& answer : answers) CHECK(is_committed(answer.get()));
  CHECK(desk.writer->queued() == 0);
  CHECK(is_committed(desk.wait(say(1, "one more"))));
}

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

TEST_CASE("while a group is on its way the next is decided on top of it") {
  Desk desk;
  desk.log.hold();
  auto first = desk.submit_together({say(1, "a"), say(2, "a")});
  desk.log.wait_for_appends(1);
  // Decided now, on views that are not stored yet.
  auto repeated = desk.submit(say(1, "a"));
  auto next = desk.submit(say(1, "b"));
  desk.wait_for_decisions(4);
  CHECK_FALSE(is_ready(repeated));
  CHECK(desk.log.appends() == 1);
  desk.log.release();
  for (auto& answer : first) CHECK(is_committed(answer.get()));
  CHECK(std::get<Rejection>(repeated.get()).why == Refusal::NothingToDo);
  const auto events = events_of(next.get());
  CHECK(events[0].sequence == Sequence(3));
  CHECK(events[0].version == StreamVersion(2));
  CHECK(desk.log.group_sizes() == std::vector<std::size_t>{2, 1});
}

TEST_CASE("state that the group before knows is not read again, unless a task came in between") {
  Desk desk;
  REQUIRE(is_committed(desk.wait(say(1, "a"))));
  const std::size_t before = desk.log.reads();
  REQUIRE(is_committed(desk.wait(say(1, "b"))));
  CHECK(desk.log.reads() == before + 1);  // reads the word; the stream's head was known
  desk.writer->run_between_groups([] {});
  REQUIRE(is_committed(desk.wait(say(1, "c"))));
  CHECK(desk.log.reads() == before + 3);
  CHECK(std::holds_alternative<Rejection>(desk.wait(say(1, "a"))));
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

TEST_CASE("answers and heads come in the order of the log, whoever appends") {
  Desk desk;
  constexpr std::size_t kThreads = 4;
  constexpr int kWords = 500;
  std::vector<std::uint64_t> heads;
  std::vector<std::uint64_t> answered;  // written by the writer's thread alone
  desk.writer->observe([&](Sequence head) { heads.push_back(head.value()); });
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < kWords; ++i) {
        const std::string word = std::to_string(t) + "-" + std::to_string(i);
        desk.writer->submit(say(1, word), [&](Outcome outcome) {
          answered.push_back(events_of(std::move(outcome)).front().sequence.value());
        });
        desk.wait(say(2, word));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  desk.writer->run_between_groups([] {});
  CHECK(answered.size() == kThreads * kWords);
  CHECK(std::ranges::is_sorted(answered));
  CHECK(std::ranges::is_sorted(heads));
  CHECK(heads.back() == 2 * kThreads * kWords);
}

// ---- on a disk --------------------------------------------------------------

TEST_CASE("many writers on a disk: the log is dense, the streams too, and all is there again") {
  test::LogFixture f;
  const WordDecider decider;
  constexpr int kThreads = 8;
  constexpr int kWords = 100;
  std::vector<std::set<std::uint64_t>> acknowledged(kThreads);
  {
    Writer writer(f.log(), decider, [](StoreError) { FAIL("the log failed"); });
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < kThreads; ++t) {
      threads.emplace_back([&, t] {
        for (int i = 0; i < kWords; ++i) {
          const Outcome outcome = writer.submit_and_wait(
              say(static_cast<std::uint8_t>(i % 4), std::to_string(t) + "-" + std::to_string(i)));
          for (const RecordedEvent& event : std::get<Committed>(outcome).events) {
            acknowledged[t].insert(event.sequence.value());
          }
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
  }
  f.open();
  std::map<std::string, Sha256> leaves;
  std::map<std::string, std::uint64_t> versions;
  std::uint64_t next = 1;
  REQUIRE(f.log().read(Sequence(1), [&](const StoredEvent& event) {
    const std::string& stream = event.recorded.stream.value();
    CHECK(event.recorded.sequence.value() == next++);
    CHECK(event.recorded.version.value() == ++versions[stream]);
    CHECK(event.recorded.previous == leaves[stream]);
    leaves[stream] = event.leaf;
    return true;
  }));
  CHECK(next == kThreads * kWords + 1);
  std::set<std::uint64_t> all;
  for (const auto& some : acknowledged) all.insert(some.begin(), some.end());
  CHECK(all.size() == kThreads * kWords);
}

TEST_CASE("a table that cannot be written ends the writer at once, though nobody appends") {
  test::LogFixture f;
  const WordDecider decider;
  std::vector<StoreError> failures;
  {
    Writer writer(f.log(), decider, [&](StoreError error) { failures.push_back(error); });
    REQUIRE(is_committed(writer.submit_and_wait(say(1, "kept"))));
    test::WalFaults faults;
    faults.files = ".sst";
    faults.next_write = ENOSPC;
    CHECK(f.log().scrub_keys() == StoreError::Io);
    CHECK(failures == std::vector{StoreError::Io});
    CHECK(writer.failure() == StoreError::Io);
    CHECK(std::get<StoreError>(writer.submit_and_wait(say(1, "late"))) == StoreError::Stopped);
  }
  CHECK(failures.size() == 1);
  f.open();
  CHECK(f.count() == 1);
}

TEST_CASE("a disk that fails once ends the writer, and what was acknowledged is there again") {
  for (const bool sync : {true, false}) {
    test::LogFixture f;
    const WordDecider decider;
    std::atomic<int> failures{0};
    std::atomic<int> acknowledged{0};
    {
      Writer writer(f.log(), decider, [&](StoreError) { ++failures; });
      for (int i = 0; i < 10; ++i) {
        REQUIRE(is_committed(writer.submit_and_wait(say(1, std::to_string(i)))));
      }
      acknowledged = 10;
      test::WalFaults faults;
      (sync ? faults.next_sync : faults.next_write) = EIO;
      std::vector<std::thread> threads;
      for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&, t] {
          for (int i = 0; i < 20; ++i) {
            const Outcome outcome =
                writer.submit_and_wait(say(2, std::to_string(t) + "-" + std::to_string(i)));
            if (is_committed(outcome)) ++acknowledged;
          }
        });
      }
      for (std::thread& thread : threads) thread.join();
      CHECK(faults.failures == 1);
      CHECK(std::get<StoreError>(writer.submit_and_wait(say(1, "late"))) == StoreError::Stopped);
    }
    CHECK(failures == 1);
    CHECK(acknowledged == 10);
    f.open();
    CHECK(f.count() >= 10);
    CHECK(f.reasons().size() == f.count());
  }
}

}  // namespace countersign

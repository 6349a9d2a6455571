// Tests how a writer makes groups of the waiting submissions, and answers them.
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <future>
#include <numeric>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "events/writer/writer.h"
#include "tests/events/writer/desk.h"

namespace countersign::writer_groups_test {

using test::Desk;
using test::events_of;
using test::is_committed;
using test::is_ready;
using test::say;

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

}  // namespace countersign::writer_groups_test

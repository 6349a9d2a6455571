#pragma once
#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "events/writer/writer.h"
#include "tests/events/support/memory_log.h"
#include "tests/events/writer/word_decider.h"

namespace countersign::test {

// A writer over a log in memory.
struct Desk {
  explicit Desk()
      : writer(std::make_unique<Writer>(log, log, decider, [this](StoreError error) {
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

inline bool is_committed(const Outcome& outcome) {
  return std::holds_alternative<Committed>(outcome);
}
inline bool is_ready(const std::future<Outcome>& future) {
  return future.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}
inline std::vector<RecordedEvent> events_of(Outcome outcome) {
  REQUIRE(is_committed(outcome));
  return std::get<Committed>(std::move(outcome)).events;
}

}  // namespace countersign::test

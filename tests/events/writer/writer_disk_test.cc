// Tests a writer over a log on a disk.
#include <doctest/doctest.h>

#include <atomic>
#include <cerrno>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "events/writer/writer.h"
#include "tests/events/rocks/tail/wal_faults.h"
#include "tests/events/support/log_fixture.h"
#include "tests/events/writer/desk.h"
#include "tests/events/writer/word_decider.h"

namespace countersign::writer_disk_test {

using test::is_committed;
using test::say;
using test::WordDecider;

TEST_CASE("many writers on a disk: the log is dense, the streams too, and all is there again") {
  test::LogFixture f;
  const WordDecider decider;
  constexpr int kThreads = 8;
  constexpr int kWords = 100;
  std::vector<std::set<std::uint64_t>> acknowledged(kThreads);
  {
    Writer writer(f.log(), f.log(), decider, [](StoreError) { FAIL("the log failed"); });
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
    Writer writer(f.log(), f.log(), decider, [&](StoreError error) { failures.push_back(error); });
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
      Writer writer(f.log(), f.log(), decider, [&](StoreError) { ++failures; });
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

}  // namespace countersign::writer_disk_test

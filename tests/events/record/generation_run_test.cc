#include <doctest/doctest.h>

#include <filesystem>
#include <map>

#include "tests/events/support/log_fixture.h"

namespace countersign::generation_run_test {

using test::kSpace;
using test::LogFixture;

constexpr int kMany = 5000;  // changes; a batch of that many goes into a file of its own

std::string key_of(int i) { return "k" + std::to_string(i); }

std::optional<StoreError> write_many(EventLog& log, const std::string& value, Sequence folded) {
  const auto batch = log.begin_in(ViewGeneration::B);
  for (int i = 0; i < kMany; ++i) batch->put(kSpace, key_of(i), value);
  return log.write_generation(*batch, ViewGeneration::B, {"test.1", folded});
}

std::optional<std::string> in_generation(EventLog& log, int i) {
  return log.begin_in(ViewGeneration::B)->get(kSpace, key_of(i));
}

int count_in_generation(EventLog& log) {
  int found = 0;
  for (int i = 0; i < kMany; ++i) found += in_generation(log, i).has_value() ? 1 : 0;
  return found;
}

std::map<std::filesystem::path, std::uintmax_t> write_ahead_logs(const LogFixture& f) {
  std::map<std::filesystem::path, std::uintmax_t> sizes;
  for (const auto& entry : std::filesystem::directory_iterator(f.folder())) {
    if (entry.path().extension() == ".log") sizes[entry.path()] = entry.file_size();
  }
  return sizes;
}

TEST_CASE(
    "large and small batches of a generation hide each other in the order they were written") {
  LogFixture f;
  f.append_events(1);
  const auto change = [&](int i, std::optional<std::string> value) {
    const auto batch = f.log().begin_in(ViewGeneration::B);
    value ? batch->put(kSpace, key_of(i), *value) : batch->erase(kSpace, key_of(i));
    REQUIRE_FALSE(f.log().write_generation(*batch, ViewGeneration::B, {"test.1", Sequence(1)}));
  };
  change(1, "small before");
  REQUIRE_FALSE(write_many(f.log(), "large", Sequence(1)));
  CHECK(in_generation(f.log(), 1) == "large");
  change(2, "small after");
  change(3, std::nullopt);
  {
    const auto batch = f.log().begin_in(ViewGeneration::B);
    for (int i = 0; i < kMany; i += 2) batch->erase(kSpace, key_of(i));
    REQUIRE_FALSE(f.log().write_generation(*batch, ViewGeneration::B, {"test.1", Sequence(1)}));
  }
  change(4, "again");
  REQUIRE_FALSE(f.log().activate(ViewGeneration::B));
  for (const bool reopened : {false, true}) {
    if (reopened) f.open();
    CHECK(f.view(key_of(1)) == "large");
    CHECK(f.view(key_of(2)) == std::nullopt);
    CHECK(f.view(key_of(3)) == std::nullopt);
    CHECK(f.view(key_of(4)) == "again");
    CHECK(f.view(key_of(5)) == "large");
    int entries = 0;
    CHECK(f.log().views().scan(kSpace, "", [&](auto, auto) { return ++entries > 0; }).has_value());
    CHECK(entries == kMany / 2);
  }
}

TEST_CASE("a generation that was filled by large batches is empty when it was cleared") {
  LogFixture f;
  f.append_events(1);
  for (const char* value : {"first", "second"}) {
    REQUIRE_FALSE(write_many(f.log(), value, Sequence(1)));
    CHECK(count_in_generation(f.log()) == kMany);
    REQUIRE_FALSE(f.log().clear_generation(ViewGeneration::B));
    CHECK(count_in_generation(f.log()) == 0);
    f.open();
    CHECK(count_in_generation(f.log()) == 0);
  }
}

TEST_CASE("after a power cut no generation's state speaks of what is not there") {
  for (const bool cut : {true, false}) {
    LogFixture f;
    REQUIRE_FALSE(f.with(1).with_view("live", "1").append());
    REQUIRE_FALSE(f.log().clear_generation(ViewGeneration::B));
    const auto synced = write_ahead_logs(f);
    REQUIRE_FALSE(write_many(f.log(), "v", Sequence(1)));
    f.close();
    // Cut off the part of the write-ahead log that was not synced.
    for (const auto& [path, size] : write_ahead_logs(f)) {
      const auto before = synced.find(path);
      if (cut) std::filesystem::resize_file(path, before == synced.end() ? 0 : before->second);
    }
    f.open();
    CHECK(f.view("live") == "1");
    const auto state = f.log().state_of(ViewGeneration::B);
    REQUIRE(state.has_value());
    CHECK(*state == (cut ? GenerationState{} : GenerationState{"test.1", Sequence(1)}));
    CHECK(count_in_generation(f.log()) == kMany);
    // A generation without a state is cleared and filled again.
    REQUIRE_FALSE(f.log().clear_generation(ViewGeneration::B));
    CHECK(count_in_generation(f.log()) == 0);
    REQUIRE_FALSE(write_many(f.log(), "w", Sequence(1)));
    REQUIRE_FALSE(f.log().activate(ViewGeneration::B));
    f.open();
    CHECK(f.view(key_of(0)) == "w");
    CHECK(f.view("live") == std::nullopt);
  }
}

TEST_CASE("a large batch that cannot be written leaves the state, and stops the log") {
  LogFixture f;
  REQUIRE_FALSE(f.with(1).with_view("live", "1").append());
  const std::filesystem::path in_the_way = f.folder() / "slot.run";
  std::filesystem::create_directories(in_the_way / "not empty");
  CHECK(write_many(f.log(), "v", Sequence(1)) == StoreError::Io);
  CHECK(*f.log().state_of(ViewGeneration::B) == GenerationState{});
  CHECK(f.with(1).append() == StoreError::Stopped);
  std::filesystem::remove_all(in_the_way);
  f.open();
  CHECK(*f.log().state_of(ViewGeneration::B) == GenerationState{});
  CHECK(count_in_generation(f.log()) == 0);
  CHECK(f.view("live") == "1");
}

TEST_CASE("a crash's partial batch is gone when the log is opened") {
  LogFixture f;
  REQUIRE_FALSE(f.with(1).append());
  REQUIRE_FALSE(write_many(f.log(), "v", Sequence(1)));
  const std::filesystem::path left = f.folder() / "slot.run";
  CHECK_FALSE(std::filesystem::exists(left));
  f.close();
  // As after a crash between the file's two names: the database already has the file under its own.
  for (const auto& entry : std::filesystem::directory_iterator(f.folder())) {
    if (entry.path().extension() == ".sst") {
      std::filesystem::remove(left);
      std::filesystem::create_hard_link(entry.path(), left);
    }
  }
  REQUIRE(std::filesystem::exists(left));
  f.open();
  CHECK_FALSE(std::filesystem::exists(left));
  CHECK(count_in_generation(f.log()) == kMany);
}

}  // namespace countersign::generation_run_test

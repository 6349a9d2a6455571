#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "events/rocks/tail/wal_end.h"
#include "tests/events/support/log_fixture.h"

// The rest of a write that a crash interrupted never keeps the log from opening, and is never read.
// Acknowledged events are never dropped with it.
namespace countersign::event_log_crash_test {

using test::LogFixture;

constexpr int kAnchored = 20;
constexpr std::size_t kPage = 4096;

// A log after a crash. Its last event either was not acknowledged, or was acknowledged but is not
// covered by the anchor yet.
struct CrashedLog : LogFixture {
  CrashedLog() {
    append_events(kAnchored);
    REQUIRE_FALSE(log().write_anchor());
    append_events(2);
    REQUIRE_FALSE(with(1, std::string(30'000, 'r')).append());
    close();
    bytes = content();
    last_begins = read_wal_end(std::string_view(bytes).substr(0, bytes.size() - 1)).whole_bytes;
    const std::string_view before = std::string_view(bytes).substr(0, last_begins - 1);
    one_before_begins = read_wal_end(before).whole_bytes;
    REQUIRE(bytes.size() - last_begins > 6 * kPage);
  }

  static constexpr int kAll = kAnchored + 3;
  std::string bytes;  // the content of the write-ahead log
  std::size_t last_begins = 0;
  std::size_t one_before_begins = 0;

  std::filesystem::path file() const {
    for (const auto& entry : std::filesystem::directory_iterator(folder())) {
      if (entry.path().extension() == ".log" && entry.file_size() > 0) return entry.path();
    }
    FAIL("no write-ahead log");
    return {};
  }
  std::string content() const {
    std::ifstream stream(file(), std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  void put(const std::string& content) const {
    std::ofstream(file(), std::ios::binary | std::ios::trunc) << content;
  }
};

// The content of the log with the given pages of its last write zeroed.
std::string without_pages(const CrashedLog& f, const std::function<bool(std::size_t)>& is_missing) {
  std::string bytes = f.bytes;
  for (std::size_t at = f.last_begins; at < bytes.size(); at = (at / kPage + 1) * kPage) {
    const std::size_t end = std::min((at / kPage + 1) * kPage, bytes.size());
    if (is_missing(at / kPage - f.last_begins / kPage)) {
      std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                bytes.begin() + static_cast<std::ptrdiff_t>(end),
                '\0');
    }
  }
  return bytes;
}

TEST_CASE("a page that is missing in the last write never keeps the log from opening") {
  struct Row {
    const char* missing;
    std::function<bool(std::size_t page)> is_missing;
  };
  const std::vector<Row> rows{
      {"the first page", [](std::size_t page) { return page == 0; }},
      {"the second", [](std::size_t page) { return page == 1; }},
      {"one in the middle", [](std::size_t page) { return page == 4; }},
      {"every other", [](std::size_t page) { return page % 2 == 1; }},
      {"all but the last", [](std::size_t page) { return page < 6; }},
      {"all", [](std::size_t) { return true; }},
  };
  for (const Row& row : rows) {
    INFO(row.missing);
    CrashedLog f;
    f.put(without_pages(f, row.is_missing));
    std::vector<std::string> told;
    REQUIRE(f.try_open({.warn = [&](std::string_view what) { told.emplace_back(what); }}) == "");
    REQUIRE(told.size() == 1);
    CHECK(told.front().starts_with("log: the last write was cut short"));
    CHECK(f.count() == CrashedLog::kAll - 1);
    CHECK(f.reasons() == std::vector<std::string>(CrashedLog::kAll - 1, "because"));
    // After the repair the log takes appends and opens without a warning.
    told.clear();
    REQUIRE_FALSE(f.with(9, "after").append());
    REQUIRE(f.try_open({.warn = [&](std::string_view what) { told.emplace_back(what); }}) == "");
    CHECK(told.empty());
    CHECK(f.reasons().back() == "after");
  }
}

TEST_CASE("of two write-ahead logs the newest is that of the higher number, however many digits") {
  CrashedLog f;
  f.put(without_pages(f, [](std::size_t page) { return page == 2; }));
  std::filesystem::rename(f.file(), f.folder() / "1000000.log");
  std::ofstream(f.folder() / "999999.log", std::ios::binary) << std::string(kPage, '\0');
  std::vector<std::string> told;
  REQUIRE(f.try_open({.warn = [&](std::string_view what) { told.emplace_back(what); }}) == "");
  REQUIRE(told.size() == 1);
  CHECK(told.front().starts_with("log: the last write was cut short"));
  CHECK(f.count() == CrashedLog::kAll - 1);
}

TEST_CASE("after a crash one flipped bit in the last two writes is never taken for a torn end") {
  CrashedLog f;
  for (const std::size_t head : {f.one_before_begins, f.last_begins}) {
    for (std::size_t bit = head * 8; bit < (head + 7) * 8; ++bit) {
      CAPTURE(bit - head * 8);
      std::string bytes = f.bytes;
      bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << (bit % 8)));
      f.put(bytes);
      CHECK(f.try_open().find("is damaged after byte") != std::string::npos);
      CHECK(f.try_open({.read_only = true}).find("is damaged after") != std::string::npos);
      CHECK(f.content() == bytes);  // nothing is repaired
    }
  }
  f.put(f.bytes);
  f.open();
  CHECK(f.count() == CrashedLog::kAll);
}

TEST_CASE("a torn end is not cut off where ANCHOR or a checkpoint says that the log was longer") {
  CrashedLog f;
  const std::string torn = without_pages(f, [](std::size_t page) { return page == 2; });
  SUBCASE("a checkpoint") {
    f.put(torn);
    CHECK(f.try_open({.covered = Sequence(CrashedLog::kAll)}) ==
          "the log in " + f.folder().string() +
              " is refused: without its torn last write it would end at event 22, and a checkpoint "
              "covers event 23; restore a backup");
    CHECK(f.content() == torn);
    CHECK(f.try_open({.covered = Sequence(CrashedLog::kAll - 1)}) == "");
    CHECK(f.count() == CrashedLog::kAll - 1);
  }
  SUBCASE("ANCHOR") {
    f.open();
    REQUIRE_FALSE(f.with(1, std::string(30'000, 's')).append());
    REQUIRE_FALSE(f.log().write_anchor());
    f.close();
    std::string bytes = f.content();
    bytes.replace(bytes.size() - 10'000, kPage, kPage, '\0');
    f.put(bytes);
    CHECK(
        f.try_open().find("the log ends at event 23, and ANCHOR says that it has held event 24") !=
        std::string::npos);
    CHECK(f.content() == bytes);
  }
}

TEST_CASE("a write that another process has not finished is left alone") {
  CrashedLog f;
  const std::string torn = f.bytes.substr(0, f.bytes.size() - 100);
  f.put(torn);
  REQUIRE(f.try_open({.read_only = true}) == "");
  CHECK(f.count() == CrashedLog::kAll - 1);
  CHECK(f.content() == torn);
}

TEST_CASE("a write that is being made is not cut off by another one who wants to open the log") {
  CrashedLog f;
  f.open();
  REQUIRE_FALSE(f.with(1, "served").append());
  // Append half of the next write.
  const std::string whole = f.content();
  std::ofstream(f.file(), std::ios::binary | std::ios::app) << whole.substr(0, 100);
  const std::string half = f.content();
  const auto second = EventLog::open(f.folder(), {});
  REQUIRE_FALSE(second.has_value());
  CHECK(second.error() == "the log in " + f.folder().string() + " is in use by another process");
  CHECK(f.content() == half);
  f.close();
  // Once no process has the log open, the half write is treated as the rest of a crash.
  f.open();
  CHECK(f.reasons().back() == "served");
}

}  // namespace countersign::event_log_crash_test

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <sstream>

#include "events/anchor.h"
#include "tests/events/log_fixture.h"

// Whatever happens to the files of a log that is closed: it opens with every event that was
// acknowledged, or it is refused with a sentence. It is never silently shorter.
namespace countersign {
namespace {

using test::LogFixture;

constexpr int kEvents = 60;

std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

void write_content(const std::filesystem::path& path, const std::string& content) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
}

std::vector<std::filesystem::path> files_of(const LogFixture& f, std::string_view extension) {
  std::vector<std::filesystem::path> found;
  for (const auto& entry : std::filesystem::directory_iterator(f.folder())) {
    if (entry.path().extension() == extension && entry.file_size() > 0) {
      found.push_back(entry.path());
    }
  }
  std::ranges::sort(found);
  return found;
}

// A closed log whose events are all in its one write-ahead log, with its anchor.
struct ClosedLog : LogFixture {
  ClosedLog() {
    append_events(kEvents);
    REQUIRE_FALSE(log().write_anchor());
    close();
  }

  std::filesystem::path write_ahead_log() {
    const auto logs = files_of(*this, ".log");
    REQUIRE(logs.size() == 1);
    return logs.front();
  }
  void change(const std::filesystem::path& path, const std::function<void(std::string&)>& change) {
    std::string content = content_of(path);
    change(content);
    write_content(path, content);
  }
};

void flip_bit(std::string& content, std::size_t at) {
  content[at] = static_cast<char>(content[at] ^ 0x10);
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a damaged write-ahead log is refused") {
  struct Row {
    const char* damage;
    std::function<void(std::string&)> apply;
  };
  const std::vector<Row> rows{
      {"a bit flipped early", [](std::string& c) { flip_bit(c, c.size() / 10); }},
      {"a bit flipped half-way", [](std::string& c) { flip_bit(c, c.size() / 2); }},
      {"a bit flipped in the last record", [](std::string& c) { flip_bit(c, c.size() - 20); }},
      {"4 KB zeroed half-way", [](std::string& c) { c.replace(c.size() / 2, 4096, 4096, '\0'); }},
      {"64 KB of garbage behind", [](std::string& c) { c.append(65536, 'G'); }},
      {"one byte cut", [](std::string& c) { c.resize(c.size() - 1); }},
      {"200 bytes cut", [](std::string& c) { c.resize(c.size() - 200); }},
      {"cut half-way", [](std::string& c) { c.resize(c.size() / 2); }},
      {"emptied", [](std::string& c) { c.clear(); }},
  };
  for (const Row& row : rows) {
    INFO(row.damage);
    ClosedLog f;
    f.change(f.write_ahead_log(), row.apply);
    const std::string refusal = f.try_open();
    CHECK(refusal.starts_with("the log in " + f.folder().string()));
  }
}

TEST_CASE("a write-ahead log that is gone is missed") {
  ClosedLog f;
  std::filesystem::remove(f.write_ahead_log());
  CHECK(contains(f.try_open(), "its newest write-ahead log is cut or missing"));
}

TEST_CASE("what a crash leaves behind the last whole record is no damage") {
  struct Row {
    const char* tail;
    std::string bytes;
  };
  const std::vector<Row> rows{{"zeros", std::string(65536, '\0')},
                              {"a little garbage", std::string(100, 'G')}};
  for (const Row& row : rows) {
    INFO(row.tail);
    ClosedLog f;
    f.change(f.write_ahead_log(), [&](std::string& content) { content += row.bytes; });
    f.open();
    CHECK(f.count() == kEvents);
    CHECK(f.reasons().size() == kEvents);
  }
}

TEST_CASE("a torn last record that was never acknowledged is dropped") {
  LogFixture f;
  f.append_events(kEvents - 1);
  REQUIRE_FALSE(f.log().write_anchor());
  f.append_events(1);
  f.close();
  const auto logs = files_of(f, ".log");
  REQUIRE(logs.size() == 1);
  std::string content = content_of(logs.front());
  content.resize(content.size() - 30);
  write_content(logs.front(), content);
  f.open();
  CHECK(f.count() == kEvents - 1);
  CHECK(f.reasons().size() == kEvents - 1);
}

TEST_CASE("an anchor that the log does not bear out is refused") {
  const auto refusal = [](const std::function<void(const std::filesystem::path&)>& damage) {
    ClosedLog f;
    damage(f.folder());
    return f.try_open();
  };
  CHECK(contains(refusal([](const auto& folder) {
                   Anchor anchor = **read_anchor(folder);
                   anchor.sequence = Sequence(kEvents + 1);
                   REQUIRE(write_anchor(folder, anchor));
                 }),
                 "it ends at event 60, and ANCHOR says it has held event 61"));
  CHECK(contains(refusal([](const auto& folder) {
                   Anchor anchor = **read_anchor(folder);
                   anchor.leaf = Sha256(Digest{1});
                   REQUIRE(write_anchor(folder, anchor));
                 }),
                 "event 60 is not the one that ANCHOR names"));
  CHECK(contains(refusal([](const auto& folder) { std::filesystem::remove(folder / "ANCHOR"); }),
                 "it holds 60 events and its ANCHOR file is missing"));
  CHECK(contains(refusal([](const auto& folder) { write_content(folder / "ANCHOR", "{}\n"); }),
                 "ANCHOR is damaged"));
  CHECK(contains(refusal([](const auto& folder) { write_content(folder / "ANCHOR", ""); }),
                 "ANCHOR is not whole"));
}

TEST_CASE("a log that was never appended to needs no more than it has") {
  LogFixture f;
  f.close();
  std::filesystem::remove(f.folder() / "ANCHOR");
  f.open();
  CHECK(f.count() == 0);
  CHECK(std::filesystem::exists(f.folder() / "ANCHOR"));
}

TEST_CASE("a new log whose write-ahead log is gone is refused") {
  LogFixture f;
  f.close();
  for (const auto& path : files_of(f, ".log")) std::filesystem::remove(path);
  CHECK(contains(f.try_open(), "it has no record \"format\""));
}

TEST_CASE("the files that lead to the others are missed or found changed") {
  SUBCASE("CURRENT is gone") {
    ClosedLog f;
    std::filesystem::remove(f.folder() / "CURRENT");
    CHECK(contains(f.try_open(), "its file CURRENT is missing"));
    CHECK_FALSE(files_of(f, ".log").empty());  // and nothing was cleaned up
  }
  SUBCASE("CURRENT and ANCHOR are gone") {
    ClosedLog f;
    std::filesystem::remove(f.folder() / "CURRENT");
    std::filesystem::remove(f.folder() / "ANCHOR");
    CHECK(contains(f.try_open(), "its file CURRENT is missing"));
    CHECK_FALSE(files_of(f, ".log").empty());
  }
  SUBCASE("a bit of the manifest is flipped") {
    ClosedLog f;
    std::string current = content_of(f.folder() / "CURRENT");
    current.pop_back();
    f.change(f.folder() / current, [](std::string& content) { flip_bit(content, 20); });
    CHECK(f.try_open().starts_with("the log in " + f.folder().string() + " cannot be opened"));
  }
}

TEST_CASE("a damaged table file is found when the log is opened, or when it is read") {
  for (const bool flip : {false, true}) {
    ClosedLog f;
    f.open();
    REQUIRE_FALSE(f.log().scrub_keys());  // everything is in table files now
    f.close();
    const auto tables = files_of(f, ".sst");
    REQUIRE_FALSE(tables.empty());
    int noticed = 0;
    for (const auto& table : tables) {
      const std::string whole = content_of(table);
      if (flip) {
        f.change(table, [](std::string& content) { flip_bit(content, 10); });
      } else {
        std::filesystem::remove(table);
      }
      const bool refused = !f.try_open().empty();
      bool failed = false;
      if (!refused) {
        failed = f.reasons() != std::vector<std::string>(kEvents, "because");
        for (std::uint8_t stream = 0; stream < 5; ++stream) {
          const auto end = f.log().read_stream(stream_of(test::session_id(stream)),
                                               [](const auto&) { return true; });
          failed = failed || !end;
          if (end) CHECK(*end == StreamVersion(kEvents / 5));
        }
        f.close();
      }
      if (refused || failed) ++noticed;
      write_content(table, whole);
    }
    CHECK(noticed == static_cast<int>(tables.size()));
  }
}

TEST_CASE("an older write-ahead log that is cut or gone is missed, though the newest is whole") {
  for (const bool remove : {true, false}) {
    LogFixture f;
    const std::string wrapped(100'000, 'k');
    // The keys outgrow their buffer, so that the log goes on in a new file while other
    // families still need the old one.
    for (int i = 0; files_of(f, ".log").size() < 2; ++i) {
      REQUIRE(i < 1000);
      REQUIRE_FALSE(f.with(1).with_key(static_cast<std::uint8_t>(i), wrapped).append());
    }
    f.append_events(20);
    REQUIRE_FALSE(f.log().write_anchor());
    f.close();
    const auto logs = files_of(f, ".log");
    REQUIRE(logs.size() >= 2);
    if (remove) {
      std::filesystem::remove(logs.front());
    } else {
      std::filesystem::resize_file(logs.front(), std::filesystem::file_size(logs.front()) / 2);
    }
    CHECK(f.try_open().starts_with("the log in " + f.folder().string()));
  }
}

TEST_CASE("a log of another program's format is refused") {
  const TempFolder folder;
  write_content(folder.path() / "CURRENT", "MANIFEST-000001\n");
  CHECK(EventLog::open(folder.path(), {})
            .error()
            .starts_with("the log in " + folder.path().string() + " cannot be opened"));
}

}  // namespace countersign

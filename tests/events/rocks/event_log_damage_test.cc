#include <doctest/doctest.h>
#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <sstream>

#include "events/record/anchor.h"
#include "events/rocks/tail/wal_end.h"
#include "tests/events/rocks/tail/wal_frames.h"
#include "tests/events/support/log_fixture.h"

// Whatever happens to the files of a closed log, it opens with every acknowledged event or is
// refused with a message. It is never silently shorter.
namespace countersign::event_log_damage_test {

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

// A closed log with its anchor, whose events are all in one write-ahead log.
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

// The manifest that CURRENT names.
std::filesystem::path manifest_of(const LogFixture& f) {
  std::string name = content_of(f.folder() / "CURRENT");
  name.pop_back();
  return f.folder() / name;
}

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
  CHECK(contains(f.try_open(), "the newest write-ahead log is cut short or missing"));
}

TEST_CASE("a refused log is as it was: a write-ahead log that is put back opens it") {
  ClosedLog f;
  const std::filesystem::path log = f.write_ahead_log();
  const TempFolder safe;
  const std::filesystem::path kept = safe.path() / "kept.log";
  const auto check_whole = [&] {
    REQUIRE(f.try_open() == "");
    CHECK(f.count() == kEvents);
    CHECK(f.reasons().size() == kEvents);
  };
  SUBCASE("gone") {
    std::filesystem::rename(log, kept);
    for (int i = 0; i < 3; ++i) CHECK(contains(f.try_open(), "cut short or missing"));
    std::filesystem::rename(kept, log);
    check_whole();
  }
  SUBCASE("emptied") {
    const std::string content = content_of(log);
    write_content(log, "");
    for (int i = 0; i < 3; ++i) CHECK(contains(f.try_open(), "cut short or missing"));
    write_content(log, content);
    check_whole();
  }
}

TEST_CASE("a file of the log that is a pipe or a folder is refused, and nobody waits for it") {
  for (const char* name : {"CURRENT", "IDENTITY", "MANIFEST", ".log"}) {
    for (const bool pipe : {true, false}) {
      CAPTURE(name);
      CAPTURE(pipe);
      ClosedLog f;
      std::filesystem::path file = f.folder() / name;
      if (*name == '.') file = f.write_ahead_log();
      if (*name == 'M') file = manifest_of(f);
      std::filesystem::remove(file);
      if (pipe) {
        REQUIRE(::mkfifo(file.c_str(), 0600) == 0);
      } else {
        std::filesystem::create_directory(file);
      }
      CHECK(contains(f.try_open(), file.filename().string() + " is not a regular file"));
    }
  }
}

TEST_CASE("a crash's partial record behind the last whole one is not damage") {
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
                 "the log ends at event 60, and ANCHOR says that it has held event 61"));
  CHECK(contains(refusal([](const auto& folder) {
                   Anchor anchor = **read_anchor(folder);
                   anchor.leaf = Sha256(Digest{1});
                   REQUIRE(write_anchor(folder, anchor));
                 }),
                 "event 60 is not the one that ANCHOR names"));
  CHECK(contains(refusal([](const auto& folder) { std::filesystem::remove(folder / "ANCHOR"); }),
                 "the log holds 60 events, and the file ANCHOR is missing; put the file back"));
  CHECK(contains(refusal([](const auto& folder) { write_content(folder / "ANCHOR", "{}\n"); }),
                 "ANCHOR is damaged"));
  CHECK(contains(refusal([](const auto& folder) { write_content(folder / "ANCHOR", ""); }),
                 "ANCHOR is cut short"));
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
  CHECK(contains(f.try_open(), "the record \"format\" is missing"));
}

TEST_CASE("a new log of which the first write was cut short is made anew") {
  for (const bool was_anchored : {false, true}) {
    LogFixture f;
    f.close();
    if (!was_anchored) std::filesystem::remove(f.folder() / "ANCHOR");
    const auto log = files_of(f, ".log").front();
    write_content(log, std::string(content_of(log).size(), '\0'));
    CAPTURE(was_anchored);
    if (was_anchored) {
      CHECK(contains(f.try_open(), "the record \"format\" is missing"));
      continue;
    }
    CHECK(contains(f.try_open({.create_if_missing = false}), "the record \"format\" is missing"));
    f.open();
    f.append_events(3);
    CHECK(f.count() == 3);
  }
}

TEST_CASE("a new log whose list of tables was cut short is made anew") {
  LogFixture f;
  f.close();
  std::filesystem::remove(f.folder() / "ANCHOR");
  const auto log = files_of(f, ".log").front();
  write_content(log, "");
  const auto manifest = manifest_of(f);
  const std::string whole = content_of(manifest);
  const TempFolder kept;
  std::filesystem::copy(f.folder(), kept.path() / "log");
  // Each column family is created by an edit of its own. CURRENT is written only after the edit of
  // the first one.
  const std::size_t first = whole.find("events");
  REQUIRE(first != whole.npos);
  std::uint8_t stream = 0;
  for (std::size_t bytes = first; bytes < whole.size(); bytes += 20) {
    CAPTURE(bytes);
    std::filesystem::remove_all(f.folder());
    std::filesystem::copy(kept.path() / "log", f.folder());
    write_content(manifest, whole.substr(0, bytes));
    CHECK(f.try_open({.create_if_missing = false}) != "");
    REQUIRE(f.try_open() == "");
    CHECK_FALSE(f.with(++stream).append());
    CHECK(f.count() == 1);
    f.close();
  }
}

TEST_CASE("the files that lead to the others are missed or found changed") {
  SUBCASE("CURRENT is gone") {
    ClosedLog f;
    std::filesystem::remove(f.folder() / "CURRENT");
    CHECK(contains(f.try_open(), "its file CURRENT is missing"));
    CHECK_FALSE(files_of(f, ".log").empty());  // nothing was deleted
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
    const auto manifest = manifest_of(f);
    f.change(manifest, [](std::string& content) { flip_bit(content, 20); });
    CHECK(contains(f.try_open(),
                   " is refused: " + manifest.filename().string() + " is damaged after byte"));
  }
}

TEST_CASE("a length in the manifest that leads past its end is refused, and no table is removed") {
  ClosedLog f;
  f.open();
  REQUIRE_FALSE(f.log().scrub_keys());  // so that the manifest has several table edits
  f.close();
  const auto manifest = manifest_of(f);
  const std::string whole = content_of(manifest);
  const auto tables = files_of(f, ".sst");
  const auto byte = [&](std::size_t at) {
    return std::size_t{static_cast<std::uint8_t>(whole[at])};
  };
  std::size_t heads = 0;
  for (std::size_t at = 0; at < whole.size(); at += 7 + byte(at + 4) + 256 * byte(at + 5)) {
    CAPTURE(at);
    f.change(manifest, [&](std::string& content) { flip_bit(content, at + 5); });
    CHECK(f.try_open().starts_with("the log in " + f.folder().string()));
    CHECK(files_of(f, ".sst") == tables);
    write_content(manifest, whole);
    ++heads;
  }
  CHECK(heads > 10);
  f.open();
  CHECK(f.count() == kEvents);
}

TEST_CASE("the table of the Merkle tree is not removed for zeros at the end of the manifest") {
  LogFixture f;
  f.append_events(300);  // fills one tile
  REQUIRE_FALSE(f.log().write_anchor());
  f.open();  // moves the content of the write-ahead log into tables, the tree's table last
  f.close();
  const auto manifest = manifest_of(f);
  const std::string whole = content_of(manifest);
  const auto tables = files_of(f, ".sst");
  const std::size_t last =
      read_wal_end(std::string_view(whole).substr(0, whole.size() - 1), kManifest).whole_bytes;
  write_content(manifest, whole.substr(0, last) + std::string(whole.size() - last, '\0'));
  CHECK(f.try_open().starts_with("the log in " + f.folder().string() + " is refused"));
  CHECK(files_of(f, ".sst") == tables);
  write_content(manifest, whole);
  f.open();
  CHECK(f.count() == 300);
}

TEST_CASE("an edit of the manifest in which a sector is missing at its end is cut off") {
  constexpr std::size_t kSector = 512;
  ClosedLog f;
  f.open();
  REQUIRE_FALSE(f.log().scrub_keys());
  f.close();
  const auto file = manifest_of(f);
  std::string manifest = content_of(file);
  // An edit that RocksDB never acted upon, because a crash left it incomplete.
  test::WalFrames edit;
  edit.add(std::string(2 * kSector, 'e'));
  const std::size_t whole = manifest.size();
  manifest += edit.bytes();
  const std::size_t hole = (whole / kSector + 1) * kSector;
  std::fill_n(manifest.begin() + static_cast<std::ptrdiff_t>(hole), kSector, '\0');
  write_content(file, manifest);
  std::vector<std::string> told;
  REQUIRE(f.try_open({.warn = [&](std::string_view what) { told.emplace_back(what); }}) == "");
  REQUIRE(told.size() == 1);
  CHECK(contains(told.front(),
                 "after byte " + std::to_string(whole) + " of " + file.filename().string()));
  CHECK(f.count() == kEvents);
}

TEST_CASE("deleted keys can be let go of after a crash at any moment of recording a flush") {
  LogFixture f;
  f.append_events(3);
  const auto log = files_of(f, ".log").front();
  const auto manifest = manifest_of(f);
  const std::string events = content_of(log);
  const std::size_t before = content_of(manifest).size();
  REQUIRE_FALSE(f.log().scrub_keys());
  f.close();
  const std::string whole = content_of(manifest);
  const TempFolder kept;
  std::filesystem::copy(f.folder(), kept.path() / "log");
  // Remove one edit after the other from the end: the crash may have happened before each of them.
  std::size_t edits = 0;
  for (std::size_t end = whole.size(); end > before; ++edits) {
    CAPTURE(edits);
    std::filesystem::remove_all(f.folder());
    std::filesystem::copy(kept.path() / "log", f.folder());
    write_content(manifest, whole.substr(0, end));
    write_content(log, events);
    REQUIRE(f.try_open() == "");
    CHECK(f.count() == 3);
    CHECK_FALSE(f.log().scrub_keys());
    CHECK_FALSE(std::filesystem::exists(log));
    f.close();
    end = read_wal_end(std::string_view(whole).substr(0, end - 1), kManifest).whole_bytes;
  }
  CHECK(edits > 3);
}

TEST_CASE("a damaged table file is found when the log is opened, or when it is read") {
  for (const bool flip : {false, true}) {
    ClosedLog f;
    f.open();
    REQUIRE_FALSE(f.log().scrub_keys());  // moves everything into table files
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
    // The keys outgrow their memtable, so the log continues in a new WAL file while other column
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

}  // namespace countersign::event_log_damage_test

#include "events/event_log.h"

#include <doctest/doctest.h>
#include <rocksdb/db.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <limits>
#include <set>
#include <sstream>
#include <thread>
#include <tuple>

#include "events/record/log_record.h"
#include "events/rocks/database/rocks_database.h"
#include "tests/events/support/log_fixture.h"

namespace countersign::event_log_test {

using test::kSpace;
using test::LogFixture;
using test::session_id;

// The names of all files in the folder that contain these bytes.
std::vector<std::string> files_with(const std::filesystem::path& folder, std::string_view bytes) {
  std::vector<std::string> found;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream file(entry.path(), std::ios::binary);
    std::ostringstream content;
    content << file.rdbuf();
    if (content.str().find(bytes) != std::string::npos) found.push_back(entry.path().filename());
  }
  return found;
}

using Strings = std::vector<std::string>;

TEST_CASE("a new log is empty and stays so when it is opened again") {
  LogFixture f;
  CHECK(f.count() == 0);
  CHECK(f.reasons().empty());
  f.open();
  CHECK(f.log().head().sequence == Sequence(0));
  CHECK(f.log().head().leaf == Sha256{});
}

TEST_CASE("appended events are there after the log is opened again") {
  LogFixture f;
  CHECK_FALSE(f.with(1, "a").with(2, "b").append());
  CHECK_FALSE(f.with(1, "c").with_view("x", "1").with_key(1, "wrapped").append());
  const LogHead head = f.log().head();
  CHECK(head.sequence == Sequence(3));
  CHECK(head.at == UtcTime(3'000'000));
  f.open();
  CHECK(f.log().head().sequence == head.sequence);
  CHECK(f.log().head().leaf == head.leaf);
  CHECK(f.log().head().at == head.at);
  CHECK(f.reasons() == Strings{"a", "b", "c"});
  CHECK(f.view("x") == "1");
  CHECK(*f.log().wrapped_key(session_id(1)) == "wrapped");
  CHECK(*f.log().wrapped_key(session_id(2)) == std::nullopt);
}

TEST_CASE("a read gives the stored bytes and their hash, from where it is asked to") {
  LogFixture f;
  f.append_events(10);
  const StoredEvent event = f.next(1, "x");
  std::vector<StoredEvent> given;
  const auto end = f.log().read(Sequence(9), [&](const StoredEvent& stored) {
    given.push_back(stored);
    return true;
  });
  CHECK(*end == Sequence(10));
  REQUIRE(given.size() == 2);
  CHECK(given[0].recorded.sequence == Sequence(9));
  CHECK(given[1].bytes == encode(given[1].recorded));
  CHECK(given[1].leaf == f.log().head().leaf);
  CHECK(*f.log().read(Sequence(11), [](const auto&) { return true; }) == Sequence(10));
}

TEST_CASE(
    "the stored bytes alone are read from where it is asked to, until a sink has had enough") {
  LogFixture f;
  for (int i = 0; i < 600; ++i) f.with(static_cast<std::uint8_t>(i % 5));
  REQUIRE_FALSE(f.append());
  std::string expected;
  REQUIRE(f.log().read(Sequence(200), [&](const StoredEvent& event) {
    expected += event.bytes;
    return event.recorded.sequence < Sequence(590);
  }));
  std::string given;
  Sequence next(200);
  const auto end =
      f.log().read_bytes(Sequence(200), [&](Sequence sequence, std::string_view bytes) {
        REQUIRE(sequence == next);
        next = Sequence(next.value() + 1);
        given += bytes;
        return sequence < Sequence(590);
      });
  CHECK(*end == Sequence(590));
  CHECK((given == expected));
  const auto any = [](Sequence, std::string_view) { return true; };
  CHECK(*f.log().read_bytes(Sequence(1), any) == Sequence(600));
  CHECK(*f.log().read_bytes(Sequence(601), any) == Sequence(600));
}

TEST_CASE("a stored event that was changed is found when only bytes are read") {
  LogFixture f;
  for (int i = 0; i < 600; ++i) f.with(static_cast<std::uint8_t>(i % 5));
  REQUIRE_FALSE(f.append());
  const auto read_with = [&](std::uint64_t sequence, const std::string& bytes) {
    const std::string honest = (*f.log().find(Sequence(sequence)))->bytes;
    const auto put = [&](const std::string& value) {
      f.close();
      auto database = RocksDatabase::open(f.folder(), false, false);
      REQUIRE(database);
      REQUIRE((*database)
                  ->db()
                  .Put({},
                       (*database)->family(Family::Events),
                       log_record::sequence_key(Sequence(sequence)),
                       value)
                  .ok());
    };
    put(bytes);
    f.open();
    std::uint64_t last = 0;
    const auto end = f.log().read_bytes(Sequence(1), [&](Sequence given, std::string_view) {
      last = given.value();
      return true;
    });
    CHECK(last == sequence - 1);
    put(honest);
    f.open();
    return end ? std::string("nothing") : std::string(describe(end.error()));
  };
  const std::string corrupt(describe(StoreError::Corrupt));
  const std::string another = f.next(1, "another").bytes;
  for (const std::uint64_t sequence : {1, 256, 300}) CHECK(read_with(sequence, another) == corrupt);
}

TEST_CASE("a read ends when its sink has had enough") {
  LogFixture f;
  f.append_events(10);
  int given = 0;
  CHECK(*f.log().read(Sequence(3), [&](const auto&) { return ++given < 4; }) == Sequence(6));
  CHECK(given == 4);
}

TEST_CASE("a long log is read whole and in order, and a sink may stop anywhere in it") {
  LogFixture f;
  constexpr int kGroups = 40;
  constexpr int kEventsAGroup = 500;
  for (int group = 0; group < kGroups; ++group) {
    for (int i = 0; i < kEventsAGroup; ++i) f.with(static_cast<std::uint8_t>(i % 7));
    REQUIRE_FALSE(f.append());
  }
  for (const std::uint64_t stop : {1, 255, 1024, 4096, 4097, 9999, 20000}) {
    std::uint64_t given = 0;
    const auto end = f.log().read(Sequence(1), [&](const StoredEvent& event) {
      ++given;
      REQUIRE(event.recorded.sequence == Sequence(given));
      return given < stop;
    });
    CHECK(*end == Sequence(stop));
    CHECK(given == stop);
  }
}

TEST_CASE("a stream is read in order, without the events of others") {
  LogFixture f;
  CHECK_FALSE(f.with(1, "a").with(2, "b").with(1, "c").append());
  CHECK_FALSE(f.with(2, "d").with(1, "e").append());
  Strings given;
  const auto sink = [&](const StoredEvent& event) {
    given.push_back(std::get<HoldSet>(event.recorded.event).reason);
    return given.size() < 3;
  };
  CHECK(*f.log().read_stream(stream_of(session_id(1)), sink) == StreamVersion(3));
  CHECK(given == Strings{"a", "c", "e"});
  given.clear();
  CHECK(*f.log().read_stream(stream_of(session_id(3)), sink) == StreamVersion(0));
  CHECK(given.empty());
}

TEST_CASE("a stream whose name begins another's does not read the other's events") {
  LogFixture f;
  const auto unit = [&](std::string stream, std::uint64_t sequence) {
    return encode_stored({Sequence(sequence),
                          StreamId(std::move(stream)),
                          StreamVersion(1),
                          {},
                          UtcTime(1),
                          {},
                          {},
                          {},
                          {},
                          HoldSet{"x"}});
  };
  const auto batch = f.log().begin(nullptr);
  REQUIRE_FALSE(f.log().append({unit("client-a", 1), unit("client-ab", 2)}, *batch, {}));
  int given = 0;
  CHECK(*f.log().read_stream(StreamId("client-a"), [&](const auto&) { return ++given > 0; }) ==
        StreamVersion(1));
  CHECK(given == 1);
}

TEST_CASE("bytes that nobody has compared yet are the stored ones, up to the head") {
  LogFixture f;
  f.append_events(300);
  Strings compared;
  Strings given;
  const auto into = [](Strings& to) {
    return [&to](Sequence, std::string_view bytes) {
      to.emplace_back(bytes);
      return true;
    };
  };
  CHECK(*f.log().read_bytes(Sequence(7), into(compared)) == Sequence(300));
  CHECK(*f.log().read_unproven(Sequence(7), into(given)) == Sequence(300));
  CHECK(given.size() == 294);
  CHECK(given == compared);
}

TEST_CASE("the lists of all streams are read, until no entry is wanted") {
  LogFixture f;
  CHECK_FALSE(f.with(1, "a").with(2, "b").with(1, "c").append());
  using Entry = std::tuple<StreamId, StreamVersion, Sequence>;
  std::set<Entry> entries;
  CHECK_FALSE(f.log().read_places([&](const auto& stream, auto version, auto place) {
    return entries.emplace(stream, version, place).second;
  }));
  const StreamId one = stream_of(session_id(1));
  const StreamId two = stream_of(session_id(2));
  CHECK((entries == std::set<Entry>{{one, StreamVersion(1), Sequence(1)},
                                    {two, StreamVersion(1), Sequence(2)},
                                    {one, StreamVersion(2), Sequence(3)}}));
  int given = 0;
  CHECK_FALSE(f.log().read_places([&](const auto&, auto, auto) { return ++given < 2; }));
  CHECK(given == 2);
}

TEST_CASE("one event is found by its number") {
  LogFixture f;
  f.append_events(3);
  CHECK((**f.log().find(Sequence(2))).recorded.sequence == Sequence(2));
  CHECK_FALSE(f.log().find(Sequence(4))->has_value());
  CHECK_FALSE(f.log().find(Sequence(0))->has_value());
}

TEST_CASE("an append that does not continue its stream writes nothing and stops the log") {
  for (const std::uint64_t version : {2, 4}) {  // the stream is at version 2
    LogFixture f;
    CHECK_FALSE(f.with(1, "a").with(1, "b").append());
    StoredEvent event = f.next(1);
    event.recorded.version = StreamVersion(version);
    const auto batch = f.log().begin(nullptr);
    CHECK(f.log().append({encode_stored(event.recorded)}, *batch, {}) == StoreError::Corrupt);
    CHECK(f.log().append({}, *batch, {}) == StoreError::Stopped);
    f.open();
    CHECK(f.reasons() == Strings{"a", "b"});
  }
}

TEST_CASE("views are changed by an append and not before") {
  LogFixture f;
  const auto batch = f.log().begin(nullptr);
  batch->put(kSpace, "k", "v");
  CHECK(batch->get(kSpace, "k") == "v");
  CHECK(f.view("k") == std::nullopt);
  REQUIRE_FALSE(f.log().append({f.next(1)}, *batch, {}));
  CHECK(f.view("k") == "v");
  const auto later = f.log().begin(nullptr);
  CHECK(later->get(kSpace, "k") == "v");
  later->erase(kSpace, "k");
  REQUIRE_FALSE(f.log().append({f.next(1)}, *later, {}));
  CHECK(f.view("k") == std::nullopt);
}

TEST_CASE("a scan of a view has its keys in order, from where it is asked to, and no other's") {
  LogFixture f;
  const auto batch = f.log().begin(nullptr);
  batch->put(6, "zz", "before");
  for (const char* key : {"c", "a", "b", "bb"}) batch->put(kSpace, key, std::string(key) + "!");
  batch->put(8, "", "after");
  batch->put(254, "x", "last");
  REQUIRE_FALSE(f.log().append({f.next(1)}, *batch, {}));
  const auto scan = [&](ViewSpace space, std::string_view from, std::size_t limit) {
    Strings found;
    const auto taken =
        f.log().views().scan(space, from, [&](std::string_view key, std::string_view value) {
          found.push_back(std::string(key) + "=" + std::string(value));
          return found.size() < limit;
        });
    CHECK(*taken == found.size());
    return found;
  };
  CHECK(scan(kSpace, "", 9) == Strings{"a=a!", "b=b!", "bb=bb!", "c=c!"});
  CHECK(scan(kSpace, "b", 9) == Strings{"b=b!", "bb=bb!", "c=c!"});
  CHECK(scan(kSpace, "", 2) == Strings{"a=a!", "b=b!"});
  CHECK(scan(kSpace, "d", 9).empty());
  CHECK(scan(254, "", 9) == Strings{"x=last"});
}

TEST_CASE("a second opening of the folder is refused, in this process and in another") {
  LogFixture f;
  const std::string expected =
      "the log in " + f.folder().string() + " is in use by another process";
  CHECK(EventLog::open(f.folder(), {}).error() == expected);

  const pid_t child = ::fork();
  if (child == 0) ::_exit(EventLog::open(f.folder(), {}).has_value() ? 1 : 0);
  int status = -1;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(status == 0);
}

TEST_CASE("beside the one who holds the log it can be read, and not changed") {
  LogFixture f;
  f.append_events(20);
  REQUIRE_FALSE(f.log().write_anchor());
  auto reader = EventLog::open(f.folder(), {.read_only = true});
  REQUIRE_MESSAGE(reader.has_value(), reader.error());
  f.append_events(5);
  CHECK((*reader)->head().sequence == Sequence(20));
  CHECK(*(*reader)->read(Sequence(1), [](const auto&) { return true; }) == Sequence(20));
  const auto batch = (*reader)->begin(nullptr);
  CHECK((*reader)->append({}, *batch, {}) == StoreError::Stopped);
  CHECK((*reader)->clear_generation(ViewGeneration::B) == StoreError::Stopped);
  CHECK((*reader)->activate(ViewGeneration::B) == StoreError::Stopped);
  CHECK((*reader)->scrub_keys() == StoreError::Stopped);
  CHECK((*reader)->write_anchor() == StoreError::Stopped);
}

TEST_CASE("a folder without a log is not made into one unless that is asked for") {
  const TempFolder folder;
  CHECK(EventLog::open(folder.path(), {.create_if_missing = false}).error() ==
        "there is no log in " + folder.path().string());
  CHECK(EventLog::open(folder.path(), {.read_only = true}).error() ==
        "there is no log in " + folder.path().string());
  CHECK(std::filesystem::is_empty(folder.path()));
  CHECK(EventLog::open(folder.path() / "a" / "b", {}).has_value());
}

TEST_CASE("below the reserve an append is refused before anything is written") {
  LogFixture f;
  f.append_events(3);
  REQUIRE(f.try_open({.reserve_bytes = std::numeric_limits<std::uint64_t>::max() / 2}) == "");
  CHECK_FALSE(f.log().has_room());
  CHECK(f.with(1, "x").with_view("k", "v").append() == StoreError::Full);
  CHECK(f.with(1, "x").append() == StoreError::Full);
  CHECK(f.count() == 3);
  f.open();
  CHECK(f.log().has_room());
  CHECK(f.count() == 3);
  CHECK(f.view("k") == std::nullopt);
  CHECK_FALSE(f.with(1, "y").append());
  CHECK(f.reasons(Sequence(4)) == Strings{"y"});
}

TEST_CASE("deleted keys are in no file any more once they are scrubbed") {
  const std::string doomed = "DOOMED-WRAPPED-KEY-f1b6c0de9a";
  const std::string kept = "KEPT-WRAPPED-KEY-77aa01be44";
  LogFixture f;
  REQUIRE_FALSE(f.with(1).with_key(1, doomed).with_key(2, kept).append());
  SUBCASE("while they were only in the write-ahead log") {}
  SUBCASE("after they reached a file") { REQUIRE_FALSE(f.log().scrub_keys()); }
  SUBCASE("after the log was opened again") { f.open(); }
  SUBCASE("after more was appended") { f.append_events(50); }
  CHECK_FALSE(files_with(f.folder(), doomed).empty());

  REQUIRE_FALSE(f.with(1).with_key(1, std::nullopt).append());
  CHECK_FALSE(files_with(f.folder(), doomed).empty());
  REQUIRE_FALSE(f.log().scrub_keys());
  CHECK(files_with(f.folder(), doomed) == Strings{});
  CHECK_FALSE(files_with(f.folder(), kept).empty());
  CHECK(*f.log().wrapped_key(session_id(1)) == std::nullopt);
  CHECK(*f.log().wrapped_key(session_id(2)) == kept);
  REQUIRE_FALSE(f.log().scrub_keys());  // succeeds although there is nothing to do
  f.open();
  CHECK(files_with(f.folder(), doomed) == Strings{});
  CHECK(*f.log().wrapped_key(session_id(2)) == kept);
}

TEST_CASE("keys are scrubbed while others append and read") {
  LogFixture f;
  for (int round = 0; round < 5; ++round) {
    const std::string doomed = "DOOMED-" + std::to_string(round) + "-f1b6c0de9a";
    REQUIRE_FALSE(f.with(1).with_key(1, doomed).append());
    REQUIRE_FALSE(f.with(1).with_key(1, std::nullopt).append());
    std::optional<StoreError> error;
    std::thread scrubber([&] { error = f.log().scrub_keys(); });
    f.append_events(100);
    std::uint64_t read = 0;
    CHECK(f.log().read(Sequence(1), [&](const auto&) { return ++read > 0; }).has_value());
    scrubber.join();
    REQUIRE_FALSE(error);
    CHECK(files_with(f.folder(), doomed) == Strings{});
  }
}

// ---- generations ------------------------------------------------------------------

void fill(EventLog& log,
          ViewGeneration generation,
          const std::vector<std::pair<std::string, std::string>>& entries) {
  const auto batch = log.begin_in(generation);
  for (const auto& [key, value] : entries) batch->put(kSpace, key, value);
  REQUIRE_FALSE(log.write_generation(*batch, generation, {"test.1", log.head().sequence}));
}

TEST_CASE("generation A is active first, and its state follows the head") {
  LogFixture f;
  CHECK(f.log().active_generation() == ViewGeneration::A);
  CHECK(*f.log().state_of(ViewGeneration::A) == GenerationState{"", Sequence(0)});
  f.append_events(4);
  CHECK(*f.log().state_of(ViewGeneration::A) == GenerationState{"", Sequence(4)});
  CHECK(*f.log().state_of(ViewGeneration::B) == GenerationState{"", Sequence(0)});
}

TEST_CASE(
    "an idle generation is filled out of sight, then becomes what readers and the writer see") {
  LogFixture f;
  REQUIRE_FALSE(f.with(1).with_view("k", "old").append());
  fill(f.log(), ViewGeneration::B, {{"k", "new"}});
  CHECK(f.view("k") == "old");
  CHECK(f.log().begin(nullptr)->get(kSpace, "k") == "old");
  CHECK(f.log().begin_in(ViewGeneration::B)->get(kSpace, "k") == "new");
  REQUIRE_FALSE(f.log().activate(ViewGeneration::B));
  CHECK(f.log().active_generation() == ViewGeneration::B);
  CHECK(f.view("k") == "new");
  CHECK(f.log().begin(nullptr)->get(kSpace, "k") == "new");
  REQUIRE_FALSE(f.with(1).with_view("l", "1").append());
  f.open();
  CHECK(f.log().active_generation() == ViewGeneration::B);
  CHECK(f.view("l") == "1");
  CHECK(*f.log().state_of(ViewGeneration::B) == GenerationState{"test.1", Sequence(2)});
  CHECK(*f.log().state_of(ViewGeneration::A) == GenerationState{"", Sequence(1)});
}

TEST_CASE(
    "a cleared generation is empty, also when most of it is in files, and can be filled anew") {
  LogFixture f;
  f.append_events(1);
  const std::string big(100'000, 'x');
  for (int i = 0; i < 400; ++i) fill(f.log(), ViewGeneration::B, {{"k" + std::to_string(i), big}});
  REQUIRE_FALSE(f.log().clear_generation(ViewGeneration::B));
  CHECK(*f.log().state_of(ViewGeneration::B) == GenerationState{});
  for (int i = 0; i < 400; i += 7) {
    CHECK(f.log().begin_in(ViewGeneration::B)->get(kSpace, "k" + std::to_string(i)) ==
          std::nullopt);
  }
  fill(f.log(), ViewGeneration::B, {{"k1", "again"}});
  REQUIRE_FALSE(f.log().activate(ViewGeneration::B));
  CHECK(f.view("k1") == "again");
  int entries = 0;
  CHECK(*f.log().views().scan(kSpace, "", [&](auto, auto) { return ++entries > 0; }) == 1);
  f.open();
  CHECK(f.view("k1") == "again");
  CHECK(f.view("k2") == std::nullopt);
}

TEST_CASE("the first entry that differs between the generations is named") {
  struct Row {
    std::vector<std::pair<std::string, std::string>> live;
    std::vector<std::pair<std::string, std::string>> rebuilt;
    std::optional<std::string> difference;
  };
  const std::vector<Row> rows{
      {{}, {}, std::nullopt},
      {{{"a", "1"}, {"b", "2"}}, {{"a", "1"}, {"b", "2"}}, std::nullopt},
      {{{"a", "1"}, {"b", "2"}}, {{"a", "1"}, {"b", "3"}}, "view 7 key 62 differs at byte 0"},
      {{{"a", "12"}}, {{"a", "1"}}, "view 7 key 61 differs at byte 1"},
      {{{"a", "1"}, {"b", "2"}}, {{"b", "2"}}, "view 7 key 61 is only in generation A"},
      {{{"b", "2"}}, {{"a", "1"}, {"b", "2"}}, "view 7 key 61 is only in generation B"},
      {{{"a", "1"}, {"b", "2"}}, {{"a", "1"}}, "view 7 key 62 is only in generation A"},
      {{{"a", "1"}}, {{"a", "1"}, {"b", "2"}}, "view 7 key 62 is only in generation B"},
  };
  for (const Row& row : rows) {
    LogFixture f;
    for (const auto& [key, value] : row.live) f.with_view(key, value);
    REQUIRE_FALSE(f.with(1).append());
    fill(f.log(), ViewGeneration::B, row.rebuilt);
    CHECK(*f.log().first_difference(ViewGeneration::A, ViewGeneration::B, {}) == row.difference);
  }
}

TEST_CASE("readers see an entry at every moment while the generations change places") {
  LogFixture f;
  REQUIRE_FALSE(f.with(1).with_view("k", "v").append());
  std::atomic<bool> stop{false};
  std::atomic<int> missed{0};
  std::atomic<int> looks{0};
  std::thread reader([&] {
    while (!stop) {
      if (f.view("k") != "v") ++missed;
      int scanned = 0;
      if (!f.log().views().scan(kSpace, "", [&](auto, auto) { return ++scanned > 0; })) ++missed;
      if (scanned != 1) ++missed;
      ++looks;
    }
  });
  for (int i = 0; i < 40 || looks < 40; ++i) {
    const ViewGeneration idle = other(f.log().active_generation());
    fill(f.log(), idle, {{"k", "v"}});
    REQUIRE_FALSE(f.log().activate(idle));
    REQUIRE_FALSE(f.log().clear_generation(other(idle)));
  }
  stop = true;
  reader.join();
  CHECK(missed == 0);
}

}  // namespace countersign::event_log_test

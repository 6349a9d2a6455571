#include "events/rocks/reading/log_tree.h"

#include <doctest/doctest.h>
#include <rocksdb/db.h>

#include "events/record/codec.h"
#include "events/record/log_record.h"
#include "events/rocks/database/rocks_database.h"
#include "events/tlog/tree/entry_bundle.h"
#include "events/tlog/tree/tile.h"
#include "events/tlog/tree/tile_builder.h"
#include "tests/events/support/log_fixture.h"

// Compares the Merkle tree that grows with the log with a builder that is given all events at once.
namespace countersign::log_tree_test {

using test::LogFixture;

// Fills the log up to `size` events, in groups of 1 to 100.
void fill(LogFixture& f, std::uint64_t size) {
  std::uint64_t group = 0;
  while (f.count() < size) {
    group = group * 7 % 101 + 1;
    const std::uint64_t left = size - f.count();
    for (std::uint64_t i = 0; i < std::min(group, left); ++i) f.with(static_cast<std::uint8_t>(i));
    REQUIRE_FALSE(f.append());
  }
}

std::vector<StoredEvent> events_of(LogFixture& f) {
  std::vector<StoredEvent> events;
  const auto read = f.log().read(Sequence(1), [&](const StoredEvent& event) {
    events.push_back(event);
    return true;
  });
  REQUIRE(read.has_value());
  return events;
}

std::string bundle_of(const std::vector<StoredEvent>& events, const tlog::Tile& tile) {
  std::string bundle;
  for (std::uint64_t i = 0; i < tile.width; ++i) {
    tlog::append_entry(bundle, events.at(tile.index * tlog::kTileWidth + i).bytes);
  }
  return bundle;
}

// Checks that every tile of the log's tree, full and partial, equals the one that a builder makes
// of the same events.
void check_tiles(LogFixture& f) {
  const std::vector<StoredEvent> events = events_of(f);
  tlog::TileBuilder builder;
  std::size_t tiles = 0;
  const auto compare = [&](const tlog::Tile& tile, std::string_view bytes) {
    CAPTURE(tlog::path_of(tile));
    ++tiles;
    CHECK(**f.log().tile(tile) == bytes);
    for (const std::uint32_t width : {1U, tile.width / 2, tile.width - 1}) {
      if (width == 0) continue;
      const auto narrower = f.log().tile({tile.level, tile.index, width});
      CHECK(**narrower == bytes.substr(0, width * sizeof(Digest)));
    }
    if (tile.level > 0) return;
    const tlog::Tile entries{tlog::Tile::kEntries, tile.index, tile.width};
    CHECK(**f.log().tile(entries) == bundle_of(events, entries));
  };
  for (const StoredEvent& event : events) builder.append(event.leaf.value(), compare);
  builder.partial_tiles(compare);
  CHECK(f.log().head().root == builder.root());
  CHECK(tiles == tlog::new_tiles(0, events.size()).size());
}

TEST_CASE("the tree of an empty log is the empty tree") {
  LogFixture f;
  CHECK(f.log().head().root == tlog::empty_root());
  CHECK(*f.log().tile({0, 0, 1}) == std::nullopt);
  CHECK(*f.log().tile({tlog::Tile::kEntries, 0, 1}) == std::nullopt);
}

TEST_CASE("a log has the tiles and the root of its events, also when it is opened again") {
  for (const std::uint64_t size : {1, 255, 256, 257, 700, 66'000}) {
    CAPTURE(size);
    LogFixture f;
    fill(f, size / 2);
    f.open();
    fill(f, size);
    check_tiles(f);
    const Digest root = f.log().head().root;
    f.open();
    CHECK(f.log().head().root == root);
    check_tiles(f);
    CHECK(*f.log().tile({0, size / 256, static_cast<std::uint32_t>(size % 256) + 1}) ==
          std::nullopt);
    CHECK(*f.log().tile({3, 0, 1}) == std::nullopt);
  }
}

TEST_CASE("an append that finds the disk full leaves the tree as it was") {
  LogFixture f;
  fill(f, 300);
  const Digest root = f.log().head().root;
  EventLog::Options no_room;
  no_room.reserve_bytes = std::uint64_t{1} << 60;
  REQUIRE(f.try_open(no_room) == "");
  CHECK(f.with(1).append() == StoreError::Full);
  CHECK(f.log().head().root == root);
  f.open();
  fill(f, 600);
  check_tiles(f);
}

TEST_CASE("a log whose tiles were changed, or are missing, is refused") {
  const tlog::Tile above{1, 0, 2};  // a partial tile, which opening the log reads
  for (const bool missing : {false, true}) {
    CAPTURE(missing);
    LogFixture f;
    fill(f, 700);
    f.close();
    {
      auto database = RocksDatabase::open(f.folder(), false, false);
      REQUIRE(database.has_value());
      auto& db = (*database)->db();
      const std::string key = log_record::tile_key(above);
      std::string bytes = **(*database)->get(Family::Tree, key);
      bytes[40] = static_cast<char>(bytes[40] ^ 1);
      const auto status = missing ? db.Delete({}, (*database)->family(Family::Tree), key)
                                  : db.Put({}, (*database)->family(Family::Tree), key, bytes);
      REQUIRE(status.ok());
    }
    const std::string refusal = f.try_open();
    CHECK(refusal.find("is refused: its Merkle tree") != std::string::npos);
  }
}

}  // namespace countersign::log_tree_test

#include "events/tlog/tree/tile.h"

#include <doctest/doctest.h>

#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "events/tlog/tree/entry_bundle.h"

namespace countersign::tlog::tile_test {

constexpr std::pair<Tile, std::string_view> kPaths[] = {
    {{0, 0, 256}, "tile/0/000"},
    {{0, 0, 1}, "tile/0/000.p/1"},
    {{0, 999, 255}, "tile/0/999.p/255"},
    {{1, 1000, 256}, "tile/1/x001/000"},
    {{0, 1234067, 256}, "tile/0/x001/x234/067"},
    {{2, 1234067, 8}, "tile/2/x001/x234/067.p/8"},
    {{63, 1'000'000'000, 256}, "tile/63/x001/x000/x000/000"},
    {{Tile::kEntries, 5, 256}, "tile/entries/005"},
    {{Tile::kEntries, 123456, 9}, "tile/entries/x123/456.p/9"},
};

TEST_CASE("a tile has the path of C2SP tlog-tiles, and the path is that tile") {
  for (const auto& [tile, path] : kPaths) {
    CHECK(path_of(tile) == path);
    CHECK(parse_tile_path(path) == tile);
  }
}

TEST_CASE("a tile path in another notation is refused") {
  for (const std::string_view path : {"",
                                      "tile",
                                      "tile/",
                                      "tile/0",
                                      "tile/0/",
                                      "/tile/0/000",
                                      "tile/0/000/",
                                      "tile/0//000",
                                      "tile//000",
                                      "tile/00/000",
                                      "tile/-1/000",
                                      "tile/+1/000",
                                      "tile/64/000",
                                      "tile/data/000",
                                      "tile/Entries/000",
                                      "tile/0/0",
                                      "tile/0/00",
                                      "tile/0/0000",
                                      "tile/0/x000",
                                      "tile/0/x000/000",
                                      "tile/0/x000/001",
                                      "tile/0/x001/x000",
                                      "tile/0/001/000",
                                      "tile/0/xx01/000",
                                      "tile/0/X001/000",
                                      "tile/0/x01/000",
                                      "tile/0/ 00",
                                      "tile/0/000 ",
                                      "tile/0/0a0",
                                      "tile/0/000.p",
                                      "tile/0/000.p/",
                                      "tile/0/000.p/0",
                                      "tile/0/000.p/01",
                                      "tile/0/000.p/256",
                                      "tile/0/000.p/1/",
                                      "tile/0/000.p/1.p/1",
                                      "tile/0/000/1",
                                      "tile/0/000.q/1",
                                      "tile/0/../000",
                                      "tile/0/x999/x999/x999/x999/x999/x999/999"}) {
    CAPTURE(path);
    CHECK_FALSE(parse_tile_path(path));
  }
}

TEST_CASE("paths of random tiles survive, and no path with a byte changed is the same tile") {
  std::mt19937_64 random(5);
  for (int round = 0; round < 5000; ++round) {
    const Tile tile{static_cast<int>(random() % 9) - 1,
                    random() >> (10 + random() % 54),
                    static_cast<std::uint32_t>(1 + random() % 256)};
    const std::string path = path_of(tile);
    CHECK(parse_tile_path(path) == tile);
    std::string other = path;
    other[random() % other.size()] ^= static_cast<char>(1 + random() % 127);
    CHECK(parse_tile_path(other) != tile);
  }
}

TEST_CASE("a tree of 70,000 leaves has the tiles that C2SP tlog-tiles counts") {
  int full[3] = {};
  std::vector<Tile> partial;
  for (const Tile& tile : new_tiles(0, 70'000)) {
    if (tile.is_full()) ++full[tile.level];
    if (!tile.is_full()) partial.push_back(tile);
  }
  CHECK(full[0] == 273);
  CHECK(full[1] == 1);
  CHECK(full[2] == 0);
  CHECK(partial == std::vector<Tile>{{0, 273, 112}, {1, 1, 17}, {2, 0, 1}});
  CHECK(new_tiles(0, 256) == std::vector<Tile>{{0, 0, 256}, {1, 0, 1}});
  CHECK(new_tiles(0, 0).empty());
}

TEST_CASE("the new tiles of a tree are those that the older one has not") {
  std::mt19937_64 random(6);
  for (int round = 0; round < 200; ++round) {
    const std::uint64_t new_size = random() % 140'000;
    const std::uint64_t old_size = random() % (new_size + 1);
    const std::vector<Tile> before = new_tiles(0, old_size);
    std::set<Tile> expected;
    for (const Tile& tile : new_tiles(0, new_size)) {
      CHECK(is_in_tree(tile, new_size));
      expected.insert(tile);
    }
    for (const Tile& tile : before) expected.erase(tile);
    const std::vector<Tile> tiles = new_tiles(old_size, new_size);
    CHECK(std::set<Tile>(tiles.begin(), tiles.end()) == expected);
    CHECK(tiles.size() == expected.size());
  }
}

TEST_CASE("a tree has tiles up to the width it has grown to") {
  CHECK(is_in_tree({0, 1, 44}, 300));
  CHECK(is_in_tree({0, 1, 1}, 300));
  CHECK(is_in_tree({Tile::kEntries, 1, 44}, 300));
  CHECK_FALSE(is_in_tree({0, 1, 45}, 300));
  CHECK_FALSE(is_in_tree({0, 1, 256}, 300));
  CHECK_FALSE(is_in_tree({0, 2, 1}, 300));
  CHECK_FALSE(is_in_tree({0, 0, 0}, 300));
  CHECK(is_in_tree({1, 0, 1}, 300));
  CHECK_FALSE(is_in_tree({1, 0, 2}, 300));
  CHECK_FALSE(is_in_tree({2, 0, 1}, 300));
  CHECK_FALSE(is_in_tree({63, 0, 1}, kTreeSizeMax));
  CHECK(is_in_tree({7, 0, 127}, kTreeSizeMax));
}

TEST_CASE("entries survive their bundle, whatever bytes they are") {
  std::mt19937_64 random(7);
  std::string bundle;
  std::vector<std::string> entries = {"", std::string(kEntryBytesMax, '\xff'), "\n"};
  while (entries.size() < 256) {
    std::string entry(random() % 500, '\0');
    for (char& c : entry) c = static_cast<char>(random());
    entries.push_back(entry);
  }
  for (const std::string& entry : entries) append_entry(bundle, entry);
  const auto split = split_bundle(bundle, 256);
  REQUIRE(split);
  CHECK(std::vector<std::string>(split->begin(), split->end()) == entries);
  CHECK_FALSE(split_bundle(bundle, 255));
  CHECK_FALSE(split_bundle(bundle, 257));
  CHECK_FALSE(split_bundle(bundle.substr(0, bundle.size() - 1), 256));
  CHECK_FALSE(split_bundle(bundle + '\0', 256));
}

TEST_CASE("a bundle has the bytes that C2SP tlog-tiles says") {
  std::string bundle;
  append_entry(bundle, "abc");
  append_entry(bundle, std::string(258, 'x'));
  CHECK(bundle == std::string("\0\3abc\1\2", 7) + std::string(258, 'x'));
}

}  // namespace countersign::tlog::tile_test

#include "events/tlog/tree/tile_tree.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "tests/events/tlog/tree/trees.h"

namespace countersign::tlog::tile_tree_test {

TileTree open(const StoredTiles& stored, std::uint64_t size, const Digest& root) {
  Result<TileTree, ReadError> tree = TileTree::open(size, root, stored.fetcher());
  REQUIRE(tree);
  return *std::move(tree);
}

TEST_CASE("tiles of every size have the root of the tree, and its hashes") {
  for (const std::uint64_t size : {0, 1, 2, 255, 256, 257, 511, 512, 700, 65'535, 65'536, 65'793}) {
    CAPTURE(size);
    const std::vector<Digest> leaves = leaves_of(size);
    StoredTree expected(leaves);
    const StoredTiles stored(leaves);
    CHECK(stored.builder.size() == size);
    CHECK(stored.builder.root() == expected.frontier().root());
    TileTree tree = open(stored, size, expected.frontier().root());
    for (int level = 0; size >> level > 0; ++level) {
      const std::uint64_t count = size >> level;
      for (std::uint64_t index = 0; index < count; index += 1 + count / 97) {
        REQUIRE(tree.hash({level, index}) == expected.hash({level, index}));
      }
      CHECK(tree.hash({level, count - 1}) == expected.hash({level, count - 1}));
      CHECK_FALSE(tree.hash({level, count}));
    }
    CHECK_FALSE(tree.hash({63, 0}));
  }
}

TEST_CASE("a builder makes the tiles that the tree has, each once") {
  for (const std::uint64_t size : {0, 1, 256, 300, 70'000}) {
    std::vector<std::string> paths;
    for (const Tile& tile : new_tiles(0, size)) paths.push_back(path_of(tile));
    std::vector<std::string> made;
    TileBuilder builder;
    const TileBuilder::Sink sink = [&](const Tile& tile, std::string_view bytes) {
      CHECK(bytes.size() == tile.width * kHashBytes);
      made.push_back(path_of(tile));
    };
    for (const Digest& leaf : leaves_of(size)) builder.append(leaf, sink);
    builder.partial_tiles(sink);
    std::ranges::sort(paths);
    std::ranges::sort(made);
    CHECK(made == paths);
  }
}

TEST_CASE("proofs through tiles are those through all hashes, of any older tree as well") {
  constexpr std::uint64_t kSize = 66'000;
  const std::vector<Digest> leaves = leaves_of(kSize);
  StoredTree expected(leaves);
  const StoredTiles stored(leaves);
  TileTree tree = open(stored, kSize, expected.frontier().root());
  std::mt19937_64 random(8);
  for (int round = 0; round < 300; ++round) {
    const std::uint64_t size = 1 + random() % kSize;
    const std::uint64_t index = random() % size;
    const Result<Proof, ReadError> inclusion = prove_inclusion(tree, index, size);
    REQUIRE(inclusion);
    CHECK(inclusion == prove_inclusion(expected, index, size));
    CHECK(verify_inclusion(index, size, leaves[index], *inclusion, *read_root(tree, size)));
    CHECK(prove_consistency(tree, index, size) == prove_consistency(expected, index, size));
  }
}

TEST_CASE("a builder that is resumed makes what one that never stopped makes") {
  const std::vector<Digest> leaves = leaves_of(70'000);
  const StoredTiles whole(leaves);
  for (const std::uint64_t stop : {0, 1, 256, 600, 65'536, 69'999}) {
    const auto middle = leaves.begin() + static_cast<std::ptrdiff_t>(stop);
    const StoredTiles first({leaves.begin(), middle});
    auto resumed = TileBuilder::resume(stop, first.builder.root(), first.fetcher());
    REQUIRE(resumed);
    std::map<std::string, std::string> tiles = first.tiles;
    const TileBuilder::Sink store = [&](const Tile& tile, std::string_view bytes) {
      tiles[path_of(tile)] = std::string(bytes);
    };
    for (auto leaf = middle; leaf != leaves.end(); ++leaf) resumed->append(*leaf, store);
    resumed->partial_tiles(store);
    CHECK(resumed->root() == whole.builder.root());
    for (const auto& [path, bytes] : whole.tiles) CHECK(tiles[path] == bytes);
  }
}

TEST_CASE("a byte changed in any tile is found before a hash of it leaves") {
  constexpr std::uint64_t kSize = 70'000;
  const std::vector<Digest> leaves = leaves_of(kSize);
  const StoredTiles honest(leaves);
  const Digest root = honest.builder.root();
  std::mt19937_64 random(9);
  for (const auto& [key, bytes] : honest.tiles) {
    const std::string& path = key;
    CAPTURE(path);
    StoredTiles forged = honest;
    forged.tiles[path][random() % bytes.size()] ^= static_cast<char>(1U << random() % 8);
    const Tile tile = *parse_tile_path(path);
    Result<TileTree, ReadError> tree = TileTree::open(kSize, root, forged.fetcher());
    CHECK(tree.has_value() == tile.is_full());
    if (!tree) continue;
    const std::uint64_t first = tile.index * kTileWidth;
    CHECK_FALSE(tree->hash({kTileHeight * tile.level, first}));
    CHECK_FALSE(tree->hash({kTileHeight * tile.level + 7, first >> 7}));
    // Hashes from other tiles can still be read.
    CHECK(tree->hash({0, kSize - 1}) == leaves.back());
  }
}

TEST_CASE("tiles that are missing, short, long or another's are refused with their path") {
  constexpr std::uint64_t kSize = 600;
  const std::vector<Digest> leaves = leaves_of(kSize);
  const StoredTiles honest(leaves);
  const Digest root = honest.builder.root();
  const auto why = [&](const StoredTiles& tiles) {
    Result<TileTree, ReadError> tree = TileTree::open(kSize, root, tiles.fetcher());
    if (!tree) return tree.error().why;
    return tree->hash({0, 0}).error().why;
  };
  StoredTiles forged = honest;
  forged.tiles.erase("tile/0/000");
  CHECK(why(forged) == "tile/0/000 is not there");
  forged.tiles["tile/0/000"] = honest.tiles.at("tile/0/000").substr(32);
  CHECK(why(forged) == "tile/0/000 has 8160 bytes, not 8192");
  forged.tiles["tile/0/000"] = honest.tiles.at("tile/0/000") + std::string(32, '\0');
  CHECK(why(forged) == "tile/0/000 has 8224 bytes, not 8192");
  forged.tiles["tile/0/000"] = honest.tiles.at("tile/0/001");
  CHECK(why(forged) == "tile/0/000 does not belong to the tree of size 600");
  forged.tiles["tile/1/000.p/2"][0] ^= 1;
  CHECK(why(forged) == "the partial tiles do not have the root of the tree of size 600");
  forged.tiles["tile/1/000.p/2"].clear();
  CHECK(why(forged) == "tile/1/000.p/2 has 0 bytes, not 64");
}

TEST_CASE("reading in order fetches each tile once") {
  constexpr std::uint64_t kSize = 70'000;
  const StoredTiles stored(leaves_of(kSize));
  std::map<Tile, int> fetched;
  const FetchTile fetch = [&](const Tile& tile) {
    ++fetched[tile];
    return stored.fetcher()(tile);
  };
  auto tree = TileTree::open(kSize, stored.builder.root(), fetch);
  REQUIRE(tree);
  for (std::uint64_t i = 0; i < kSize; ++i) REQUIRE(tree->hash({0, i}));
  CHECK(fetched.size() == stored.tiles.size());
  for (const auto& [tile, times] : fetched) CHECK(times == 1);
}

TEST_CASE("the empty tree has no tiles and one root") {
  const StoredTiles stored({});
  CHECK(stored.tiles.empty());
  CHECK(TileTree::open(0, empty_root(), stored.fetcher()));
  CHECK_FALSE(TileTree::open(0, leaf_hash(""), stored.fetcher()));
}

}  // namespace countersign::tlog::tile_tree_test

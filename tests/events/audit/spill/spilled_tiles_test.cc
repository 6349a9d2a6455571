#include "events/audit/spill/spilled_tiles.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "events/tlog/tree/frontier.h"
#include "tests/events/support/temp_folder.h"

namespace countersign::spilled_tiles_test {

TEST_CASE("the root of each earlier size is that of a tree that ended there") {
  const TempFolder folder;
  for (const std::uint64_t size : {0, 1, 255, 256, 257, 4'097, 70'000}) {
    CAPTURE(size);
    SpillFile file(folder.path(), size / 2);
    SpilledTiles tiles(file);
    tlog::TileBuilder builder;
    tlog::Frontier frontier;
    std::vector<Digest> roots{frontier.root()};
    for (std::uint64_t i = 0; i < size; ++i) {
      const Digest leaf = tlog::leaf_hash(std::to_string(i));
      builder.append(
          leaf, [&](const tlog::Tile& tile, std::string_view hashes) { tiles.take(tile, hashes); });
      frontier.append(leaf);
      roots.push_back(frontier.root());
    }
    tiles.end(builder);
    SpilledTree tree(tiles);
    const std::uint64_t step = size < 5'000 ? 1 : 97;
    for (std::uint64_t i = 0; i <= size; i += step) {
      if (tree.root(i) != roots[i]) FAIL("the root of ", i);
    }
    CHECK(tree.root(size) == roots[size]);
  }
}

TEST_CASE("a tree whose file has failed has no roots") {
  const TempFolder folder;
  SpillFile file(folder.path() / "none", 0);
  SpilledTiles tiles(file);
  tlog::TileBuilder builder;
  builder.append(tlog::leaf_hash("one"), [](const tlog::Tile&, std::string_view) {});
  tiles.end(builder);
  CHECK_FALSE(SpilledTree(tiles).root(1));
}

}  // namespace countersign::spilled_tiles_test

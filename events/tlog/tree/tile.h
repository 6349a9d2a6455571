#pragma once
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "events/tlog/tree/merkle.h"

// The tiles in which the hashes and entries of a log are published, C2SP tlog-tiles.
namespace countersign::tlog {

inline constexpr int kTileHeight = 8;
inline constexpr std::uint32_t kTileWidth = 1U << kTileHeight;
inline constexpr int kTileLevels = 8;  // kTileHeight * kTileLevels > kTreeLevels

// A tile holds the hashes of Subtree{kTileHeight * level, i} for `width` consecutive i, starting at
// index * kTileWidth. A tile with fewer than kTileWidth hashes is partial: it is at the right end
// of a tree of some size. With the level kEntries it is the bundle of the entries under the tile of
// level 0.
struct Tile {
  static constexpr int kEntries = -1;

  int level = 0;
  std::uint64_t index = 0;
  std::uint32_t width = kTileWidth;

  bool is_full() const { return width == kTileWidth; }
  friend auto operator<=>(const Tile&, const Tile&) = default;
};

// Returns `tile/<L>/<N>[.p/<W>]` or `tile/entries/<N>[.p/<W>]`: index 1234067 is x001/x234/067.
std::string path_of(const Tile& tile);
// The inverse; nullopt for any other text. Does not check whether a tree has the tile.
std::optional<Tile> parse_tile_path(std::string_view path);

// Returns the width of the tile at this place in the tree of `size` leaves; 0 if there is none.
std::uint32_t width_in_tree(int level, std::uint64_t index, std::uint64_t size);
// Returns whether the tree of `size` leaves has the tile, or a wider one in its place.
bool is_in_tree(const Tile& tile, std::uint64_t size);

// Returns the tiles of hashes that the tree of `new_size` leaves has and the tree of `old_size`
// leaves has not, level by level; all tiles if `old_size` is 0. Does not list the bundles: there is
// one for each tile of level 0.
// REQUIRES: old_size <= new_size.
std::vector<Tile> new_tiles(std::uint64_t old_size, std::uint64_t new_size);

}  // namespace countersign::tlog

#pragma once
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "events/tlog/tree/merkle.h"

// Where the hashes and entries of a log are published, C2SP tlog-tiles.
namespace countersign::tlog {

inline constexpr int kTileHeight = 8;
inline constexpr std::uint32_t kTileWidth = 1U << kTileHeight;
inline constexpr int kTileLevels = 8;  // kTileHeight * kTileLevels > kTreeLevels

// A tile holds the hashes of Subtree{kTileHeight * level, i} for `width` consecutive i,
// from index * kTileWidth. One of fewer than kTileWidth is partial: the right end of the tree of
// some size. With the level kEntries it is a bundle of the entries under the tile of level 0.
struct Tile {
  static constexpr int kEntries = -1;

  int level = 0;
  std::uint64_t index = 0;
  std::uint32_t width = kTileWidth;

  bool is_full() const { return width == kTileWidth; }
  friend auto operator<=>(const Tile&, const Tile&) = default;
};

// `tile/<L>/<N>[.p/<W>]`, `tile/entries/<N>[.p/<W>]`: index 1234067 is x001/x234/067.
std::string path_of(const Tile& tile);
// The inverse; nothing for any other text. Whether a tree has the tile is another question.
std::optional<Tile> parse_tile_path(std::string_view path);

// How wide the tile of this place is in the tree of `size` leaves; 0 if it has none.
std::uint32_t width_in_tree(int level, std::uint64_t index, std::uint64_t size);
// Whether the tree of `size` leaves has the tile, or a wider one in its place.
bool is_in_tree(const Tile& tile, std::uint64_t size);

// The tiles of hashes that the tree of `new_size` leaves has and the one of `old_size` has not,
// level by level; from an old_size of 0, all. Each of level 0 has its bundle of entries.
// REQUIRES: old_size <= new_size.
std::vector<Tile> new_tiles(std::uint64_t old_size, std::uint64_t new_size);

}  // namespace countersign::tlog

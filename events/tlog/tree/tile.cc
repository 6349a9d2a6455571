#include "events/tlog/tree/tile.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/check.h"
#include "events/tlog/tree/line_reader.h"

namespace countersign::tlog {
namespace {

constexpr std::string_view kRoot = "tile/";
constexpr std::string_view kEntriesName = "entries";
constexpr std::string_view kPartial = ".p/";
constexpr std::uint64_t kGroup = 1000;
constexpr std::size_t kGroupDigits = 3;
constexpr std::uint64_t kLevelMax = 63;  // in a path; real trees have kTileLevels at most

// Returns how many hashes the tiles of `level` have together in a tree of `size` leaves.
std::uint64_t hashes_at(int level, std::uint64_t size) {
  level = std::max(level, 0);  // a bundle is as wide as its tile
  return level < kTileLevels ? size >> (kTileHeight * level) : 0;
}

// Takes and returns the text before the separator, and drops the separator; without one takes all.
std::string_view take_until(std::string_view& text, std::string_view separator) {
  const std::size_t end = text.find(separator);
  const std::string_view taken = text.substr(0, end);
  text.remove_prefix(end == text.npos ? text.size() : end + separator.size());
  return taken;
}

std::optional<std::uint64_t> parse_index(std::string_view groups) {
  std::uint64_t index = 0;
  while (!groups.empty()) {
    std::string_view group = take_until(groups, "/");
    if (group.starts_with('x')) group.remove_prefix(1);
    if (group.size() != kGroupDigits || index > kTreeSizeMax / kGroup - 1) return std::nullopt;
    index *= kGroup;
    for (std::uint64_t weight = kGroup / 10; const char c : group) {
      if (c < '0' || c > '9') return std::nullopt;
      index += weight * static_cast<std::uint64_t>(c - '0');
      weight /= 10;
    }
  }
  return index;
}

std::optional<int> parse_level(std::string_view text) {
  if (text == kEntriesName) return Tile::kEntries;
  const std::optional<std::uint64_t> level = parse_decimal(text);
  if (!level || *level > kLevelMax) return std::nullopt;
  return static_cast<int>(*level);
}

}  // namespace

std::string path_of(const Tile& tile) {
  std::string index = fmt::format("{:03}", tile.index % kGroup);
  for (std::uint64_t rest = tile.index / kGroup; rest > 0; rest /= kGroup) {
    index = fmt::format("x{:03}/{}", rest % kGroup, index);
  }
  const std::string level =
      tile.level == Tile::kEntries ? std::string(kEntriesName) : fmt::format("{}", tile.level);
  std::string path = fmt::format("{}{}/{}", kRoot, level, index);
  if (!tile.is_full()) path += fmt::format("{}{}", kPartial, tile.width);
  return path;
}

std::optional<Tile> parse_tile_path(std::string_view path) {
  if (!path.starts_with(kRoot)) return std::nullopt;
  std::string_view rest = path.substr(kRoot.size());
  const std::optional<int> level = parse_level(take_until(rest, "/"));
  const std::optional<std::uint64_t> index = parse_index(take_until(rest, kPartial));
  if (!level || !index) return std::nullopt;
  Tile tile{*level, *index, kTileWidth};
  if (!rest.empty()) {
    const std::optional<std::uint64_t> width = parse_decimal(rest);
    if (!width || *width == 0 || *width >= kTileWidth) return std::nullopt;
    tile.width = static_cast<std::uint32_t>(*width);
  }
  // Refuse everything that the parser above let through, e.g. a missing `x` or a group of zeros.
  if (path_of(tile) != path) return std::nullopt;
  return tile;
}

std::uint32_t width_in_tree(int level, std::uint64_t index, std::uint64_t size) {
  const std::uint64_t hashes = hashes_at(level, size);
  if (index < hashes / kTileWidth) return kTileWidth;
  return index == hashes / kTileWidth ? static_cast<std::uint32_t>(hashes % kTileWidth) : 0;
}

bool is_in_tree(const Tile& tile, std::uint64_t size) {
  return tile.width > 0 && tile.width <= width_in_tree(tile.level, tile.index, size);
}

std::vector<Tile> new_tiles(std::uint64_t old_size, std::uint64_t new_size) {
  check(old_size <= new_size, "the new size of a tree is at least the old size");
  std::vector<Tile> tiles;
  for (int level = 0; hashes_at(level, new_size) > 0; ++level) {
    if (hashes_at(level, old_size) == hashes_at(level, new_size)) continue;
    std::uint64_t index = hashes_at(level, old_size) / kTileWidth;
    for (std::uint32_t width; (width = width_in_tree(level, index, new_size)) > 0; ++index) {
      tiles.push_back({level, index, width});
    }
  }
  return tiles;
}

}  // namespace countersign::tlog

#include "events/rocks/reading/log_tree.h"

#include <utility>

#include "core/text/bytes.h"
#include "events/tlog/tree/tile_nodes.h"

namespace countersign {
namespace {

// The index of the level's tile that holds the hash over the leaves up to `leaf`.
std::uint64_t tile_index(int level, std::uint64_t leaf) {
  return leaf >> (tlog::kTileHeight * level) >> tlog::kTileHeight;
}

}  // namespace

Result<LogTree, tlog::ReadError> LogTree::open(std::uint64_t size,
                                               const Digest& root,
                                               const tlog::FetchTile& fetch) {
  LogTree tree;
  const tlog::FetchTile keep = [&](const tlog::Tile& tile) {
    auto bytes = fetch(tile);
    if (bytes && !tile.is_full()) tree.partial_[static_cast<std::size_t>(tile.level)] = *bytes;
    return bytes;
  };
  auto tiles = tlog::TileTree::open(size, root, keep);
  if (!tiles) return tiles.error();
  auto frontier = tlog::Frontier::of(*tiles, size);
  if (!frontier) return frontier.error();
  tree.frontier_ = *std::move(frontier);
  return tree;
}

void LogTree::append(const Digest& leaf, const Store& store) {
  const std::uint64_t index = frontier_.size();
  const auto completed = frontier_.append(leaf);
  for (std::size_t height = 0; height < completed.size(); height += tlog::kTileHeight) {
    const auto level = static_cast<int>(height / tlog::kTileHeight);
    std::string& bytes = partial_[static_cast<std::size_t>(level)];
    bytes += text_of(completed[height]);
    const auto width = static_cast<std::uint32_t>(bytes.size() / tlog::kHashBytes);
    const tlog::Tile tile{level, tile_index(level, index), width};
    if (level > 0 || tile.is_full()) store(tile, bytes);
    if (tile.is_full()) bytes.clear();
  }
}

std::optional<std::string> LogTree::partial(const tlog::Tile& tile) const {
  if (tile.level < 0 || tile.level >= tlog::kTileLevels) return std::nullopt;
  const std::string& bytes = partial_[static_cast<std::size_t>(tile.level)];
  if (tile.index != tile_index(tile.level, size()) ||
      bytes.size() < tile.width * tlog::kHashBytes) {
    return std::nullopt;
  }
  return bytes.substr(0, tile.width * tlog::kHashBytes);
}

}  // namespace countersign

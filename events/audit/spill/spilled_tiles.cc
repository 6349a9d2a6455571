#include "events/audit/spill/spilled_tiles.h"

#include "core/check.h"

namespace countersign {

void SpilledTiles::take(const tlog::Tile& tile, std::string_view hashes) {
  Level& level = levels_[static_cast<std::size_t>(tile.level)];
  level.buffer.append(hashes);
  if (level.buffer.size() == kTilesABlock * kTileBytes) write(level);
}

void SpilledTiles::end(const tlog::TileBuilder& tree) {
  tree.partial_tiles(
      [this](const tlog::Tile& tile, std::string_view hashes) { take(tile, hashes); });
  for (Level& level : levels_) {
    if (!level.buffer.empty()) write(level);
  }
}

void SpilledTiles::write(Level& level) {
  if (const auto block = file_->put(level.buffer)) level.blocks.push_back(*block);
  level.buffer.clear();
}

Result<Digest, tlog::ReadError> SpilledTree::hash(const tlog::Subtree& subtree) {
  const int level = subtree.level / tlog::kTileHeight;
  const int above = subtree.level % tlog::kTileHeight;
  const std::uint64_t first = subtree.index << above;  // of the tile level's hashes below it
  const std::uint64_t index = first / tlog::kTileWidth;
  Held& held = held_[static_cast<std::size_t>(level)];
  if (!held.nodes || held.index != index) {
    const auto& blocks = tiles_->levels_[static_cast<std::size_t>(level)].blocks;
    const std::uint64_t block = index / SpilledTiles::kTilesABlock;
    std::string bytes;
    if (block >= blocks.size() || !tiles_->file_->read(blocks[block], bytes)) {
      return tlog::ReadError{"the tile cannot be read back"};
    }
    const std::uint64_t at = index % SpilledTiles::kTilesABlock * SpilledTiles::kTileBytes;
    check(at < bytes.size(), "a tree that was put aside has the subtrees that it is asked for");
    held.index = index;
    held.nodes.emplace(std::string_view(bytes).substr(at, SpilledTiles::kTileBytes));
  }
  return held.nodes->hash(above,
                          static_cast<std::size_t>(subtree.index % (tlog::kTileWidth >> above)));
}

std::optional<Digest> SpilledTree::root(std::uint64_t size) {
  const auto root = read_root(*this, size);
  return root ? std::optional(*root) : std::nullopt;
}

}  // namespace countersign

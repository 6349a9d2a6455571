#include "events/audit/spill/spilled_tiles.h"

#include "core/check.h"

namespace countersign {

void SpilledTiles::begin_behind(std::uint64_t size) {
  for (Level& level : levels_) {
    size >>= tlog::kTileHeight;
    level.first = size;
  }
}

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
  const auto& [buffer, blocks, first_tile] = tiles_->levels_[static_cast<std::size_t>(level)];
  if (index < first_tile) return earlier_hash(subtree);
  Held& held = held_[static_cast<std::size_t>(level)];
  if (!held.nodes || held.index != index) {
    const std::uint64_t block = (index - first_tile) / SpilledTiles::kTilesABlock;
    std::string bytes;
    if (block >= blocks.size() || !tiles_->file_->read(blocks[block], bytes)) {
      return tlog::ReadError{"the tile cannot be read back"};
    }
    const std::uint64_t at =
        (index - first_tile) % SpilledTiles::kTilesABlock * SpilledTiles::kTileBytes;
    check(at < bytes.size(), "a tree that was put aside has the subtrees that it is asked for");
    held.index = index;
    held.nodes.emplace(std::string_view(bytes).substr(at, SpilledTiles::kTileBytes));
  }
  return held.nodes->hash(above,
                          static_cast<std::size_t>(subtree.index % (tlog::kTileWidth >> above)));
}

// A tile that was full at the earlier tree's size is one of that tree.
Result<Digest, tlog::ReadError> SpilledTree::earlier_hash(const tlog::Subtree& subtree) {
  check(earlier_ != nullptr, "tiles that do not begin with the log have an earlier tree");
  if (!before_) {
    auto opened = tlog::TileTree::open(earlier_->size, earlier_->root, earlier_->fetch);
    if (!opened) {
      unread_ = opened.error();
      return opened.error();
    }
    before_ = *std::move(opened);
  }
  auto hash = before_->hash(subtree);
  if (!hash) unread_ = hash.error();
  return hash;
}

std::optional<Digest> SpilledTree::root(std::uint64_t size) {
  const auto root = read_root(*this, size);
  return root ? std::optional(*root) : std::nullopt;
}

}  // namespace countersign

#include "events/tlog/tree/tile_builder.h"

#include "core/check.h"

namespace countersign::tlog {
namespace {

// Returns the index of the tile of `level` that the next hash goes into.
std::uint64_t last_index(int level, std::uint64_t size) {
  return size >> (kTileHeight * level) >> kTileHeight;
}

}  // namespace

Result<TileBuilder, ReadError> TileBuilder::resume(std::uint64_t size,
                                                   const Digest& root,
                                                   const FetchTile& fetch) {
  TileBuilder builder;
  const FetchTile keep = [&](const Tile& tile) {
    Result<std::string, ReadError> bytes = fetch(tile);
    if (bytes) builder.partial_[static_cast<std::size_t>(tile.level)] = *bytes;
    return bytes;
  };
  // open() fetches exactly the partial tiles.
  const Result<TileTree, ReadError> tree = TileTree::open(size, root, keep);
  if (!tree) return tree.error();
  builder.size_ = size;
  return builder;
}

void TileBuilder::append(const Digest& leaf, const Sink& full) {
  check(size_ < kTreeSizeMax,
        "a tree to which a leaf is appended has fewer than kTreeSizeMax leaves");
  Digest hash = leaf;
  for (int level = 0;; ++level) {
    std::string& bytes = partial_[static_cast<std::size_t>(level)];
    bytes += text_of(hash);
    if (bytes.size() < kTileWidth * kHashBytes) break;
    full({level, last_index(level, size_), kTileWidth}, bytes);
    hash = TileNodes(bytes).hash(kTileHeight, 0);
    bytes.clear();
  }
  ++size_;
}

void TileBuilder::partial_tiles(const Sink& sink) const {
  for (int level = 0; level < kTileLevels; ++level) {
    const std::string& bytes = partial_[static_cast<std::size_t>(level)];
    if (bytes.empty()) continue;
    const auto width = static_cast<std::uint32_t>(bytes.size() / kHashBytes);
    sink({level, last_index(level, size_), width}, bytes);
  }
}

Digest TileBuilder::root() const {
  std::optional<Digest> root;
  for (const std::string& bytes : partial_) {
    if (!bytes.empty()) root = TileNodes(bytes).joined_to(root);
  }
  return root.value_or(empty_root());
}

}  // namespace countersign::tlog

#include "events/tlog/tree/tile_tree.h"

#include <fmt/format.h>

namespace countersign::tlog {

Result<TileTree, ReadError> TileTree::open(std::uint64_t size,
                                           const Digest& root,
                                           FetchTile fetch) {
  if (size > kTreeSizeMax) return ReadError{"the tree's size is larger than a tree can be"};
  TileTree tree(size, std::move(fetch));
  std::optional<Digest> found;
  for (int level = 0; level < kTileLevels; ++level) {
    // The level above has the hashes of the full tiles, so the partial tiles give the whole tree.
    const std::uint64_t index = size >> (kTileHeight * level) >> kTileHeight;
    const std::uint32_t width = width_in_tree(level, index, size);
    if (width == 0) continue;
    Result<Nodes, ReadError> nodes = tree.fetch_nodes({level, index, width});
    if (!nodes) return nodes.error();
    found = (*nodes)->joined_to(found);
    tree.partial_[static_cast<std::size_t>(level)] = *std::move(nodes);
  }
  if (found.value_or(empty_root()) != root) {
    return ReadError{
        fmt::format("the partial tiles do not have the root of the tree of size {}", size)};
  }
  return tree;
}

Result<Digest, ReadError> TileTree::hash(const Subtree& subtree) {
  if (!lies_in(subtree, size_)) {
    return ReadError{fmt::format("subtree {} of level {} is not in the tree of size {}",
                                 subtree.index,
                                 subtree.level,
                                 size_)};
  }
  const int inside = subtree.level % kTileHeight;
  const int index_bits = kTileHeight - inside;
  const Result<Nodes, ReadError> nodes =
      nodes_of(subtree.level / kTileHeight, subtree.index >> index_bits);
  if (!nodes) return nodes.error();
  return (*nodes)->hash(inside, subtree.index & ((std::uint64_t{1} << index_bits) - 1));
}

Result<TileTree::Nodes, ReadError> TileTree::fetch_nodes(const Tile& tile) const {
  const Result<std::string, ReadError> bytes = fetch_(tile);
  if (!bytes) return bytes.error();
  if (bytes->size() != tile.width * kHashBytes) {
    return ReadError{fmt::format(
        "{} has {} bytes, not {}", path_of(tile), bytes->size(), tile.width * kHashBytes)};
  }
  return Nodes(std::make_shared<const TileNodes>(*bytes));
}

// REQUIRES: the tree has the tile.
Result<TileTree::Nodes, ReadError> TileTree::nodes_of(int level, std::uint64_t index) {
  const auto at = static_cast<std::size_t>(level);
  if (width_in_tree(level, index, size_) < kTileWidth) return partial_[at];
  Held& held = full_[at];
  if (held.nodes && held.index == index) return held.nodes;

  const Result<Nodes, ReadError> parent = nodes_of(level + 1, index / kTileWidth);
  if (!parent) return parent.error();
  const Tile tile{level, index, kTileWidth};
  Result<Nodes, ReadError> nodes = fetch_nodes(tile);
  if (!nodes) return nodes;
  if ((*nodes)->hash(kTileHeight, 0) != (*parent)->hash(0, index % kTileWidth)) {
    return ReadError{
        fmt::format("{} does not belong to the tree of size {}", path_of(tile), size_)};
  }
  held = {index, *nodes};
  return nodes;
}

}  // namespace countersign::tlog

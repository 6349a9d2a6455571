#include "events/tlog/tree/tile_nodes.h"

#include <algorithm>

#include "core/check.h"

namespace countersign::tlog {

TileNodes::TileNodes(std::string_view bytes) {
  const std::size_t width = bytes.size() / kHashBytes;
  check(bytes.size() % kHashBytes == 0 && width >= 1 && width <= kTileWidth,
        "a tile has from 1 to kTileWidth whole hashes");
  levels_[0].resize(width);
  for (Digest& hash : levels_[0]) {
    std::ranges::copy(bytes_of(bytes.substr(0, kHashBytes)), hash.begin());
    bytes.remove_prefix(kHashBytes);
  }
  for (std::size_t level = 1; level < levels_.size(); ++level) {
    const std::vector<Digest>& below = levels_[level - 1];
    levels_[level].reserve(below.size() / 2);
    for (std::size_t i = 1; i < below.size(); i += 2) {
      levels_[level].push_back(node_hash(below[i - 1], below[i]));
    }
  }
}

const Digest& TileNodes::hash(int level, std::size_t index) const {
  const std::vector<Digest>& hashes = levels_.at(static_cast<std::size_t>(level));
  check(index < hashes.size(), "the index of a hash lies within its level of the tile");
  return hashes[index];
}

Digest TileNodes::joined_to(const std::optional<Digest>& right) const {
  std::optional<Digest> root = right;
  for (const std::vector<Digest>& hashes : levels_) {
    if (hashes.size() % 2 == 0) continue;  // the last one is part of a larger subtree
    root = root ? node_hash(hashes.back(), *root) : hashes.back();
  }
  return *root;
}

}  // namespace countersign::tlog

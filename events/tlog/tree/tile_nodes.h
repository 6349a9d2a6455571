#pragma once
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "events/tlog/tree/tile.h"

namespace countersign::tlog {

inline constexpr std::size_t kHashBytes = sizeof(Digest);

// The hashes of one tile, and of every full subtree inside it that stands on them.
// Immutable and thread-safe. Says nothing of whether they belong to some tree.
class TileNodes {
 public:
  // REQUIRES: 1 to kTileWidth whole hashes.
  explicit TileNodes(std::string_view bytes);

  std::uint32_t width() const { return static_cast<std::uint32_t>(levels_[0].size()); }
  // `level` counts from the tile's own hashes. REQUIRES: (index + 1) << level <= width().
  const Digest& hash(int level, std::size_t index) const;

  // The root of a tree whose right end is `right`, if there is one, with the subtrees of this
  // tile, which stand to its left.
  Digest joined_to(const std::optional<Digest>& right) const;

 private:
  std::array<std::vector<Digest>, kTileHeight + 1> levels_;
};

}  // namespace countersign::tlog

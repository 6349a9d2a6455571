#pragma once
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "events/tlog/tree/tile.h"

namespace countersign::tlog {

inline constexpr std::size_t kHashBytes = sizeof(Digest);

// The hashes of one tile, and of every full subtree that they form inside the tile. Immutable and
// thread-safe. Does not check whether the hashes belong to a certain tree.
class TileNodes {
 public:
  // REQUIRES: 1 to kTileWidth whole hashes.
  explicit TileNodes(std::string_view bytes);

  std::uint32_t width() const { return static_cast<std::uint32_t>(levels_[0].size()); }
  // `level` counts from the tile's own hashes. REQUIRES: (index + 1) << level <= width().
  const Digest& hash(int level, std::size_t index) const;

  // Returns the root of the tree that consists of the subtrees of this tile and, to the right of
  // them, `right` if it has a value.
  Digest joined_to(const std::optional<Digest>& right) const;

 private:
  std::array<std::vector<Digest>, kTileHeight + 1> levels_;
};

}  // namespace countersign::tlog

#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "core/result.h"
#include "events/tlog/tree/tile_tree.h"

namespace countersign::tlog {

// Makes the tiles of a tree from its leaves, in order and in constant memory: holds one partial
// tile for each level. These tiles also determine the root, independently of a Frontier, so the two
// roots can be compared. One thread at a time.
class TileBuilder {
 public:
  // Takes the bytes of one tile, which are valid during the call.
  using Sink = std::function<void(const Tile&, std::string_view bytes)>;

  TileBuilder() = default;
  // Continues after `size` leaves. Fetches the partial tiles, which must have the root `root`.
  static Result<TileBuilder, ReadError> resume(std::uint64_t size,
                                               const Digest& root,
                                               const FetchTile& fetch);

  // Adds a leaf. Passes the tiles that it completes to `full`, the lowest level first.
  void append(const Digest& leaf, const Sink& full);
  // Passes the partial tiles of the current tree to `sink`, the lowest level first.
  void partial_tiles(const Sink& sink) const;

  std::uint64_t size() const { return size_; }
  Digest root() const;

 private:
  std::uint64_t size_ = 0;
  std::array<std::string, kTileLevels> partial_;
};

}  // namespace countersign::tlog

#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "core/result.h"
#include "events/tlog/tree/tile_tree.h"

namespace countersign::tlog {

// Makes the tiles of a tree from its leaves, in order and in constant memory: it holds
// the partial tiles, one a level. They determine the root too, by a way of their own,
// so a root that a Frontier has kept can be compared with it. One thread at a time.
class TileBuilder {
 public:
  // Takes the bytes of one tile; they are there for the duration of the call.
  using Sink = std::function<void(const Tile&, std::string_view bytes)>;

  TileBuilder() = default;
  // Goes on after `size` leaves. The partial tiles are fetched, and must have that root.
  static Result<TileBuilder, ReadError> resume(std::uint64_t size,
                                               const Digest& root,
                                               const FetchTile& fetch);

  // Adds a leaf; `full` gets the tiles that it completed, the lowest first.
  void append(const Digest& leaf, const Sink& full);
  // Gives the partial tiles of the tree as it is now, the lowest first.
  void partial_tiles(const Sink& sink) const;

  std::uint64_t size() const { return size_; }
  Digest root() const;

 private:
  std::uint64_t size_ = 0;
  std::array<std::string, kTileLevels> partial_;
};

}  // namespace countersign::tlog

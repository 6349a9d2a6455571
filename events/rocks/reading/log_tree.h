#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.h"
#include "events/tlog/tree/frontier.h"
#include "events/tlog/tree/tile.h"
#include "events/tlog/tree/tile_tree.h"

namespace countersign {

// The Merkle tree over the log's events as it grows: its frontier, which knows the root, and
// its partial tiles. Of the tiles (C2SP tlog-tiles) those that are full are stored, and the
// partial ones above level 0, all with the events that completed or changed them; the partial
// one of level 0 is not, since it is the hashes of the last events themselves.
//
// A value, of at most kTileLevels * 8 KiB. One thread at a time.
class LogTree {
 public:
  // Takes the bytes of a tile that must be stored; they are there for the duration of the call.
  using Store = std::function<void(const tlog::Tile&, std::string_view bytes)>;

  LogTree() = default;
  // Goes on after `size` leaves. The partial tiles are fetched, and must have that root.
  static Result<LogTree, tlog::ReadError> open(std::uint64_t size,
                                               const Digest& root,
                                               const tlog::FetchTile& fetch);

  // Adds a leaf. A tile that is given twice has grown.
  void append(const Digest& leaf, const Store& store);

  std::uint64_t size() const { return frontier_.size(); }
  Digest root() const { return frontier_.root(); }

  // The bytes of a tile that is not stored full; nothing if it is, or is not in the tree so wide.
  std::optional<std::string> partial(const tlog::Tile& tile) const;

 private:
  tlog::Frontier frontier_;
  std::array<std::string, tlog::kTileLevels> partial_;  // of each level its last tile
};

}  // namespace countersign

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

// The growing Merkle tree over the log's events: its frontier, which gives the root, and its
// partial tiles (C2SP tlog-tiles). Full tiles are stored, and so are the partial tiles above level
// 0, each with the events that completed or changed it. The partial tile of level 0 is not stored,
// since it is just the hashes of the last events.
//
// A value type, of at most kTileLevels * 8 KiB. One thread at a time.
class LogTree {
 public:
  // Receives a tile that must be stored. `bytes` is valid during the call only.
  using Store = std::function<void(const tlog::Tile&, std::string_view bytes)>;

  LogTree() = default;
  // Continues after `size` leaves. Fetches the partial tiles and checks them against `root`.
  static Result<LogTree, tlog::ReadError> open(std::uint64_t size,
                                               const Digest& root,
                                               const tlog::FetchTile& fetch);

  // Adds a leaf and gives `store` the changed tiles. A tile that is given again has grown.
  void append(const Digest& leaf, const Store& store);

  std::uint64_t size() const { return frontier_.size(); }
  Digest root() const { return frontier_.root(); }

  // The bytes of a tile that is not stored full. Empty if the tile is stored full, or if the tree
  // has no tile so wide.
  std::optional<std::string> partial(const tlog::Tile& tile) const;

 private:
  tlog::Frontier frontier_;
  std::array<std::string, tlog::kTileLevels> partial_;  // the last tile of each level
};

}  // namespace countersign

#pragma once
#include <optional>
#include <string>

#include "core/result.h"
#include "events/store_error.h"
#include "events/tlog/tree/tile.h"
#include "events/tlog/tree/tile_tree.h"

namespace countersign {

// The stored tiles of the Merkle tree over the events of the log (C2SP tlog-tiles). Leaf i is the
// event with sequence i + 1.
//
// Thread-safe; sees whole batches of the writer. A tile that cannot be read is an error, never
// reported as missing.
class TreeTiles {
 public:
  virtual ~TreeTiles() = default;
  // Returns the bytes of a tile of hashes or of entries, of exactly the width asked for. Empty if
  // the tree has no tile so wide.
  virtual Result<std::optional<std::string>, StoreError> tile(const tlog::Tile& tile) const = 0;
};

// Fetches the tiles of a log's tree at its head, for readers of the tree. `tiles` must outlive the
// returned function, which is thread-safe.
tlog::FetchTile tiles_of(const TreeTiles& tiles);

}  // namespace countersign

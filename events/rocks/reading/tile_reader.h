#pragma once
#include <optional>
#include <string>

#include "core/result.h"
#include "events/rocks/database/rocks_database.h"
#include "events/rocks/reading/log_tree.h"
#include "events/store_error.h"
#include "events/stored_event.h"
#include "events/tlog/tree/tile.h"

namespace countersign {

// Reads the bytes of a tile. Hashes are read as stored; entries, and hashes of level 0 that are not
// stored yet, come from the events. Returns Corrupt if the hashes or events are missing.
// Thread-safe. REQUIRES: the tree has the tile.
Result<std::string, StoreError> read_tile(const RocksDatabase& database, const tlog::Tile& tile);

// Opens the tree at the head from the stored tiles, which must have the head's root.
Result<LogTree, tlog::ReadError> open_tree(const RocksDatabase& database, const LogHead& head);

}  // namespace countersign

#pragma once
#include <optional>
#include <string>

#include "core/result.h"
#include "events/event_log.h"
#include "events/rocks/database/rocks_database.h"
#include "events/rocks/reading/log_tree.h"
#include "events/store_error.h"
#include "events/tlog/tree/tile.h"

namespace countersign {

// The bytes of a tile of a tree that has it: hashes as they are stored, entries and the hashes
// of level 0 that are not stored yet from the events. Corrupt if they are not there. Thread-safe.
Result<std::string, StoreError> read_tile(const RocksDatabase& database, const tlog::Tile& tile);

// The tree as of the head, from the tiles that are stored; they must have its root.
Result<LogTree, tlog::ReadError> open_tree(const RocksDatabase& database, const LogHead& head);

}  // namespace countersign

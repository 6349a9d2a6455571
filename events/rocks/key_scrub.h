#pragma once
#include <optional>

#include "events/rocks/database/rocks_database.h"
#include "events/store_error.h"

namespace countersign {

// EventLog::scrub_keys(): makes the database let go of deleted keys, and looks whether it has.
// REQUIRES: nobody holds a snapshot.
std::optional<StoreError> scrub_deleted_keys(RocksDatabase& database);

}  // namespace countersign

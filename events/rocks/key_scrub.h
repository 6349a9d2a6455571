#pragma once
#include <optional>

#include "events/rocks/database/rocks_database.h"
#include "events/store_error.h"

namespace countersign {

// KeyRows::scrub_keys(): removes deleted keys from the files of the database, and verifies that
// they are gone. REQUIRES: nobody holds a snapshot.
std::optional<StoreError> scrub_deleted_keys(RocksDatabase& database);

}  // namespace countersign

#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "core/result.h"
#include "events/record/anchor.h"
#include "events/rocks/database/rocks_database.h"
#include "events/stored_event.h"

namespace countersign {

// Checks that the log is complete: its format is known, its head is its last event, the anchored
// event is in it with its hash, and no number is missing since the anchor, or among the events that
// came from the write-ahead logs. Returns the head, or a sentence that names what is wrong.
//
// The cost follows what the write-ahead logs hold, not what the log holds. A hole that a damaged
// write-ahead log has left is found by counting: the tables hold the events up to some number, and
// the n events of the write-ahead logs are in memory. If one behind that number is missing, the n
// events and the hole take more than n numbers, so the last n + 1 numbers are all behind it, and n
// events cannot fill them. Older events are in files with checksums, and reading them counts them.
Result<LogHead, std::string> check_log(const RocksDatabase& database,
                                       const std::filesystem::path& folder,
                                       const std::optional<Anchor>& anchor);

}  // namespace countersign

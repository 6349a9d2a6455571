#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "core/result.h"
#include "events/record/anchor.h"
#include "events/rocks/database/rocks_database.h"
#include "events/stored_event.h"

namespace countersign {

// How many of the last events are counted at open, at least. This is more than any set of live
// write-ahead logs holds, so a hole that a damaged write-ahead log has left is among them. Older
// events are in files with checksums, and reading them counts them.
inline constexpr std::uint64_t kCountedAtOpen = 1'000'000;

// Checks that the log is complete: its format is known, its head is its last event, the anchored
// event is in it with its hash, and no number is missing among the last kCountedAtOpen events or
// since the anchor. Returns the head, or a sentence that names what is wrong.
Result<LogHead, std::string> check_log(const RocksDatabase& database,
                                       const std::filesystem::path& folder,
                                       const std::optional<Anchor>& anchor);

}  // namespace countersign

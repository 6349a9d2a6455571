#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "core/result.h"
#include "events/event_log.h"
#include "events/record/anchor.h"
#include "events/rocks/database/rocks_database.h"

namespace countersign {

// How many of the last events are counted at open, at least: more than any set of live
// write-ahead logs holds, so that a hole which a damaged one left is among them. Older
// events are in files with checksums, and are counted by whoever reads them.
inline constexpr std::uint64_t kCountedAtOpen = 1'000'000;

// Whether the log is all there: its format is known, its head is its last event, the
// anchored event is in it with its hash, and since then no number is missing.
// The head if so, else a sentence that names what is wrong.
Result<LogHead, std::string> check_log(const RocksDatabase& database,
                                       const std::filesystem::path& folder,
                                       const std::optional<Anchor>& anchor);

}  // namespace countersign

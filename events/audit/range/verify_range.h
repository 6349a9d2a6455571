#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>

#include "core/utc_time.h"
#include "events/audit/export/verify_export.h"

namespace countersign {

struct RangeFindings {
  // As of an export: `events` are those of the range that were found to be good, `size` and `root`
  // are those of the newer checkpoint, and no decision is counted, since none is judged.
  ExportFindings found;
  std::uint64_t from = 0;             // the size of the older checkpoint
  std::optional<Digest> from_root{};  // empty if the older checkpoint is not trusted
  std::optional<UtcTime> first_at{};  // the time of the first event, and of the last
  std::optional<UtcTime> last_at{};
  std::uint64_t streams_begun = 0;      // streams with their first event in the range
  std::uint64_t streams_continued = 0;  // streams that began before it

  bool ok() const { return found.ok(); }
};

// Returns whether the folder says that it has a range (range_file.h). Follows no link in it.
bool is_range_folder(const std::filesystem::path& path);

// Checks a range (range_file.h) by its files alone, in this order:
//
//   1. the keys; origin and signatures of both checkpoints and of the cosignatures, of further
//      checkpoints, and of those in the receipts
//   2. that the edge has the older checkpoint's root, and that the proof leads from there to the
//      newer one
//   3. event by event: its stored form, its place, time and version; at the size of each checkpoint
//      its root; then that there is no further line, and the root of the newer checkpoint
//   4. the events of each stream among themselves: versions and hashes (stream_chains.h)
//   5. that the folder has nothing more, and the receipts' proofs
//
// The rules that make decisions again are not judged: they need the log from its beginning, for the
// clients, reviewers and thresholds that a decision is judged by. So a good verdict says what was
// signed, and not that a server could have written it.
//
// The first fault is reported; among those of step 4 that of the earliest event. One pass over the
// events on all cores, in memory that `options.means` bounds, with a temporary file for long
// ranges. Uses `keys`, `witnesses`, `since`, `receipts`, `progress`, `each` and `means` of the
// options. A checkpoint or receipt from before the range is a fault, since a range proves nothing
// about it. Blocks; no database.
RangeFindings verify_range(const std::filesystem::path& path, const VerifyExportOptions& options);

}  // namespace countersign

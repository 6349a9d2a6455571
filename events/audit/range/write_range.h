#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/result.h"
#include "events/audit/range/range_file.h"
#include "events/event_store.h"
#include "events/tlog/note/note_key.h"

namespace countersign {

// The input of a range.
struct RangeSource {
  // As EventStore::read_bytes(). Gives at least the events up to the newer checkpoint.
  std::function<Result<Sequence, StoreError>(Sequence first, const EventStore::BytesSink& sink)>
      read;
  std::string older;  // signed note of the tree before the range
  std::string newer;  // signed note of the tree at its end
  RangeFile range;
  std::vector<tlog::VerifierKey> keys;  // the log's own first, then those of its witnesses
  // Called every 65,536 events and at the end, with the number of events of the range so far.
  std::function<void(std::uint64_t events, std::uint64_t of)> progress;
};

// Writes a range (range_file.h) into a folder that is missing, empty, or has a range that was not
// finished, which is written again from its beginning. The file `range` comes last, once all else
// is durable.
//
// Checks both notes, the edge and the proof before anything is written, and computes the newer root
// from the bytes that `read` gives: a range that would not verify is not finished. Does not read
// what lies before the range. Returns a sentence on failure. Constant memory; one thread; one
// process per folder, which is locked.
std::optional<std::string> write_range(const std::filesystem::path& folder,
                                       const RangeSource& source);

}  // namespace countersign

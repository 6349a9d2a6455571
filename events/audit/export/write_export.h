#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/result.h"
#include "events/event_log.h"
#include "events/tlog/note/note_key.h"

namespace countersign {

// What an export is made from.
struct ExportSource {
  // As EventLog::read_bytes().
  std::function<Result<Sequence, StoreError>(Sequence first, const EventLog::BytesSink& sink)> read;
  std::string checkpoint;               // signed note of the tree that is exported
  std::vector<tlog::VerifierKey> keys;  // the log's own first, then those of its witnesses
  // Called every 65,536 events and at the end, with the number that the folder has.
  std::function<void(std::uint64_t events, std::uint64_t size)> progress;
};

struct ExportReport {
  std::uint64_t size = 0;  // events that the folder has
  std::uint64_t kept = 0;  // of these, as many were there and were not read again
};

// Brings a folder (export_folder.h) up to the checkpoint. An empty or absent one is filled; one
// with an earlier checkpoint of this log, or the rest of an export that was cut off, is
// continued, at most 65,535 events before where it stopped. What was half written is written again.
//
// The hashes are made anew from the bytes that `read` gives, and the root must come out as that of
// `checkpoint`, which is put in place last: while it is not there, or is the older one, the
// folder is what it was before and some more. The older one goes to `checkpoints/`. Tiles and
// bundles that were there already are replaced by renaming, and all are synced together, every
// 65,536 events; what was there is not read again but for the tiles at the right edge:
// verify_export() does.
//
// The error is a sentence: the checkpoint is not of these keys, the folder is of another log or
// ahead of this one, the disk failed. Constant memory; one thread; one process for a folder,
// which is locked.
Result<ExportReport, std::string> write_export(const std::filesystem::path& folder,
                                               const ExportSource& source);

}  // namespace countersign

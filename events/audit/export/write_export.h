#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/result.h"
#include "events/event_store.h"
#include "events/tlog/note/note_key.h"

namespace countersign {

// The input of an export.
struct ExportSource {
  // As EventStore::read_bytes().
  std::function<Result<Sequence, StoreError>(Sequence first, const EventStore::BytesSink& sink)>
      read;
  std::string checkpoint;               // signed note of the tree that is exported
  std::vector<tlog::VerifierKey> keys;  // the log's own first, then those of its witnesses
  // Called every 65,536 events and at the end, with the number of events in the folder.
  std::function<void(std::uint64_t events, std::uint64_t size)> progress;
};

struct ExportReport {
  std::uint64_t size = 0;  // events in the folder
  std::uint64_t kept = 0;  // of these, events that were already there and not read again
};

// Brings a folder (export_folder.h) up to the checkpoint. Fills an empty or missing folder.
// Continues a folder that has an earlier checkpoint of this log or an interrupted export, from at
// most 65,535 events before the place where that export stopped. Data that was half written is
// written again.
//
// The hashes are computed again from the bytes that `read` gives, and the root must be that of
// `checkpoint`, which is put in place last: until then the folder has no checkpoint or the older
// one, all of its earlier content, and some new events. The older checkpoint goes to
// `checkpoints/`. Existing tiles and bundles are replaced by renaming, and all are synced together,
// every 65,536 events. Existing data is not read again except the tiles at the right edge:
// verify_export() reads it.
//
// Returns a sentence on failure: the checkpoint is not of these keys, the folder is of another log
// or ahead of this one, or the disk failed. Constant memory; one thread; one process per folder,
// which is locked.
Result<ExportReport, std::string> write_export(const std::filesystem::path& folder,
                                               const ExportSource& source);

}  // namespace countersign

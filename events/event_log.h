#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.h"
#include "events/commit_point.h"
#include "events/event_store.h"
#include "events/key_rows.h"
#include "events/log_files.h"
#include "events/tree_tiles.h"
#include "events/view_store.h"

namespace countersign {

// The append-only log of all events, the two generations of views derived from it, and the wrapped
// keys of sessions. All of it is one database with one write-ahead log, so that it becomes durable
// together (events/rocks/rocks_event_log.h).
//
// A caller that opens a log, or needs all of it, takes this class. Any other caller takes the ports
// that it is made of. Each port says what holds for threads and failures.
//
// The file ANCHOR in the log folder is not the database's; it repeats the head. write_anchor()
// rewrites it by write, fsync, rename, fsync, and is meant to be called every second.
//
// open() refuses a log, and never repairs it silently, if
//   - the anchored event is missing
//   - the head is not the last event
//   - the tiles of the tree do not have the head's root
//   - a number is missing since the anchor or among the last million events (older events are in
//     files with checksums, and reading them counts them)
// If a crash has left part of the last write, which was never acknowledged, open() cuts it off and
// reports it through `warn` (events/rocks/tail/torn_write.h).
//
// Threading: call append(), replace_keys() and the functions that change a generation from one
// thread at a time (the writer's), except write_generation() (view_store.h).
class EventLog : public EventStore,
                 public CommitPoint,
                 public TreeTiles,
                 public ViewStore,
                 public KeyRows,
                 public LogFiles {
 public:
  struct Options {
    bool create_if_missing = true;
    // Takes no lock, so it works beside the process that holds the log. Shows the state as of
    // open(). Every change returns Stopped.
    bool read_only = false;
    std::uint64_t reserve_bytes = 0;  // free space below which append() answers Full
    // A small space of the views that is copied into memory for Views::seek().
    std::optional<ViewSpace> held_space{};
    // The last event that something beside the log, e.g. a checkpoint, proves the log to have held.
    // The end of the write-ahead log is not cut off if the log would then end before this event.
    Sequence covered{};
    // Called with a sentence for the operator about an open that succeeds.
    std::function<void(std::string_view)> warn{};
    // False only to measure the cost of the tree. A log without its tree cannot be opened again.
    bool grows_tree = true;
  };
  // The error is a sentence for the operator: locked by another process, corrupt, no folder, no
  // room on the disk to open it. If there are many small tables, a thread merges them while the log
  // is in use (events/rocks/database/table_merge.h).
  static Result<std::unique_ptr<EventLog>, std::string> open(const std::filesystem::path& folder,
                                                             const Options& options);

  // The head that readers see is the one that the next append continues.
  LogHead head() const override = 0;
};

}  // namespace countersign

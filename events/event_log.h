#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/stream/recorded_event.h"
#include "core/utc_time.h"
#include "events/store_error.h"
#include "events/tlog/tree/merkle.h"
#include "events/tlog/tree/tile.h"
#include "events/view.h"

namespace countersign {

class RocksDatabase;

// An event and the exact bytes that are stored, hashed and exported for it.
struct StoredEvent {
  RecordedEvent recorded;
  std::string bytes;  // one line of JSON, without the newline
  Sha256 leaf;        // SHA-256(0x00 || bytes), RFC 6962 section 2.1
};

// The last event of the log. Empty log: sequence 0, a leaf of zeros, the root of the empty tree.
struct LogHead {
  Sequence sequence;
  Sha256 leaf;
  UtcTime at;
  // The root of the Merkle tree over all events, RFC 6962 section 2.1; `sequence` is its size.
  Digest root = tlog::empty_root();
};

// A change to the wrapped keys, written in the same batch as the events.
struct KeyChange {
  SessionId session;
  std::optional<std::string> wrapped;  // none: delete the key
};

// One of the two view generations.
enum class ViewGeneration : std::uint8_t { A, B };
constexpr ViewGeneration other(ViewGeneration generation) {
  return generation == ViewGeneration::A ? ViewGeneration::B : ViewGeneration::A;
}

// The content of a generation: views of these versions, folded up to this event.
struct GenerationState {
  std::string versions;  // e.g. "clients.1 sessions.1 ..."
  Sequence folded;
  bool operator==(const GenerationState&) const = default;
};

// The append-only log of all events, the two generations of views derived from it, and the wrapped
// keys of sessions. All of it is one RocksDB with one write-ahead log, so that it becomes durable
// together.
//
// On disk, by column family (all integers big-endian):
//   default  "format" -> "2"; "head" -> sequence u64, leaf 32 B, time i64, root 32 B;
//            "active" -> generation; "slot-a", "slot-b" -> GenerationState
//   events   sequence u64 -> the stored bytes
//   streams  stream id, 0x00, version u64 -> sequence u64
//   views_a, views_b   space u8, key -> value; space 255 is never assigned
//   keys     session id 16 B -> wrapped key
//   tree     level u8, index u64 -> the hashes of a tile, full or, above level 0, partial
//
// The file ANCHOR in the log folder is not RocksDB's; it repeats the head. write_anchor() rewrites
// it by write, fsync, rename, fsync, and is meant to be called every second.
//
// open() refuses a log, and never repairs it silently, if
//   - the anchored event is missing
//   - the head is not the last event
//   - the tiles of the tree do not have the head's root
//   - a number is missing since the anchor or among the last million events (older events are in
//     files with checksums, and reading them counts them)
// If a crash has left part of the last write, which was never acknowledged, open() cuts it off and
// reports it through `warn` (torn_write.h).
//
// Threading: call append(), replace_keys() and the functions that change a generation from one
// thread at a time (the writer's). Only write_generation() may run beside them, on the thread that
// builds a generation. Every read is thread-safe and sees whole batches. A batch belongs to one
// thread; the next batch may be begun and used while one is appended.
//
// Failure: errors are values. After append() has returned an error for which wrote_nothing() is
// false, or a write of the database has failed (also one that RocksDB makes by itself, see
// on_failure()), every later change returns Stopped until the process has restarted and recovered.
// Reads go on.
class EventLog {
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
  // room on the disk to open it. Merges small tables first if there are many (table_merge.h).
  static Result<std::unique_ptr<EventLog>, std::string> open(const std::filesystem::path& folder,
                                                             const Options& options);
  virtual ~EventLog() = default;

  virtual LogHead head() const = 0;

  // Begins a batch that sees its own changes to the active generation and those of `before`, if
  // given: the batch that is, or will be, appended before this one. `before` must outlive the new
  // batch and no longer change. Destroy the batch before the log.
  virtual std::unique_ptr<ViewBatch> begin(const ViewBatch* before) = 0;
  // Makes the events, the batch's view changes and the key changes durable with one write and one
  // fsync, or none of them. After Full and Unreadable nothing was written, and a later append may
  // succeed. Unreadable: a read failed, of `views` or of the last event of a stream. Corrupt: the
  // first event of a stream in the batch does not follow the stream's last event. REQUIRES:
  // sequences continue the log's, times do not go back, and `views` was begun after the previous
  // append, or on top of that append's batch.
  virtual std::optional<StoreError> append(const std::vector<StoredEvent>& events,
                                           ViewBatch& views,
                                           const std::vector<KeyChange>& keys) = 0;

  // Calls `sink` on the caller's thread for each event from `first` to the head at the time of the
  // call, oldest first, until it returns false. Returns the last sequence given to it. Counts the
  // events: a scan that ends before the head is Corrupt. REQUIRES: `first` is at least 1.
  using Sink = std::function<bool(const StoredEvent&)>;
  virtual Result<Sequence, StoreError> read(Sequence first, const Sink& sink) const = 0;
  // Like read(), but gives only the stored bytes and does not decode them. The bytes under a full
  // tile must have the tile's hashes, so a changed byte is Corrupt. Runs on the caller's thread
  // alone.
  using BytesSink = std::function<bool(Sequence sequence, std::string_view bytes)>;
  virtual Result<Sequence, StoreError> read_bytes(Sequence first, const BytesSink& sink) const = 0;
  virtual Result<StreamVersion, StoreError> read_stream(const StreamId& stream,
                                                        const Sink& sink) const = 0;
  // Returns the event that is listed under this version of the stream, if there is one. Does not
  // read the event.
  virtual Result<std::optional<Sequence>, StoreError> place(const StreamId& stream,
                                                            StreamVersion version) const = 0;
  virtual Result<std::optional<StoredEvent>, StoreError> find(Sequence sequence) const = 0;

  // Returns the bytes of a tile of hashes or of entries, C2SP tlog-tiles, of exactly the width
  // asked for. Empty if the tree has no tile so wide. Leaf i is the event with sequence i + 1.
  virtual Result<std::optional<std::string>, StoreError> tile(const tlog::Tile& tile) const = 0;

  // The views of the active generation.
  virtual const Views& views() const = 0;
  virtual Result<std::optional<std::string>, StoreError> wrapped_key(
      const SessionId& session) const = 0;

  // Scans every wrapped key, as of the moment at which the scan was begun. One thread at a time.
  // Destroy it before scrub_keys() is called.
  class KeyScan {
   public:
    using Sink = std::function<void(const SessionId& session, std::string_view wrapped)>;
    virtual ~KeyScan() = default;
    // Returns the number of keys. A failed read may end a scan early without an error (see
    // events/README.md), so the caller must know the expected number.
    virtual Result<std::uint64_t, StoreError> read(const Sink& sink) = 0;
  };
  virtual std::unique_ptr<KeyScan> begin_key_scan() const = 0;
  // Puts or deletes keys, durably and without an event: used to store the same keys wrapped again.
  // Otherwise like append().
  virtual std::optional<StoreError> replace_keys(const std::vector<KeyChange>& keys) = 0;

  // ---- generations: rebuilding and comparing ---------------------------------------
  virtual ViewGeneration active_generation() const = 0;
  virtual Result<GenerationState, StoreError> state_of(ViewGeneration generation) const = 0;
  // REQUIRES: the generation is not active (also for write_generation()), and nobody builds it.
  virtual std::optional<StoreError> clear_generation(ViewGeneration generation) = 0;
  virtual std::unique_ptr<ViewBatch> begin_in(ViewGeneration generation) = 0;
  // Writes a batch of begin_in() with the generation's new state, which never becomes durable
  // before the changes. A large batch costs less per change than a small one. One call at a time;
  // do not write a large batch on the writer's thread.
  virtual std::optional<StoreError> write_generation(ViewBatch& views,
                                                     ViewGeneration generation,
                                                     const GenerationState& state) = 0;
  // Makes the generation the active one, durably. REQUIRES: the generation's state is at the head.
  virtual std::optional<StoreError> activate(ViewGeneration generation) = 0;
  // Returns a sentence that names the space and key of the first entry of `a` that differs, or says
  // that `a` is damaged; empty if the generations are equal. Corrupt: `b` is damaged. Reads a
  // consistent snapshot of both generations, taken by the call.
  virtual Result<std::optional<std::string>, StoreError> first_difference(
      ViewGeneration a, ViewGeneration b) const = 0;

  // Call it after keys were deleted: flushes and compacts until no file of the database and no
  // write-ahead log holds them, and verifies that. Then merges the small tables that such flushes
  // have left. Any thread; slow.
  virtual std::optional<StoreError> scrub_keys() = 0;
  // Lets `CopyFiles` copy the files of the database while it is in use; log_backups.h implements
  // it. scrub_keys() waits for the copy to end. Returns a sentence if the copy failed, or if there
  // are no files. Any thread.
  using CopyFiles = std::function<std::optional<std::string>(const RocksDatabase& database)>;
  virtual std::optional<std::string> copy_files(const CopyFiles&) const {
    return "this log has no files";
  }
  // Rewrites ANCHOR if the head has moved. Any thread.
  virtual std::optional<StoreError> write_anchor() = 0;
  // True while free space is at least the reserve. Any thread; asks the file system.
  virtual bool has_room() const = 0;
  // Returns the number of table files of the database, each of which may take a file descriptor; 0
  // if the log has no files. Any thread; does not wait for the disk.
  virtual std::uint64_t tables() const { return 0; }
  // Returns whether a merge of tables has met a damaged one since the log was opened. The log goes
  // on, but no longer merges tables by itself. Any thread.
  virtual bool is_damaged() const { return false; }
  // Sets the observer of failed writes of the database, also of writes that nobody waited for. It
  // is called once, on any thread; at once if a write has failed already. It must not block, nor
  // call this log. An empty function removes it; on return no call of the previous one is running.
  // A log without files never reports a failure.
  virtual void on_failure(std::function<void(StoreError)> /*observer*/) {}
};

}  // namespace countersign

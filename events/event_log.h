#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/event/recorded.h"
#include "core/result.h"
#include "core/utc_time.h"
#include "events/store_error.h"
#include "events/tlog/tree/merkle.h"
#include "events/tlog/tree/tile.h"
#include "events/view.h"

namespace countersign {

class RocksDatabase;

// An event and the exact bytes that are stored, hashed and exported for it.
struct StoredEvent {
  Recorded recorded;
  std::string bytes;  // one line of JSON, without the newline
  Sha256 leaf;        // SHA-256(0x00 || bytes), RFC 6962 section 2.1
};

// The last event of the log; sequence 0 and zeros when it is empty.
struct LogHead {
  Sequence sequence;
  Sha256 leaf;
  UtcTime at;
  // Of the Merkle tree over all events, RFC 6962 section 2.1; sequence is its size.
  Digest root = tlog::empty_root();
};

// A change to the wrapped keys, in the same batch as the events.
struct KeyChange {
  SessionId session;
  std::optional<std::string> wrapped;  // none: delete the key
};

// Which of the two slots of views is meant.
enum class ViewSlot : std::uint8_t { A, B };
constexpr ViewSlot other(ViewSlot slot) { return slot == ViewSlot::A ? ViewSlot::B : ViewSlot::A; }

// What a slot holds: views of these versions, folded up to this event.
struct SlotMark {
  std::string versions;  // e.g. "clients.1 sessions.1 ..."
  Sequence folded;
  bool operator==(const SlotMark&) const = default;
};

// The append-only log of everything that has happened, the two slots of views
// derived from it, and the wrapped keys of sessions: one RocksDB with one
// write-ahead log, so that they become durable together.
//
// On the disk, by column family (all integers big-endian):
//   default  "format" -> "2"; "head" -> sequence u64, leaf 32 B, time i64, root 32 B;
//            "active" -> slot; "slot-a", "slot-b" -> SlotMark
//   events   sequence u64 -> the stored bytes
//   streams  stream id, 0x00, version u64 -> sequence u64
//   views_a, views_b   space u8, key -> value; space 255 is never given out
//   keys     session id 16 B -> wrapped key
//   tree     level u8, index u64 -> the hashes of a tile, full or, above level 0, partial
// Among its files is one of our own, ANCHOR, which repeats the head. It is rewritten by
// write, fsync, rename, fsync whenever write_anchor() is called, which is meant to be
// every second. An open is refused, never repaired silently, when the log lacks
// the anchored event, when its head is not its last event, when its tree's tiles do not
// have the head's root, and when any number is missing since the anchor or among the last million
// (older events are in files with checksums, and whoever reads them counts). What a crash has left
// of the last write, which was never acknowledged, is cut off, and `warn` is told (torn_write.h).
//
// Threading: append(), replace_keys() and whatever changes a slot, from one thread at a time
// (the writer's), but for write_slot(): whoever builds a slot calls it beside them. Every
// read is thread-safe and sees whole batches. A batch is one thread's; the next one may be
// begun and used while it is appended.
//
// Failure: errors are values. After append(), write_slot() or another change has
// returned one other than Full, or a write of the database beside them has failed (on_failure()),
// every later change returns Stopped until the process has restarted and recovered. Reads go on.
class EventLog {
 public:
  struct Options {
    bool create_if_missing = true;
    // Takes no lock, so it works beside the process that holds the log, and sees what was
    // there when it was opened. Every change is answered Stopped.
    bool read_only = false;
    std::uint64_t reserve_bytes = 0;  // free space below which append() answers Full
    // A small space of the views, of which a copy is kept in memory for Views::seek().
    std::optional<ViewSpace> held_space{};
    // Something beside the log says that it has held this event, e.g. a checkpoint: the end of the
    // write-ahead log is not cut off where the log would then end before it.
    Sequence covered{};
    // Told in a sentence what an operator should know of an open that succeeds.
    std::function<void(std::string_view)> warn{};
    // Off only to measure what the tree costs: such a log cannot be opened again.
    bool grows_tree = true;
  };
  // A sentence for the operator: locked by another process, corrupt, no folder, no room on the disk
  // to open it. Where there are many small tables they are merged first (table_merge.h).
  static Result<std::unique_ptr<EventLog>, std::string> open(const std::filesystem::path& folder,
                                                             const Options& options);
  virtual ~EventLog() = default;

  virtual LogHead head() const = 0;

  // A batch that sees its own changes to the active slot, and those of `before`, if there
  // is one: the batch that is, or is to be, appended ahead of it. `before` outlives it, and
  // is not changed any more. Gone before the log is.
  virtual std::unique_ptr<ViewBatch> begin(const ViewBatch* before) = 0;
  // Makes the events, the batch's view changes and the key changes durable with
  // one write and one fsync, or none of it.
  // Full: nothing was written, and a later append may succeed. Corrupt: the first event
  // of a stream in the batch is not the one after the stream's last.
  // REQUIRES: sequences continue the log's, times do not go back, and `views` was
  // begun after the append before, or on the batch of it.
  virtual std::optional<StoreError> append(const std::vector<StoredEvent>& events,
                                           ViewBatch& views,
                                           const std::vector<KeyChange>& keys) = 0;

  // Calls `sink` for each event from `first` to the head as of the call, oldest first,
  // until it returns false; on the caller's thread. Returns the last one given. Counts: an
  // end before the head is Corrupt, not an end. REQUIRES: `first` is at least 1.
  using Sink = std::function<bool(const StoredEvent&)>;
  virtual Result<Sequence, StoreError> read(Sequence first, const Sink& sink) const = 0;
  // The same of their stored bytes alone, which are not decoded: those under a full tile must have
  // the hashes that it has, so a byte that has changed is Corrupt. On the caller's thread alone.
  using BytesSink = std::function<bool(Sequence sequence, std::string_view bytes)>;
  virtual Result<Sequence, StoreError> read_bytes(Sequence first, const BytesSink& sink) const = 0;
  virtual Result<StreamVersion, StoreError> read_stream(const StreamId& stream,
                                                        const Sink& sink) const = 0;
  virtual Result<std::optional<StoredEvent>, StoreError> find(Sequence sequence) const = 0;

  // The bytes of a tile of hashes or of entries, C2SP tlog-tiles, exactly as wide as is asked
  // for; nothing if the tree has none so wide. Leaf i is the event with sequence i + 1.
  virtual Result<std::optional<std::string>, StoreError> tile(const tlog::Tile& tile) const = 0;

  // The views of the active slot.
  virtual const Views& views() const = 0;
  virtual Result<std::optional<std::string>, StoreError> wrapped_key(
      const SessionId& session) const = 0;

  // Every wrapped key as of the moment at which the scan was begun. One thread at a time;
  // gone before scrub_keys() is called.
  class KeyScan {
   public:
    using Sink = std::function<void(const SessionId& session, std::string_view wrapped)>;
    virtual ~KeyScan() = default;
    // How many there were. A read that fails may end a scan early with nothing said (see
    // events/README.md), so the caller must know how many there have to be.
    virtual Result<std::uint64_t, StoreError> read(const Sink& sink) = 0;
  };
  virtual std::unique_ptr<KeyScan> begin_key_scan() const = 0;
  // Puts or deletes keys, durably and without an event: the same keys, wrapped anew. As append()
  // in everything else.
  virtual std::optional<StoreError> replace_keys(const std::vector<KeyChange>& keys) = 0;

  // ---- slots: rebuilding and comparing ---------------------------------------
  virtual ViewSlot active_slot() const = 0;
  virtual Result<SlotMark, StoreError> mark_of(ViewSlot slot) const = 0;
  // REQUIRES: not active, and nobody builds it; the former for write_slot() as well.
  virtual std::optional<StoreError> clear_slot(ViewSlot slot) = 0;
  virtual std::unique_ptr<ViewBatch> begin_in(ViewSlot slot) = 0;
  // Writes a batch of begin_in() with the slot's new mark; the mark never becomes durable
  // before the changes. Large batches are quicker, each change for itself, than small ones.
  // One call at a time; not on the writer's thread while a batch is large.
  virtual std::optional<StoreError> write_slot(ViewBatch& views,
                                               ViewSlot slot,
                                               const SlotMark& mark) = 0;
  // Durable. REQUIRES: the slot's mark is at the head.
  virtual std::optional<StoreError> activate(ViewSlot slot) = 0;
  // The first entry that differs, as a sentence naming space and key; empty when equal.
  // Reads a consistent snapshot of both slots, taken by the call.
  virtual Result<std::optional<std::string>, StoreError> first_difference(ViewSlot a,
                                                                          ViewSlot b) const = 0;

  // After keys were deleted: flushes and compacts until no file of the database
  // and no write-ahead log holds them, and looks whether that is so; then merges what such flushes
  // have left in small tables. Any thread; slow.
  virtual std::optional<StoreError> scrub_keys() = 0;
  // Lets the files of the database be copied while it is in use; log_backups.h is what does it.
  // scrub_keys() waits for its end. A sentence if that failed, or if there are no files. Any
  // thread.
  using CopyFiles = std::function<std::optional<std::string>(const RocksDatabase& database)>;
  virtual std::optional<std::string> copy_files(const CopyFiles&) const {
    return "this log has no files";
  }
  // Rewrites ANCHOR if the head has moved. Any thread.
  virtual std::optional<StoreError> write_anchor() = 0;
  // True while free space is above the reserve. Any thread; asks the disk.
  virtual bool has_room() const = 0;
  // Table files of the database, each of which may take a descriptor; 0 if it has no files. Any
  // thread; does not wait for the disk.
  virtual std::uint64_t tables() const { return 0; }
  // Who is told, once and on whatever thread, that a write of the database has failed, also one
  // that nobody waited for; at once if that was before. Must not block, nor call this log. Empty:
  // nobody; when that call returns nobody is being told any more. A log without files never fails
  // so.
  virtual void on_failure(std::function<void(StoreError)>) {}
};

}  // namespace countersign

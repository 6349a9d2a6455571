#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "core/event/stored_file.h"
#include "core/ids.h"
#include "core/machine/files/atomic_file.h"
#include "core/machine/threads/condition.h"
#include "core/machine/threads/fair_mutex.h"
#include "core/machine/threads/mutex.h"
#include "core/result.h"
#include "core/stream/command.h"
#include "core/stream/event.h"
#include "core/stream/recorded_event.h"
#include "core/utc_time.h"
#include "events/key_rows.h"
#include "events/store_error.h"
#include "events/vault/files/vault.h"
#include "events/vault/key_ring.h"
#include "events/view.h"
#include "events/writer/writer.h"
#include "projections/erasure/purging_record.h"
#include "projections/queries/queries.h"

namespace countersign {

// On whose behalf something is erased, and when.
struct ErasureCause {
  Actor actor{ActorKind::Sweep, {}};
  RequestId request{};
  UtcTime now;
};

// Makes FilesPurged physical: unlinks the files, syncs their folders, punctures the leaves that
// wrap the sessions' keys, destroys the key slots whose day is over, and scrubs the deleted rows of
// keys from the database.
//
//   turn ; { begin ; { FilesPurged and KeyPunctured durable ; unlink }* ; erase_keys }* ; finish
//
// FilesPurged is submitted with leaves_to_puncture(), so that the log has both FilesPurged and the
// puncture of the session's key or neither. erase_keys() makes all punctures that are due, whoever
// purged, with one write for each slot; then nothing opens the purged sessions, in any copy of the
// database. finish() does the same, and what may wait for the next sweep: it destroys a slot
//   - whose handed-out leaves are all punctured
//   - from which retention has purged the last session, on the slot's day
//   - whose day is over, whatever it still wraps; but a slot that cannot be opened only if it wraps
//     nothing
//   - that the log records as destroyed, and that has come back
// after wrapping the keys of other sessions in it under another slot.
//
// A slot to be destroyed may be lost while it wraps keys of other sessions, and may be put back
// later. Its name stays in the marker, and the next open that finds the slot destroys it.
//
// Crashes: what the log records as punctured, and a slot still derives, is punctured by resume() at
// the next open, whether a crash came between or an old copy of the slot was put back. begin()
// leaves a marker in the data folder (purging_record.h), which finish() removes when nothing is
// left to do. It says after which event the files of purged sessions may still be there, and names
// the slots to be destroyed with the sessions whose keys they wrap. After a crash the next open
// does what finish() would have done with these slots and sessions; it looks up no other key. A
// slot that the marker does not name yet is destroyed by the next sweep.
// Threading: one thread at a time, the holder of turn(), which is given in the order of the calls.
// Not the writer's threads.
//
// A session that outlives the day of its slot is moved to another day: its key is wrapped under a
// leaf of that day, and then its old leaf, or the whole old slot, is erased. Keys are moved in
// steps. The keys of a step are computed while the writer serves others; the writer stops only to
// write them, and is then left alone for longer than that took.
class Erasure {
 public:
  Erasure(KeyRows& rows,
          const Views& views,
          Vault& vault,
          KeyRing& ring,
          const Queries& queries,
          Writer& writer,
          const std::filesystem::path& marker)
      : rows_(rows),
        views_(views),
        vault_(vault),
        ring_(ring),
        queries_(queries),
        writer_(writer),
        marker_(marker) {}

  FairMutex& turn() RETURNS_LOCK(turn_) { return turn_; }

  // From now on other threads use the writer too, so finish() pauses between two steps.
  void share_writer() { shares_writer_ = true; }
  // Makes finish() return Stopped between two steps, so that the program can end without waiting
  // for every key; the next open does the rest. Any thread.
  void stop();

  // Call before a FilesPurged is submitted.
  std::optional<StoreError> begin() REQUIRES_LOCK(turn_);
  // A purge whose FilesPurged is durable.
  struct Purge {
    PurgeReason reason = PurgeReason::Retention;
    UtcTime at{};
    std::vector<SlotLeaf> punctured{};  // Committed::punctured
    std::vector<StoredFile> files{};
  };
  struct Unlinked {
    std::uint64_t files = 0;
    std::uint64_t bytes = 0;   // of those files
    std::uint64_t failed = 0;  // files whose bytes still exist; they are remembered
  };
  Unlinked unlink(const Purge& purge) REQUIRES_LOCK(turn_);
  // Retries the files that earlier unlink() calls could not remove. Returns how many still exist.
  std::uint64_t unlink_remembered() REQUIRES_LOCK(turn_);
  // Files that the log has purged and that could not be unlinked yet. Any thread.
  std::uint64_t files_left() const { return files_left_; }
  // Syncs the folders of unlinked files and punctures the leaves of purged sessions. After an error
  // the next call does the rest.
  std::optional<StoreError> erase_keys() REQUIRES_LOCK(turn_);
  // erase_keys(), destroys slots, scrubs deleted rows of keys and removes the marker. After an
  // error the marker stays, and the next call does the rest.
  std::optional<StoreError> finish(const ErasureCause& cause) REQUIRES_LOCK(turn_);

  // At open, before anything is submitted: finishes a purge that a crash interrupted, whose files
  // are those of the events that are later than the marker says. Brings the slots in line with the
  // log, in case an old copy of the keys was put back: punctures the leaves that the log records as
  // punctured, destroys the slots that it records as destroyed, and hands out no leaf that it
  // records as reserved.
  std::optional<StoreError> resume(const ErasureCause& cause);
  // The slots that were older than the log: how many leaves of each the last resume() had to
  // puncture.
  const std::map<KeySlotId, std::uint64_t>& punctured_at_open() const { return punctured_at_open_; }

 private:
  // A file of the vault, and how many stored files it holds.
  struct Place {
    FileId file;
    std::string day;
    std::uint64_t files = 1;
  };
  // A slot that finish() examines, and the sessions whose keys it still wraps.
  struct Candidate {
    bool must_go = false;  // even if it still wraps something
    std::vector<SessionId> members{};
  };
  using Candidates = std::map<KeySlotId, Candidate>;

  void unlink_purged_since(Sequence before) REQUIRES_LOCK(turn_);
  std::optional<StoreError> follow_log() REQUIRES_LOCK(turn_);
  std::optional<StoreError> follow_log(const KeySlotId& slot) REQUIRES_LOCK(turn_);
  bool unlink(const Place& place) REQUIRES_LOCK(turn_);
  bool unlink_or_remember(const Place& place) REQUIRES_LOCK(turn_);
  std::optional<StoreError> write_marker() REQUIRES_LOCK(turn_);
  std::optional<StoreError> doom_what_came_back() REQUIRES_LOCK(turn_);
  // finish() behind erase_keys(), for these slots.
  std::optional<StoreError> finish(Candidates found, const ErasureCause& cause)
      REQUIRES_LOCK(turn_);
  std::optional<StoreError> destroy_slots(Candidates found, const ErasureCause& cause)
      REQUIRES_LOCK(turn_);
  Candidates candidates(UtcTime now) const REQUIRES_LOCK(turn_);
  // Those that can be examined without a scan, unless the record of a purge lacks their members.
  Candidates named_candidates() const REQUIRES_LOCK(turn_);
  // Retires the candidates and finds the sessions whose keys they wrap.
  std::optional<StoreError> find_members(Candidates& found) REQUIRES_LOCK(turn_);
  // Keeps of the known members those that the slots still wrap.
  std::optional<StoreError> look_up_members(Candidates& found) REQUIRES_LOCK(turn_);
  std::optional<StoreError> destroy(const KeySlotId& slot,
                                    const Candidate& candidate,
                                    const ErasureCause& cause) REQUIRES_LOCK(turn_);
  std::optional<StoreError> move_members(const KeySlotId& slot,
                                         const std::vector<SessionId>& members,
                                         const ErasureCause& cause) REQUIRES_LOCK(turn_);
  // A key to be wrapped again: its stored row, and the row's replacement if it is still unchanged.
  struct Move {
    SessionId session;
    std::string row;
    KeyToStore rewrapped;
  };
  // Wraps the key of the row under a slot of the day. Empty for a row that `slot` does not wrap or
  // does not open.
  Result<std::optional<KeyToStore>, StoreError> rewrap(const KeySlotId& slot,
                                                       const SessionId& session,
                                                       const std::string& row,
                                                       const std::string& day);
  Result<std::vector<Move>, StoreError> prepare_moves(const KeySlotId& slot,
                                                      std::span<const SessionId> members,
                                                      const std::string& day);
  // Records the leaves that the moves use, before they are used.
  std::optional<StoreError> record_leaves(const std::vector<Move>& moves,
                                          const ErasureCause& cause);
  // REQUIRES: called between groups.
  std::optional<StoreError> make_moves(const std::vector<Move>& moves);
  // Pauses for the others, after a step that stopped the writer for that long. False: stop() was
  // called.
  bool leave_writer_alone(std::chrono::steady_clock::duration stopped_for);

  KeyRows& rows_;
  const Views& views_;
  Vault& vault_;
  KeyRing& ring_;
  const Queries& queries_;
  Writer& writer_;
  AtomicFile marker_;
  FairMutex turn_;
  bool shares_writer_ = false;  // set before there is a second thread
  Mutex stop_mutex_;
  Condition stop_asked_;
  bool stop_ GUARDED_BY(stop_mutex_) = false;
  bool begun_ GUARDED_BY(turn_) = false;
  bool scrub_due_ GUARDED_BY(turn_) = false;              // rows of keys were deleted
  std::map<KeySlotId, std::uint64_t> punctured_at_open_;  // set before there is a second thread
  // Leaves that are to be punctured, because the log records their puncture.
  std::set<KeyLeaf> due_leaves_ GUARDED_BY(turn_);
  // No purge until this event has left a file.
  Sequence since_ GUARDED_BY(turn_){};
  // Slots to destroy; in the marker once begun.
  std::set<KeySlotId> doomed_ GUARDED_BY(turn_);
  // The sessions whose keys a doomed slot may still wrap, all of them; the slot is retired. In the
  // marker once begun.
  std::map<KeySlotId, std::vector<SessionId>> members_ GUARDED_BY(turn_);
  // Lost slots to destroy when put back; in the marker as well.
  std::set<KeySlotId> awaited_ GUARDED_BY(turn_);
  // Slots due by today: destroyed if nothing is left in them.
  std::set<KeySlotId> touched_ GUARDED_BY(turn_);
  std::vector<Place> remembered_ GUARDED_BY(turn_);
  std::atomic<std::uint64_t> files_left_{0};  // stored files of remembered_, for any thread
  std::set<std::string> unsynced_days_ GUARDED_BY(turn_);
};

}  // namespace countersign

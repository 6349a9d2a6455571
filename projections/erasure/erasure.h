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
#include "core/stream/event.h"
#include "core/stream/recorded_event.h"
#include "core/utc_time.h"
#include "events/event_log.h"
#include "events/store_error.h"
#include "events/vault/files/vault.h"
#include "events/vault/key_ring.h"
#include "events/writer/writer.h"
#include "projections/erasure/file_survey.h"
#include "projections/erasure/sessions_in_erasure.h"
#include "projections/queries/queries.h"

namespace countersign {

// On whose behalf something is erased, and when.
struct ErasureCause {
  Actor actor{ActorKind::Sweep, {}};
  RequestId request{};
  UtcTime now;
};

// Makes FilesPurged physical: unlinks the files, syncs their folders, destroys the key slots whose
// time has come, and scrubs the deleted keys from the database.
//
//   turn ; begin ; { FilesPurged durable ; unlink }* ; finish
//
// finish() destroys a slot
//   - that wrapped a session which was erased before the slot's day, or by request: at once
//   - from which retention has purged the last session: at once
//   - whose day is over, whatever it still wraps; but a slot that cannot be opened only if it wraps
//     nothing
//   - that the log records as destroyed, and that has come back
// after wrapping the keys of other sessions in it under another slot.
//
// A slot to be destroyed may be lost while it wraps keys of other sessions, and may be put back
// later. Its name stays in the marker, and the next open that finds the slot destroys it.
//
// begin() leaves a marker in the data folder that names the slots to be destroyed; finish() removes
// it when nothing is left to do. After a crash in between, the next open completes the purge: the
// views no longer know the files, and resume() does the rest.
// Threading: one thread at a time, the holder of turn(), which is given in the order of the calls.
// Not the writer's threads.
//
// Keys are wrapped again in steps. The keys of a step are computed while the writer serves others;
// the writer stops only to write them, and is then left alone for longer than that took.
class Erasure {
 public:
  Erasure(EventLog& log,
          Vault& vault,
          KeyRing& ring,
          const Queries& queries,
          Writer& writer,
          SessionsInErasure& in_erasure,
          const std::filesystem::path& marker)
      : log_(log),
        vault_(vault),
        ring_(ring),
        queries_(queries),
        writer_(writer),
        in_erasure_(in_erasure),
        marker_(marker) {}

  FairMutex& turn() RETURNS_LOCK(turn_) { return turn_; }

  // From now on other threads use the writer too, so finish() pauses between two steps.
  void share_writer() { shares_writer_ = true; }
  // Makes finish() return Stopped between two steps, so that the program can end without waiting
  // for every key; the next open does the rest. Any thread.
  void stop();

  // Call before FilesPurged is submitted for these sessions. For an erasure, none of them is
  // finalized from now until decided() is called: such a finalization is answered Full.
  std::optional<StoreError> begin(const std::vector<SessionId>& sessions,
                                  PurgeReason reason,
                                  UtcTime now) REQUIRES_LOCK(turn_);
  // Call when the outcomes of the submissions for these sessions are known, or nothing was
  // submitted.
  void decided(const std::vector<SessionId>& sessions) { in_erasure_.remove(sessions); }
  struct Unlinked {
    std::uint64_t files = 0;
    std::uint64_t bytes = 0;   // of those files
    std::uint64_t failed = 0;  // files that still exist; they are remembered
  };
  // Call when the session's FilesPurged is durable, or may be.
  Unlinked unlink(const std::vector<StoredFile>& files) REQUIRES_LOCK(turn_);
  // Retries the files that earlier unlink() calls could not remove. Returns how many still exist.
  std::uint64_t unlink_remembered() REQUIRES_LOCK(turn_);
  // Files that the log has purged and that could not be unlinked yet. Any thread.
  std::uint64_t files_left() const { return files_left_; }
  // Destroys slots and scrubs deleted keys. Without an unlink() since begin(), i.e. when the purge
  // was refused, destroys only slots whose day is over, records slots that are already gone, and
  // removes the marker. After an error the marker stays, and the next call does the rest.
  std::optional<StoreError> finish(const ErasureCause& cause) REQUIRES_LOCK(turn_);

  // At open, before anything is submitted: removes the files that the log does not name and whose
  // removal file_survey.h explains. False: some are left, and the next open tries again.
  bool remove_orphans(const FileSurvey& survey);
  // At open, after remove_orphans(): finishes a purge that a crash interrupted, and destroys slots
  // that the log records as destroyed and that an old copy of the keys has brought back.
  std::optional<StoreError> resume(const ErasureCause& cause);

 private:
  struct Place {
    FileId file;
    std::string day;
  };
  // A slot that finish() examines, and the sessions whose keys it still wraps.
  struct Candidate {
    bool must_go = false;  // even if it still wraps something
    std::vector<SessionId> members{};
  };
  using Candidates = std::map<KeySlotId, Candidate>;

  // Notes what begin() is to do with a slot that wraps the key of one of its sessions.
  std::optional<StoreError> begin_with(const KeySlotId& slot, bool at_once, PurgeReason reason)
      REQUIRES_LOCK(turn_);
  bool unlink(const Place& place) REQUIRES_LOCK(turn_);
  std::optional<StoreError> write_marker() REQUIRES_LOCK(turn_);
  std::optional<StoreError> doom_what_came_back() REQUIRES_LOCK(turn_);
  std::optional<StoreError> destroy_slots(const ErasureCause& cause) REQUIRES_LOCK(turn_);
  Candidates candidates(UtcTime now) const REQUIRES_LOCK(turn_);
  // Retires the candidates and finds the sessions whose keys they wrap.
  std::optional<StoreError> find_members(Candidates& found) REQUIRES_LOCK(turn_);
  std::optional<StoreError> destroy(const KeySlotId& slot,
                                    const Candidate& candidate,
                                    const ErasureCause& cause) REQUIRES_LOCK(turn_);
  std::optional<StoreError> move_members(const KeySlotId& slot,
                                         const std::vector<SessionId>& members,
                                         UtcTime now) REQUIRES_LOCK(turn_);
  // A key to be wrapped again: its stored row, and the row's replacement if it is still unchanged.
  struct Move {
    SessionId session;
    std::string row;
    std::string anew;
  };
  using AnewRow = Result<std::optional<std::string>, StoreError>;
  // Empty for a row that `slot` does not wrap or does not open.
  AnewRow anew(const KeySlotId& slot,
               const SessionId& session,
               const std::string& row,
               const std::string& day);
  Result<std::vector<Move>, StoreError> prepare_moves(const KeySlotId& slot,
                                                      std::span<const SessionId> members,
                                                      const std::string& day);
  // REQUIRES: called between groups.
  std::optional<StoreError> make_moves(const KeySlotId& slot,
                                       const std::vector<Move>& moves,
                                       const std::string& day);
  // Pauses for the others, after a step that stopped the writer for that long. False: stop() was
  // called.
  bool leave_writer_alone(std::chrono::steady_clock::duration stopped_for);

  EventLog& log_;
  Vault& vault_;
  KeyRing& ring_;
  const Queries& queries_;
  Writer& writer_;
  SessionsInErasure& in_erasure_;
  AtomicFile marker_;
  FairMutex turn_;
  bool shares_writer_ = false;  // set before there is a second thread
  Mutex stop_mutex_;
  Condition stop_asked_;
  bool stop_ GUARDED_BY(stop_mutex_) = false;
  bool begun_ GUARDED_BY(turn_) = false;
  bool keys_deleted_ GUARDED_BY(turn_) = false;  // and not yet scrubbed
  bool orphans_left_ GUARDED_BY(turn_) = false;
  // Slots to destroy; in the marker once begun.
  std::set<KeySlotId> doomed_ GUARDED_BY(turn_);
  // Lost slots to destroy when put back; in the marker as well.
  std::set<KeySlotId> awaited_ GUARDED_BY(turn_);
  // Slots due by today: destroyed if nothing is left in them.
  std::set<KeySlotId> touched_ GUARDED_BY(turn_);
  std::vector<Place> remembered_ GUARDED_BY(turn_);
  std::atomic<std::uint64_t> files_left_{0};  // remembered_.size(), for any thread
  std::set<std::string> unsynced_days_ GUARDED_BY(turn_);
};

}  // namespace countersign

#pragma once
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "core/event/event.h"
#include "core/event/recorded.h"
#include "core/event/stored_file.h"
#include "core/ids.h"
#include "core/machine/files/marker_file.h"
#include "core/machine/threads/fair_mutex.h"
#include "core/result.h"
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

// Makes physical what FilesPurged says: the files are unlinked, their folders synced, the
// key slots destroyed whose time has come, and the database made to let go of the deleted keys.
//
//   turn ; begin ; { FilesPurged durable ; unlink }* ; finish
//
// A slot is destroyed by finish()
//   - that wrapped a session which was erased before its day, or by request: at once
//   - from which retention has purged the last session: at once
//   - whose day is over, whatever is left in it; one that cannot be opened, if nothing is
//   - which the log has as destroyed, and which has come back
// after what it still wraps for others was wrapped under another slot.
//
// A slot that has to go and is lost, while keys of other sessions are under it, may be put back.
// Its name stays in the marker, and the next open that finds the slot destroys it.
//
// begin() leaves a marker in the data folder that names the slots to be destroyed, which
// finish() takes away when nothing is left to do. A crash in between is made good by the
// next open: the views no longer know the files, and resume() does the rest. One thread
// at a time: whoever holds the turn, which is given in the order of the calls. Not the writer's
// threads.
//
// Keys are wrapped anew in steps. The keys of a step are computed while the writer serves others;
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

  [[nodiscard]] std::unique_lock<FairMutex> turn() { return std::unique_lock(mutex_); }

  // From now on others use the writer too, so that finish() leaves it alone between two steps.
  void share_writer() { shares_writer_ = true; }
  // From now on finish() ends between two steps with Stopped, for an end of the program that does
  // not wait for every key; the next open does the rest. Any thread.
  void stop();

  // Before FilesPurged is submitted for these sessions. For an erasure, none of them is finalized
  // from now until decided() is called: such a finalization is answered Full.
  std::optional<StoreError> begin(const std::vector<SessionId>& sessions,
                                  PurgeReason reason,
                                  UtcTime now);
  // The outcomes of what was submitted for these sessions are there, or nothing was submitted.
  void decided(const std::vector<SessionId>& sessions) { in_erasure_.remove(sessions); }
  struct Unlinked {
    std::uint64_t files = 0;
    std::uint64_t bytes = 0;   // of those
    std::uint64_t failed = 0;  // files that are still there; they are remembered
  };
  // The session's FilesPurged is durable.
  Unlinked unlink(const std::vector<StoredFile>& files);
  // Tries those again that an earlier unlink() could not; how many are still there.
  std::uint64_t unlink_remembered();
  // Files that are purged in the log and could not be unlinked yet. Any thread.
  std::uint64_t files_left() const { return files_left_; }
  // Destroys slots and scrubs deleted keys. Without an unlink() since begin(), when the purge
  // was refused, only slots whose day is over, and the marker goes. After an error the
  // marker stays, and the next call does what is left.
  std::optional<StoreError> finish(const ErasureCause& cause);

  // At open, before anything is submitted: removes the files that the log does not name, where
  // file_survey.h explains that. False: some of them are left, and the next open tries again.
  bool remove_orphans(const FileSurvey& survey);
  // At open, after that: the rest of a purge that a crash cut short, and the slots that the log has
  // as destroyed and that an old copy of the keys has brought back.
  std::optional<StoreError> resume(const ErasureCause& cause);

 private:
  struct Place {
    FileId file;
    std::string day;
  };
  // What finish() looks at: a slot, and what it still wraps.
  struct Candidate {
    bool must_go = false;  // also when it still wraps something
    std::vector<SessionId> members{};
  };
  using Candidates = std::map<KeySlotId, Candidate>;

  bool unlink(const Place& place);
  std::optional<StoreError> mark();
  std::optional<StoreError> doom_what_came_back();
  std::optional<StoreError> destroy_slots(const ErasureCause& cause);
  Candidates candidates(UtcTime now) const;
  // Retires the candidates and finds out what they wrap.
  std::optional<StoreError> find_members(Candidates& candidates);
  std::optional<StoreError> destroy(const KeySlotId& slot,
                                    const Candidate& candidate,
                                    const ErasureCause& cause);
  std::optional<StoreError> move_members(const KeySlotId& slot,
                                         const std::vector<SessionId>& members,
                                         UtcTime now);
  // A key that is to be wrapped anew: its row, and what replaces that if it is unchanged.
  struct Move {
    SessionId session;
    std::string row;
    std::string anew;
  };
  using AnewRow = Result<std::optional<std::string>, StoreError>;
  // None for a row that `slot` does not wrap.
  AnewRow anew(const KeySlotId& slot,
               const SessionId& session,
               const std::string& row,
               const std::string& day);
  Result<std::vector<Move>, StoreError> prepare_moves(const KeySlotId& slot,
                                                      std::span<const SessionId> members,
                                                      const std::string& day);
  // Between groups.
  std::optional<StoreError> make_moves(const KeySlotId& slot,
                                       const std::vector<Move>& moves,
                                       const std::string& day);
  // Leaves the writer to the others after it was stopped for so long. False: stop() was called.
  bool leave_writer_alone(std::chrono::steady_clock::duration stopped_for);

  EventLog& log_;
  Vault& vault_;
  KeyRing& ring_;
  const Queries& queries_;
  Writer& writer_;
  SessionsInErasure& in_erasure_;
  MarkerFile marker_;
  FairMutex mutex_;
  bool shares_writer_ = false;  // set before there is a second thread
  std::mutex stop_mutex_;
  std::condition_variable stop_asked_;
  bool stop_ = false;  // guarded by stop_mutex_
  bool begun_ = false;
  bool keys_deleted_ = false;  // and not yet scrubbed
  bool orphans_left_ = false;
  std::set<KeySlotId> doomed_;   // as the marker says, once begun
  std::set<KeySlotId> awaited_;  // have to go, and are lost; in the marker as well
  std::set<KeySlotId> touched_;  // of this day: gone if nothing is left in it
  std::vector<Place> remembered_;
  std::atomic<std::uint64_t> files_left_{0};  // as many as are remembered
  std::set<std::string> unsynced_days_;
};

}  // namespace countersign

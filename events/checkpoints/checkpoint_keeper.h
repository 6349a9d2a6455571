#pragma once
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "core/machine/threads/mutex.h"
#include "core/machine/threads/stop.h"
#include "core/result.h"
#include "core/utc_time.h"
#include "events/event_store.h"
#include "events/tlog/note/checkpoint.h"
#include "events/tlog/note/note_key.h"
#include "events/tlog/note/signed_note.h"
#include "events/tlog/tree/tile_builder.h"
#include "events/tree_tiles.h"

namespace countersign {

// A signed checkpoint of the log (C2SP tlog-checkpoint), with the cosignatures that witnesses have
// given for it so far.
struct SignedCheckpoint {
  std::uint64_t size = 0;
  std::string note;
};

// Signs checkpoints of the log: once per period if the head has moved, on request if a caller needs
// a newer one, and once more in the destructor. A signature can never be taken back, so the events
// since the last checkpoint are first read back from the disk and hashed again, independently of
// the writer's computation of the root. If the root differs from the writer's, nothing is signed
// any more, and failure() says why.
//
//   <folder>/latest              the newest note, with its cosignatures
//   <folder>/<size, 20 digits>   the first note of each hour, which auditors compare
//
// Threading: any thread. Owns its thread. A failed read or write is retried a period later and
// reported by failure().
class CheckpointKeeper {
 public:
  static constexpr std::chrono::seconds kPeriod{1};

  // Creates the folder if it is missing. Returns an error sentence if the log cannot have grown
  // from the newest checkpoint, or if another key signed that checkpoint.
  //
  // REQUIRES: `events` and `tiles`, which are of one log, and `clock` outlive the keeper.
  static Result<std::unique_ptr<CheckpointKeeper>, std::string> open(
      const EventStore& events,
      const TreeTiles& tiles,
      std::filesystem::path folder,
      tlog::SignerKey key,
      const Clock& clock,
      std::chrono::milliseconds period = kPeriod);
  ~CheckpointKeeper();
  CheckpointKeeper(const CheckpointKeeper&) = delete;
  CheckpointKeeper& operator=(const CheckpointKeeper&) = delete;

  const tlog::VerifierKey& verifier() const { return key_.verifier(); }
  SignedCheckpoint latest() const;
  // The sizes of the checkpoints that are kept, ascending: the first of each hour, and the newest.
  // Lists the folder. The error is a sentence.
  Result<std::vector<std::uint64_t>, std::string> kept_sizes() const;
  // The note of a checkpoint that is kept; nullopt if none of that size is.
  Result<std::optional<std::string>, std::string> kept(std::uint64_t size) const;
  // Returns a checkpoint that covers the event; signs one now if necessary. REQUIRES: the event is
  // in the log.
  Result<SignedCheckpoint, std::string> covering(Sequence event);

  // Signs the text of a note that is not a checkpoint, e.g. the seal of a backup, whose first line
  // no checkpoint begins with. REQUIRES: is_note_text(text), and parse_checkpoint(text) fails.
  tlog::NoteSignature sign_text(std::string_view text) const;

  // Adds a witness's cosignature to the newest checkpoint, in place of an earlier one of the same
  // key; from then on the checkpoint is served, exported and given in receipts with it. Ignores a
  // cosignature of another text: the log has grown meanwhile. Returns a sentence if the cosignature
  // is shown but not durable. REQUIRES: the cosignature is valid.
  std::optional<std::string> add_cosignature(std::string_view text, tlog::NoteSignature signature);

  // Sets the observer, which is called after each newly signed checkpoint, on the thread that
  // signed it; it must be quick. Replaces the previous observer; blocks until a running call of it
  // has returned. An empty function removes the observer.
  void observe(std::function<void()> observer);

  // The error of the latest attempt; empty if it succeeded.
  std::optional<std::string> failure() const;

 private:
  CheckpointKeeper(const EventStore& events,
                   const TreeTiles& tiles,
                   std::filesystem::path folder,
                   tlog::SignerKey key,
                   const Clock& clock,
                   std::chrono::milliseconds period);

  std::optional<std::string> resume();
  void start();
  void run();
  // Signs the head at the time of the call, unless it is signed already.
  std::optional<std::string> sign() REQUIRES_LOCK(signing_);
  std::optional<std::string> hash_again(const LogHead& head) REQUIRES_LOCK(signing_);
  std::optional<std::string> publish(SignedCheckpoint signed_one) REQUIRES_LOCK(signing_);
  void tell_observer();

  const EventStore& events_;
  const TreeTiles& tiles_;
  const std::filesystem::path folder_;
  const tlog::SignerKey key_;
  const Clock& clock_;
  const std::chrono::milliseconds period_;

  Mutex signing_;                                   // one thread signs at a time
  tlog::TileBuilder builder_ GUARDED_BY(signing_);  // the tree of the events hashed again
  bool mismatch_ GUARDED_BY(signing_) = false;
  std::int64_t kept_hour_ GUARDED_BY(signing_) = -1;

  Mutex observer_mutex_;
  std::function<void()> observer_ GUARDED_BY(observer_mutex_);

  Stop stop_;
  mutable Mutex mutex_;
  SignedCheckpoint latest_ GUARDED_BY(mutex_);
  std::optional<std::string> failure_ GUARDED_BY(mutex_);
  std::thread thread_;  // last: it uses the members above
};

}  // namespace countersign

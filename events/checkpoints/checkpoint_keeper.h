#pragma once
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "core/result.h"
#include "core/utc_time.h"
#include "events/event_log.h"
#include "events/tlog/note/checkpoint.h"
#include "events/tlog/note/note_key.h"
#include "events/tlog/note/signed_note.h"
#include "events/tlog/tree/tile_builder.h"

namespace countersign {

// A checkpoint of the log as it was signed (C2SP tlog-checkpoint), with the cosignatures that
// witnesses have given for it so far.
struct SignedCheckpoint {
  std::uint64_t size = 0;
  std::string note;
};

// Signs checkpoints of the log: in every period in which the head moves, when it is asked for
// one that covers more, and once more when it is destroyed. What a key has signed can never
// be taken back, so the events since the last checkpoint are first read back from the disk and
// hashed again, on another way to the root than the writer's. If that is not the root which the
// writer has computed, nothing is signed any more, and failure() says why.
//
//   <folder>/latest              the newest note, with its cosignatures
//   <folder>/<size, 20 digits>   the first one of each hour, which auditors compare
//
// Threading: any thread. Owns its thread. A failure to read or write is tried again a period
// later, and told to who asks.
class CheckpointKeeper {
 public:
  static constexpr std::chrono::seconds kPeriod{1};

  // Makes the folder if it is not there. A sentence when the log is not one that the
  // newest checkpoint could have become, or the key is not the one that signed it.
  // REQUIRES: `log` and `clock` outlive it.
  static Result<std::unique_ptr<CheckpointKeeper>, std::string> open(
      const EventLog& log,
      std::filesystem::path folder,
      tlog::SignerKey key,
      const Clock& clock,
      std::chrono::milliseconds period = kPeriod);
  ~CheckpointKeeper();
  CheckpointKeeper(const CheckpointKeeper&) = delete;
  CheckpointKeeper& operator=(const CheckpointKeeper&) = delete;

  const tlog::VerifierKey& verifier() const { return key_.verifier(); }
  SignedCheckpoint latest() const;
  // One that covers the event, signed now if need be. REQUIRES: the event is in the log.
  Result<SignedCheckpoint, std::string> covering(Sequence event);

  // Signs the text of a note that is no checkpoint, e.g. the seal of a backup: a line whose
  // beginning no checkpoint has. REQUIRES: is_note_text(text), and no checkpoint can be read of it.
  tlog::NoteSignature sign_text(std::string_view text) const;

  // Puts the cosignature of a witness under the newest checkpoint, in place of an earlier one of
  // the same key; what is served, exported and given as a receipt has it from then on. One of
  // another text is passed over: the log has grown meanwhile. A sentence when it is shown and not
  // durable. REQUIRES: it is good.
  std::optional<std::string> add_cosignature(std::string_view text, tlog::NoteSignature signature);

  // Called after each newly signed checkpoint, on the thread that signed it; must be quick. Of the
  // one before no call is under way any more on return. Nothing: nobody is told.
  void observe(std::function<void()> observer);

  // Of the latest try.
  std::optional<std::string> failure() const;

 private:
  CheckpointKeeper(const EventLog& log,
                   std::filesystem::path folder,
                   tlog::SignerKey key,
                   const Clock& clock,
                   std::chrono::milliseconds period);

  std::optional<std::string> resume();
  void start();
  void run();
  // Signs the head as of the call, unless that is done. With signing_.
  std::optional<std::string> sign();
  std::optional<std::string> hash_again(const LogHead& head);
  std::optional<std::string> publish(SignedCheckpoint signed_one);
  void tell_observer();

  const EventLog& log_;
  const std::filesystem::path folder_;
  const tlog::SignerKey key_;
  const Clock& clock_;
  const std::chrono::milliseconds period_;

  std::mutex signing_;           // one signs at a time
  tlog::TileBuilder builder_;    // guarded by signing_; of the events that were hashed again
  bool mismatch_ = false;        // guarded by signing_
  std::int64_t kept_hour_ = -1;  // guarded by signing_

  std::mutex observer_mutex_;
  std::function<void()> observer_;  // guarded by observer_mutex_

  mutable std::mutex mutex_;
  std::condition_variable stopping_changed_;
  bool stopping_ = false;               // guarded by mutex_
  SignedCheckpoint latest_;             // guarded by mutex_
  std::optional<std::string> failure_;  // guarded by mutex_
  std::thread thread_;                  // last: it uses what stands above
};

}  // namespace countersign

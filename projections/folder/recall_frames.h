#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "core/ids.h"
#include "core/machine/threads/given_up.h"
#include "core/machine/threads/mutex.h"
#include "core/result.h"
#include "events/event_log.h"
#include "events/store_error.h"
#include "events/vault/key_ring.h"
#include "events/writer/writer.h"
#include "projections/queries/known_frames.h"
#include "projections/views/session/refused_recordings.h"

namespace countersign {

// Fills the decider's memory with the frames of the refused recordings that the last process knew:
// reads the event of each recording that is in the view, and opens the marks that are sealed in it.
// A session whose key is lost or purged is left out: its frames cannot be known any more. So is a
// recording that cannot be read; a sentence tells how many there are.
//
// The start does none of this, and a server has run() do it behind. No submission of a face is
// decided before the memory is whole: it waits by when_known(), and a decision that has not waited
// does the rest by finish().
class FrameRecall {
 public:
  using Warn = std::function<void(std::string_view)>;
  // All of them must outlive the recall. `warn` gets a sentence for the operator, on the thread
  // that ends the recall.
  FrameRecall(const EventLog& log, const KeyRing& keys, KnownFrames& frames, Warn warn);
  // REQUIRES: nobody waits.
  ~FrameRecall() = default;
  FrameRecall(const FrameRecall&) = delete;
  FrameRecall& operator=(const FrameRecall&) = delete;

  // Recalls in steps, while the writer serves others. Blocks; one thread, not the writer's. Asks
  // before each step whether it is given up; then those who wait are told that nothing is known.
  void run(Writer& writer, const GivenUp& given_up = {}) EXCLUDES_LOCK(mutex_);

  // Recalls the rest at once. Only the writer's thread that decides.
  void finish();

  // Calls `then` with true as soon as the frames are known: at once on this thread, unless run() is
  // at work, and otherwise on its thread; with false if it was given up. `then` does not throw.
  // Returns false, and does not call `then`, if too many wait. Any thread.
  bool when_known(std::function<void(bool known)> then) EXCLUDES_LOCK(mutex_);

  // Any thread.
  bool is_done() const { return done_.load(std::memory_order_acquire); }

  static constexpr std::size_t kWaitingMost = 1024;

 private:
  struct Recalled {
    ClientKey client;
    SessionId session;
    std::uint32_t attempt = 0;
    std::vector<FrameMark> marks;
  };
  // How far one reading of the view is.
  struct Pass {
    std::string from{};  // the key of the next session
    bool is_left = true;
    std::vector<Recalled> found{};  // in the last step
    std::uint64_t unreadable = 0;   // recordings
    std::optional<StoreError> error{};
  };
  struct Refusals {
    SessionId session;
    SessionRefusals of;
  };
  // Reads the marks of a few sessions.
  void step(Pass& pass) const;
  std::vector<Refusals> next_refusals(Pass& pass) const;
  void open_marks_of(const Refusals& refusals, Pass& pass) const;
  // REQUIRES: no group is decided meanwhile, but by this thread.
  void keep(Pass& pass);
  bool is_kept(const SessionId& session) const;
  void tell(const Pass& pass) const;
  void answer(bool known) EXCLUDES_LOCK(mutex_);

  const EventLog& log_;
  const KeyRing& keys_;
  KnownFrames& frames_;
  const Warn warn_;
  std::atomic<bool> done_{false};
  mutable Mutex mutex_;
  bool runs_ GUARDED_BY(mutex_) = false;
  std::vector<std::function<void(bool)>> waiting_ GUARDED_BY(mutex_);
};

}  // namespace countersign

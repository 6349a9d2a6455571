#pragma once
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <vector>

#include "core/result.h"
#include "core/utc_time.h"
#include "events/decider.h"
#include "events/event_log.h"
#include "events/store_error.h"
#include "events/submission.h"

namespace countersign {

// The only writer. Submissions queue up; one thread takes all that are waiting,
// decides on them in arrival order, and appends every resulting event with the
// views' changes in one batch with one fsync (group commit). Only then are the
// answers given.
//
// Deciding on that thread, against state that already includes the earlier
// submissions of the same group, is what makes a nonce single-use without a
// lock: there is no second decider to race with.
//
// Each submission's events are at the later of its command's time and the last event's. Its
// first event carries what it has sealed, its last one its idempotency mark. The
// key of a session is put with SessionCreated and deleted with FilesPurged.
//
// After a failed write the tail of the log is unknown: that group and every
// later submission are answered StoreError, fsync is never tried again, and
// `on_failure` is called once so that the process can end its service. A group that
// finds the disk full (StoreError::Full) wrote nothing; the next one may fare better.
//
// The texts and lists of commands are bounded where they are made, such that no event
// comes near kEventBytesMax of codec.h; one beyond it is a bug, and aborts.
//
// Threading: submit(), run_between_groups() and the observers may be called from
// any thread. Owns its thread; the destructor answers what is queued, then stops.
// REQUIRES: `log` and `decider` outlive it, and nobody else appends.
class Writer {
 public:
  static constexpr std::size_t kQueueMax = 4096;  // submissions waiting; beyond it, Busy
  static constexpr std::size_t kGroupMax = 512;   // submissions an fsync

  // Called once, on the writer's thread after the group's fsync, or on the submitter's
  // at once with Busy or Stopped. Must not block or throw.
  using Done = std::function<void(Outcome)>;
  // Called on the writer's thread after a group, with the new head; must not block,
  // and not call observe() or forget().
  using Observer = std::function<void(Sequence head)>;

  Writer(EventLog& log, const Decider& decider, std::function<void(StoreError)> on_failure);
  ~Writer();
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  void submit(Submission submission, Done done);
  // The same, waiting for the outcome. Not from the writer's thread.
  Outcome submit_and_wait(Submission submission);

  // Runs `task` on the writer's thread with no group in flight, and waits for it. Also
  // after a failure. Not from the writer's thread.
  void run_between_groups(std::function<void()> task);

  // What is told of new heads; returns a token for forget(), after which it is not
  // called any more, nor still running.
  std::size_t observe(Observer observer);
  void forget(std::size_t token);

  // Empty while events are accepted; else why they no longer are.
  std::optional<StoreError> failure() const;

 private:
  struct Waiting {
    Submission submission;
    Done done;
  };
  // What a submission came to. If committed, its events are a stretch of events_.
  struct Decided {
    Outcome outcome = Committed{};
    std::size_t first_event = 0;
    std::size_t event_count = 0;
  };

  void run();
  // Waits for submissions or tasks. False when stopping with nothing left to do.
  bool take();
  void run_tasks();
  void commit(std::span<Waiting> group);
  void decide(const Submission& submission, ViewBatch& views);
  void record(const Submission& submission, std::vector<Event> happened, ViewBatch& views);
  void add_key_change(const Submission& submission, const Event& event);
  // Durable or refused, the whole group.
  std::optional<StoreError> append(ViewBatch& views);
  void answer(std::span<Waiting> group);
  void refuse(std::span<Waiting> group, StoreError why);
  void fail(StoreError why);
  void tell_observers();

  EventLog& log_;
  const Decider& decider_;
  const std::function<void(StoreError)> on_failure_;

  mutable std::mutex mutex_;
  std::condition_variable arrived_;
  std::vector<Waiting> queue_;                // guarded by mutex_
  std::vector<std::function<void()>> tasks_;  // guarded by mutex_
  std::size_t waiting_ = 0;                   // guarded by mutex_; queued or taken, not begun
  bool sleeping_ = false;                     // guarded by mutex_
  bool stopping_ = false;                     // guarded by mutex_
  std::optional<StoreError> failure_;         // guarded by mutex_; set once

  std::mutex observers_mutex_;
  std::map<std::size_t, Observer> observers_;  // guarded by observers_mutex_
  std::size_t last_token_ = 0;                 // guarded by observers_mutex_

  // The writer's thread only; they are kept for their memory.
  std::vector<Waiting> taken_;
  std::vector<std::function<void()>> taken_tasks_;
  std::vector<Decided> decided_;
  std::vector<StoredEvent> events_;
  std::vector<KeyChange> keys_;
  LogHead head_;  // of the log with events_

  std::thread thread_;  // last: starts when everything above is ready
};

}  // namespace countersign

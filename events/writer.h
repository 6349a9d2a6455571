#pragma once
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "events/decider.h"
#include "events/event_log.h"
#include "events/group.h"
#include "events/store_error.h"
#include "events/submission.h"

namespace countersign {

// The only writer. Submissions queue up; one thread, the decider's, decides on them in
// the order of arrival and folds what happens into the views; another, the committer's,
// appends a group's events with the views' changes in one batch with one fsync (group
// commit). Only then are the answers given. While one group is on its way to the disk the
// next one is decided, on views that show the one before; a group of one that finds
// nothing on its way is appended by the decider's thread itself, which saves a handover.
//
// Deciding on one thread, against state that already includes all earlier submissions,
// is what makes a nonce single-use without a lock: there is no second decider to race with.
//
// After a failed write the tail of the log is unknown: that group and every
// later submission are answered StoreError, fsync is never tried again, and
// `on_failure` is called once so that the process can end its service. A group that
// finds the disk full (StoreError::Full) wrote nothing, and is refused with what was
// decided in the meantime; the next one may fare better.
//
// The texts and lists of commands are bounded where they are made, such that no event
// comes near kEventBytesMax of codec.h; one beyond it is a bug, and aborts.
//
// Threading: submit(), run_between_groups() and the observers may be called from
// any thread. Owns its threads; the destructor answers what is queued, then stops.
// "The writer's threads" are both; one group is answered after the other.
// REQUIRES: `log` and `decider` outlive it, and nobody else appends.
class Writer {
 public:
  static constexpr std::size_t kQueueMax = 4096;  // submissions waiting; beyond it, Busy
  static constexpr std::size_t kGroupMax = 512;   // submissions an fsync

  // Called once, on a thread of the writer after the group's fsync, or on the submitter's
  // at once with Busy or Stopped. Must not block or throw.
  using Done = Group::Done;
  // Called on a thread of the writer after a group, with the new head; must not block,
  // and not call observe() or forget().
  using Observer = std::function<void(Sequence head)>;

  Writer(EventLog& log, const Decider& decider, std::function<void(StoreError)> on_failure);
  ~Writer();
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  void submit(Submission submission, Done done);
  // The same, waiting for the outcome. Not from the writer's threads.
  Outcome submit_and_wait(Submission submission);

  // Runs `task` on a thread of the writer with no group begun or in flight, and waits for
  // it. Also after a failure. Not from the writer's threads.
  void run_between_groups(std::function<void()> task);

  // What is told of new heads; returns a token for forget(), after which it is not
  // called any more, nor still running.
  std::size_t observe(Observer observer);
  void forget(std::size_t token);

  // Submissions that wait to be decided on; kQueueMax at most.
  std::size_t queued() const;

  // Empty while events are accepted; else why they no longer are.
  std::optional<StoreError> failure() const;

 private:
  // What the decider's thread does next.
  enum class Step { Decide, HandOver, Refuse, RunTasks, Stop };

  void run_decider();
  // Waits until there is something to do.
  Step next_step();
  bool has_more() const;  // that has not been decided; with mutex_
  void decide_taken();
  void begin_group();
  void hand_over();
  void refuse_group();
  void run_tasks();

  void run_committer();
  // Appends the group and answers it.
  void commit(Group& group);
  void fail(StoreError why);
  void tell_observers(Sequence head);
  bool is_own_thread() const;

  EventLog& log_;
  const Decider& decider_;
  const std::function<void(StoreError)> on_failure_;

  mutable std::mutex mutex_;
  std::condition_variable arrived_;           // for the decider's thread
  std::condition_variable handed_over_;       // for the committer's thread
  std::vector<Group::Waiting> queue_;         // guarded by mutex_
  std::vector<std::function<void()>> tasks_;  // guarded by mutex_
  std::size_t waiting_ = 0;                   // guarded by mutex_; queued or taken, not begun
  bool sleeping_ = false;                     // guarded by mutex_; the decider's thread
  bool committing_ = false;                   // guarded by mutex_; in_flight_ is the committer's
  bool stopping_ = false;                     // guarded by mutex_
  bool finished_ = false;                     // guarded by mutex_; no group will follow
  std::optional<StoreError> failure_;         // guarded by mutex_; set once
  std::optional<StoreError> lost_;            // guarded by mutex_; of the last group, until seen

  std::mutex observers_mutex_;
  std::map<std::size_t, Observer> observers_;  // guarded by observers_mutex_
  std::size_t last_token_ = 0;                 // guarded by observers_mutex_

  // The decider's thread only; they are kept for their memory.
  std::vector<Group::Waiting> taken_;
  std::size_t next_taken_ = 0;
  std::vector<std::function<void()>> taken_tasks_;
  std::unique_ptr<Group> open_;

  // The decider's thread, but the committer's while committing_. Its views are read
  // through those of open_, and so live until the next group is handed over.
  std::unique_ptr<Group> in_flight_;

  std::thread committer_;
  std::thread decider_thread_;  // last: starts when everything above is ready
};

}  // namespace countersign

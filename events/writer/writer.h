#pragma once
#include <array>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "core/machine/threads/condition.h"
#include "core/machine/threads/mutex.h"
#include "events/commit_point.h"
#include "events/store_error.h"
#include "events/wrapped_keys.h"
#include "events/writer/decider.h"
#include "events/writer/group.h"
#include "events/writer/group_pace.h"
#include "events/writer/next_step.h"
#include "events/writer/submission.h"

namespace countersign {

// The only writer of the log. Submissions queue up and are decided in the order of arrival, and
// their events are folded into the views. The events of a group are appended with the views'
// changes in one batch with one fsync (group commit). Only then are the submissions answered. While
// one group is on its way to the disk, the next one is decided, on views that show the one before.
// It is appended at once, or when more submissions have joined (GroupPace).
//
// There are three roles, each held by one thread at a time: decide, append, answer. Two threads
// take the roles as they become free, so that no group waits for a thread to wake up: the thread
// whose append is over may go on with the next group and leave the answers to the other. A caller
// of submit_and_wait() that finds the writer idle takes the three roles in turn itself, unless its
// thread is in the background (core/machine/threads/background.h).
//
// One thread decides at a time, on state that includes all earlier submissions. So a nonce is
// single-use without a lock: there is no second decision to race with.
//
// After a failed write the tail of the log is unknown. This includes a write that the database
// makes by itself, outside the groups. The failed group and every later submission are then
// answered with a StoreError, and fsync is never tried again. `on_failure` is called once, on any
// thread, so that the process can end its service. A group that finds the disk full
// (StoreError::Full) wrote nothing; it is refused together with what was decided on top of it in
// the meantime. A later group may succeed.
//
// A group that cannot read what it needs (StoreError::Unreadable) wrote nothing either. Each of its
// submissions, and of those decided on top of it, is then decided again in a group of its own. So
// damage refuses the submissions that meet it and no others.
//
// The texts and lists of commands are bounded where they are made, so that no event comes near
// kEventBytesMax of codec.h; a longer event is a bug and aborts.
//
// Threading: any thread may call the member functions, except where one says otherwise. The writer
// owns its threads; the destructor answers what is queued, then stops. "The writer's threads" are
// these threads, and a caller while it has their roles. Groups are answered one after the other.
// REQUIRES: `log`, `keys`, which are the log's, and `decider` outlive the writer, and nobody else
// appends.
class Writer {
 public:
  static constexpr std::size_t kQueueMax = 4096;  // submissions waiting; above it, Busy
  static constexpr std::size_t kGroupMax = 512;   // submissions for one fsync

  // Called once: on a writer's thread when the outcome is known (a commit only after its fsync), or
  // at once on the submitter's thread with Busy or Stopped. Must not block or throw.
  using Done = Group::Done;
  // Called on a writer's thread after each group with events, with the new head. Must not block,
  // and must not call observe() or forget().
  using Observer = std::function<void(Sequence head)>;

  Writer(CommitPoint& log,
         const WrappedKeys& keys,
         const Decider& decider,
         std::function<void(StoreError)> on_failure);
  ~Writer();
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  void submit(Submission submission, Done done);
  // Submits and waits for the outcome. Not from the writer's threads.
  Outcome submit_and_wait(Submission submission);

  // Runs `task` while no group is begun or in flight, on a writer's thread, or on this one if the
  // writer is idle and the thread not in the background, and waits for it. Works after a failure as
  // well. Not from the writer's threads.
  void run_between_groups(std::function<void()> task);

  // Adds an observer of new heads. Returns a token for forget(); when forget() has returned, the
  // observer is no longer called, nor still running.
  std::size_t observe(Observer observer);
  void forget(std::size_t token);

  // The number of submissions that wait to be decided: at most kQueueMax, and those that must be
  // decided again.
  std::size_t queued() const;

  // Empty while events are accepted; else the reason why they no longer are.
  std::optional<StoreError> failure() const;

 private:
  struct Finished {
    std::unique_ptr<Group> group;
    std::optional<StoreError> error;  // empty: the group is durable
  };

  // Empty if the submission was queued; else its outcome.
  std::optional<Outcome> enqueue(Submission submission, Done& done) REQUIRES_LOCK(mutex_);

  void work();
  // Each function takes its role, releases the mutex during the work, and holds the mutex again on
  // return.
  void decide() REQUIRES_LOCK(mutex_);
  void append() REQUIRES_LOCK(mutex_);
  void answer() REQUIRES_LOCK(mutex_);
  void run_tasks() REQUIRES_LOCK(mutex_);

  WriterState state() const REQUIRES_LOCK(mutex_);
  // Claims a sleeping thread if there is work for it; the caller must notify.
  bool take_sleeper() REQUIRES_LOCK(mutex_);
  // Like take_sleeper(), but claims nobody if a busy thread will soon look for a step.
  bool take_sleeper_if_needed() REQUIRES_LOCK(mutex_);
  // The number of submissions in taken_ to be decided into the open group. REQUIRES: they may join
  // it, and there are any.
  std::size_t next_to_decide() const REQUIRES_LOCK(mutex_);
  // Refuses the open group, because it was decided on top of a group that was not appended; or
  // takes both groups back, to be decided again.
  void settle_lost_groups() REQUIRES_LOCK(mutex_);
  void put_back(Group& group, bool lost) REQUIRES_LOCK(mutex_);
  void decide_taken(std::size_t count, const Group* below, bool failed);
  void fail(StoreError why);
  void tell_observers(Sequence head);

  // Constant after construction.
  CommitPoint& log_;
  const WrappedKeys& keys_;
  const Decider& decider_;
  const std::function<void(StoreError)> on_failure_;

  mutable Mutex mutex_;
  Condition arrived_;

  std::vector<Group::Waiting> queue_ GUARDED_BY(mutex_);
  std::vector<std::function<void()>> tasks_ GUARDED_BY(mutex_);
  std::size_t waiting_ GUARDED_BY(mutex_) = 0;     // queued or taken, but not yet being decided
  std::size_t unanswered_ GUARDED_BY(mutex_) = 0;  // those, and the ones begun but not answered
  std::size_t asleep_ GUARDED_BY(mutex_) = 0;      // threads that nobody has woken yet
  std::size_t woken_ GUARDED_BY(mutex_) = 0;  // threads that were woken and have not noticed yet
  bool deciding_ GUARDED_BY(mutex_) = false;
  bool appending_ GUARDED_BY(mutex_) = false;
  bool answering_ GUARDED_BY(mutex_) = false;
  bool answering_many_ GUARDED_BY(mutex_) = false;
  bool follows_at_once_ GUARDED_BY(mutex_) = false;  // whether the next group is appended at once
  bool stopping_ GUARDED_BY(mutex_) = false;
  GroupPace pace_ GUARDED_BY(mutex_);
  std::optional<StoreError> failure_ GUARDED_BY(mutex_);  // set once
  // The error of the group that was appended last, until open_ is settled too.
  std::optional<StoreError> lost_ GUARDED_BY(mutex_);
  // The group that was not appended, if its submissions must be decided again.
  std::unique_ptr<Group> unread_ GUARDED_BY(mutex_);
  // The newest durable group, wherever it is, as long as the log is as that group left it. The
  // entries that the group has read and changed need not be read again. Null while another group is
  // in flight.
  const Group* newest_ GUARDED_BY(mutex_) = nullptr;
  std::deque<Finished> finished_ GUARDED_BY(mutex_);              // to be answered, oldest first
  std::vector<std::unique_ptr<Group>> spare_ GUARDED_BY(mutex_);  // kept for their memory

  // Used by the deciding thread alone while deciding_; else guarded by mutex_. Clang's annotations
  // cannot express such roles.
  std::unique_ptr<Group> open_;
  std::vector<Group::Waiting> taken_;  // submissions that were put back are at the front
  std::size_t next_taken_ = 0;         // the first of taken_ that is not decided yet

  // Used by the appending thread alone while appending_; else guarded by mutex_. The deciding
  // thread reads its views even after the append is over: a group's memory is reused only after the
  // next group was decided.
  std::unique_ptr<Group> in_flight_;

  Mutex observers_mutex_;
  std::map<std::size_t, Observer> observers_ GUARDED_BY(observers_mutex_);
  std::size_t last_token_ GUARDED_BY(observers_mutex_) = 0;

  std::array<std::thread, 2> threads_;  // last member: they start when everything above is ready
};

}  // namespace countersign

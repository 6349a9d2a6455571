#pragma once
#include <array>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "events/event_log.h"
#include "events/store_error.h"
#include "events/writer/decider.h"
#include "events/writer/group.h"
#include "events/writer/group_pace.h"
#include "events/writer/submission.h"

namespace countersign {

// The only writer. Submissions queue up; they are decided on in the order of arrival, and
// what happens is folded into the views; a group's events are appended with the views'
// changes in one batch with one fsync (group commit). Only then are the answers given. While
// one group is on its way to the disk the next one is decided, on views that show the
// one before; it follows at once, or when more have joined (GroupPace).
//
// Three roles, each held by one thread at a time: who decides, who appends, who answers. Two
// threads take them as they come free, so that no group waits for a thread to wake up:
// the one whose append is over may go on with the next group and leave the answers to the
// other. A caller of submit_and_wait() that finds the writer idle takes the three in turn itself.
//
// One decider at a time, against state that already includes all earlier submissions, is
// what makes a nonce single-use without a lock: there is no second one to race with.
//
// After a failed write, also one of the database's own beside the groups, the tail of the log is
// unknown: that group and every later submission are answered StoreError, fsync is never tried
// again, and `on_failure` is called once, on whatever thread, so that the process can end its
// service. A group that
// finds the disk full (StoreError::Full) wrote nothing, and is refused with what was
// decided in the meantime; the next one may fare better.
//
// The texts and lists of commands are bounded where they are made, such that no event
// comes near kEventBytesMax of codec.h; one beyond it is a bug, and aborts.
//
// Threading: submit(), run_between_groups() and the observers may be called from
// any thread. Owns its threads; the destructor answers what is queued, then stops.
// "The writer's threads" are those, and a caller while it takes their roles; one
// group is answered after the other.
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
  using Lock = std::unique_lock<std::mutex>;

  // What a thread of the writer can do next.
  enum class Step { Decide, Append, Answer, Refuse, RunTasks, Sleep, Stop };

  struct Finished {
    std::unique_ptr<Group> group;
    std::optional<StoreError> error;  // none: it is durable
  };

  // Empty if it was queued; else the answer.
  std::optional<Outcome> enqueue(Submission submission, Done& done);

  void work();
  Step next_step() const;
  // Each takes its role, gives the mutex away meanwhile, and has it again at the end.
  void decide(Lock& lock);
  void append(Lock& lock);
  void answer(Lock& lock);
  void run_tasks(Lock& lock);

  bool has_more() const;  // that has not been decided
  // Nobody decides or appends, so that open_ and the log's head stay as they are.
  bool settled() const { return !deciding_ && !appending_; }
  bool is_idle() const;
  bool is_ripe() const;  // the group that is open
  // Whether a thread sleeps for which there is a step; it counts as woken.
  bool take_sleeper();
  void unlock_and_wake(Lock& lock);
  // The same, but leaves it to a thread that will look for a step in a moment.
  void unlock_and_hint(Lock& lock);
  // Sets what is left of the group in the making among those to be answered.
  void refuse_open_group();
  void decide_taken(std::size_t count, const Group* below, bool failed);
  void fail(StoreError why);
  void tell_observers(Sequence head);

  EventLog& log_;
  const Decider& decider_;
  const std::function<void(StoreError)> on_failure_;

  mutable std::mutex mutex_;  // guards everything up to observers_mutex_
  std::condition_variable arrived_;
  std::vector<Group::Waiting> queue_;
  std::vector<std::function<void()>> tasks_;
  std::size_t waiting_ = 0;     // queued or taken, not begun
  std::size_t unanswered_ = 0;  // those, and the ones begun
  std::size_t asleep_ = 0;      // threads that nobody has woken yet
  std::size_t woken_ = 0;       // threads that have not noticed yet
  bool deciding_ = false;
  bool appending_ = false;
  bool answering_ = false;
  bool answering_many_ = false;
  bool follows_at_once_ = false;  // the next group
  GroupPace pace_;
  bool stopping_ = false;
  std::optional<StoreError> failure_;  // set once
  std::optional<StoreError> lost_;     // of the last group, until what is on top of it is refused
  std::unique_ptr<Group> open_;        // without the mutex while deciding_
  // Without it while appending_. Whoever decides reads its views, also when it is over:
  // a group's memory is used again only after the next one was decided.
  std::unique_ptr<Group> in_flight_;
  // The newest group that is durable, wherever it is, while the log is as it left it: what it has
  // read and changed need not be read again. None while another one is in flight.
  const Group* newest_ = nullptr;
  std::deque<Finished> finished_;              // to be answered, the oldest first
  std::vector<std::unique_ptr<Group>> spare_;  // kept for their memory
  std::vector<Group::Waiting> taken_;          // the decider's, as open_
  std::size_t next_taken_ = 0;                 // the same

  std::mutex observers_mutex_;
  std::map<std::size_t, Observer> observers_;  // guarded by observers_mutex_
  std::size_t last_token_ = 0;                 // guarded by observers_mutex_

  std::array<std::thread, 2> threads_;  // last: they start when everything above is ready
};

}  // namespace countersign

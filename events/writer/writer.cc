#include "events/writer/writer.h"

#include <semaphore.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <utility>

#include "core/check.h"
#include "core/machine/threads/background.h"

namespace countersign {
namespace {

using Stopwatch = std::chrono::steady_clock;

// One waiting caller. Each thread has one for all its calls. A POSIX semaphore, because it sleeps
// at once: std::atomic::wait yields the processor four times before it sleeps, and with many
// callers the writer's thread waits for these yields.
class CommitWaiter {
 public:
  CommitWaiter() {
    check(::sem_init(&arrived_, 0, 0) == 0,
          "the system initializes the semaphore of a waiting caller");
  }
  ~CommitWaiter() { ::sem_destroy(&arrived_); }
  CommitWaiter(const CommitWaiter&) = delete;
  CommitWaiter& operator=(const CommitWaiter&) = delete;

  void arrive() { check(::sem_post(&arrived_) == 0, "sem_post() to a waiting caller succeeds"); }
  void wait() {
    while (::sem_wait(&arrived_) != 0) check(errno == EINTR, "sem_wait() fails only with EINTR");
  }

 private:
  ::sem_t arrived_;
};

thread_local CommitWaiter rendezvous;

// Whether this thread takes the roles of a writer that is idle. A thread in the background does
// not: all submissions would wait for a thread that gets the processor last.
bool may_take_roles() { return !is_in_background(); }

// The writer for which this thread works at the moment; null if none.
thread_local const Writer* at_work = nullptr;

}  // namespace

Writer::Writer(CommitPoint& log,
               const WrappedKeys& keys,
               const Decider& decider,
               std::function<void(StoreError)> on_failure)
    : log_(log),
      keys_(keys),
      decider_(decider),
      on_failure_(std::move(on_failure)),
      open_(std::make_unique<Group>(decider, keys)) {
  for (std::thread& thread : threads_) thread = std::thread([this] { work(); });
  log_.on_failure([this](StoreError why) { fail(why); });
}

Writer::~Writer() {
  {
    const MutexLock lock(mutex_);
    stopping_ = true;
    woken_ += std::exchange(asleep_, 0);
  }
  arrived_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  log_.on_failure({});
}

// ---- from any thread --------------------------------------------------------

std::optional<Outcome> Writer::enqueue(Submission submission, Done& done) {
  if (failure_ || stopping_) return StoreError::Stopped;
  if (waiting_ >= kQueueMax) return Busy{};
  queue_.push_back({std::move(submission), std::move(done)});
  ++waiting_;
  ++unanswered_;
  return std::nullopt;
}

void Writer::submit(Submission submission, Done done) {
  RelockableMutexLock lock(mutex_);
  auto refusal = enqueue(std::move(submission), done);
  const bool wake = take_sleeper_if_needed();
  lock.unlock();
  if (wake) arrived_.notify_one();
  if (refusal) done(*std::move(refusal));
}

Outcome Writer::submit_and_wait(Submission submission) {
  check(at_work != this,
        "Writer::submit_and_wait() is called by a thread that does not work for the writer");
  Outcome outcome = Busy{};
  CommitWaiter& here = rendezvous;
  Done done = [&](Outcome answer) {
    outcome = std::move(answer);
    here.arrive();
  };
  RelockableMutexLock lock(mutex_);
  const bool idle = may_take_roles() && is_idle(state());
  if (auto refusal = enqueue(std::move(submission), done)) return *std::move(refusal);
  if (idle) {
    at_work = this;
    decide();
    append();
    if (!finished_.empty()) answer();  // else it is to be tried again, by the thread woken below
    at_work = nullptr;
  }
  const bool wake = idle ? take_sleeper() : take_sleeper_if_needed();
  lock.unlock();
  if (wake) arrived_.notify_one();
  here.wait();
  return outcome;
}

void Writer::run_between_groups(std::function<void()> task) {
  check(at_work != this,
        "Writer::run_between_groups() is called by a thread that does not work for the writer");
  CommitWaiter& here = rendezvous;
  RelockableMutexLock lock(mutex_);
  check(!stopping_, "a task is passed to a writer that is not being destroyed");
  const bool idle = may_take_roles() && is_idle(state());
  tasks_.push_back([&] {
    task();
    here.arrive();
  });
  if (idle) {
    at_work = this;
    run_tasks();
    at_work = nullptr;
  }
  const bool wake = idle ? take_sleeper() : take_sleeper_if_needed();
  lock.unlock();
  if (wake) arrived_.notify_one();
  here.wait();
}

std::size_t Writer::observe(Observer observer) {
  const MutexLock lock(observers_mutex_);
  observers_.emplace(++last_token_, std::move(observer));
  return last_token_;
}

void Writer::forget(std::size_t token) {
  const MutexLock lock(observers_mutex_);
  observers_.erase(token);
}

std::size_t Writer::queued() const {
  const MutexLock lock(mutex_);
  return waiting_;
}

std::optional<StoreError> Writer::failure() const {
  const MutexLock lock(mutex_);
  return failure_;
}

// ---- with the mutex ------------------------------------------------------------

WriterState Writer::state() const {
  WriterState state{.deciding = deciding_,
                    .appending = appending_,
                    .answering = answering_,
                    .finished = !finished_.empty(),
                    .tasks = !tasks_.empty(),
                    .lost = lost_.has_value(),
                    .follows_at_once = follows_at_once_,
                    .stopping = stopping_};
  if (deciding_) return state;  // the rest belongs to the deciding thread
  state.undecided = next_taken_ < taken_.size() || !queue_.empty();
  if (!open_->empty()) {
    const bool closed = open_->size() >= kGroupMax || open_->is_of_one();
    state.open = closed ? OpenGroup::Closed : OpenGroup::Joinable;
  }
  return state;
}

std::size_t Writer::next_to_decide() const {
  if (taken_[next_taken_].alone) return 1;
  return std::min(taken_.size() - next_taken_, kGroupMax - open_->size());
}

bool Writer::take_sleeper() {
  if (asleep_ == 0 || next_step(state()) == WriterStep::Sleep) return false;
  --asleep_;
  ++woken_;
  return true;
}

bool Writer::take_sleeper_if_needed() {
  if (deciding_ || (answering_ && !answering_many_)) return false;
  return take_sleeper();
}

void Writer::settle_lost_groups() {
  const StoreError why = failure_ ? StoreError::Stopped : *lost_;
  lost_.reset();
  const Group* const unread = unread_.get();
  std::vector<std::unique_ptr<Group>> groups;
  if (unread_) groups.push_back(std::move(unread_));
  if (!open_->empty()) {
    groups.push_back(std::exchange(open_, std::make_unique<Group>(decider_, keys_)));
  }
  if (why != StoreError::Unreadable) {
    for (auto& group : groups) finished_.push_back({std::move(group), why});
    return;
  }
  for (auto group = groups.rbegin(); group != groups.rend(); ++group)
    put_back(**group, group->get() == unread);
}

void Writer::put_back(Group& group, bool lost) {
  std::vector<Group::Waiting> again = group.take_back(lost);
  waiting_ += again.size();
  taken_.insert(taken_.begin() + static_cast<std::ptrdiff_t>(next_taken_),
                std::move_iterator(again.begin()),
                std::move_iterator(again.end()));
}

// ---- the writer's threads --------------------------------------------------------

void Writer::work() {
  at_work = this;
  const MutexLock lock(mutex_);
  for (;;) {
    switch (next_step(state())) {
      case WriterStep::Decide:
        decide();
        break;
      case WriterStep::Append:
        append();
        break;
      case WriterStep::Answer:
        answer();
        break;
      case WriterStep::SettleLost:
        settle_lost_groups();
        break;
      case WriterStep::RunTasks:
        run_tasks();
        break;
      case WriterStep::Sleep:
        ++asleep_;
        while (woken_ == 0) arrived_.wait(mutex_);
        --woken_;
        break;
      case WriterStep::Stop:
        // The other thread may be asleep.
        woken_ += std::exchange(asleep_, 0);
        arrived_.notify_all();
        return;
    }
  }
}

void Writer::decide() {
  if (next_taken_ == taken_.size()) {
    taken_.clear();
    next_taken_ = 0;
    taken_.swap(queue_);
  }
  const std::size_t count = next_to_decide();
  waiting_ -= count;
  const bool failed = failure_.has_value();
  const Group* below = in_flight_ ? in_flight_.get() : newest_;
  deciding_ = true;
  MutexUnlock unlocked(mutex_);
  const auto start = Stopwatch::now();
  decide_taken(count, below, failed);
  const auto took = Stopwatch::now() - start;
  unlocked.lock();
  deciding_ = false;
  pace_.decided(count, took);
  if (failed) unanswered_ -= count;
}

void Writer::decide_taken(std::size_t count, const Group* below, bool failed) {
  for (std::size_t i = 0; i < count; ++i) {
    Group::Waiting waiting = std::move(taken_[next_taken_++]);
    if (failed) {
      waiting.done(StoreError::Stopped);
      continue;
    }
    if (open_->empty()) {
      open_->begin(log_, below);
    }
    open_->decide(std::move(waiting));
  }
}

void Writer::append() {
  in_flight_ = std::move(open_);
  newest_ = nullptr;  // its memory may be the one reused below
  if (spare_.empty()) {
    open_ = std::make_unique<Group>(decider_, keys_);
  } else {
    open_ = std::move(spare_.back());
    spare_.pop_back();
  }
  appending_ = true;
  const bool wake = take_sleeper();
  MutexUnlock unlocked(mutex_);
  if (wake) arrived_.notify_one();
  const auto start = Stopwatch::now();
  const auto error = in_flight_->append(log_);
  const auto took = Stopwatch::now() - start;
  if (error && !wrote_nothing(*error)) fail(*error);
  unlocked.lock();
  appending_ = false;
  pace_.appended(took);
  follows_at_once_ = pace_.follows_at_once(unanswered_);
  lost_ = error;
  if (!error) newest_ = in_flight_.get();
  if (error == StoreError::Unreadable && in_flight_->is_worth_another_try()) {
    unread_ = std::move(in_flight_);
  } else {
    finished_.push_back({std::move(in_flight_), error});
  }
}

void Writer::answer() {
  Finished finished = std::move(finished_.front());
  finished_.pop_front();
  Group& group = *finished.group;
  const std::size_t count = group.size();
  answering_ = true;
  answering_many_ = count > 1;
  const bool wake = take_sleeper();
  MutexUnlock unlocked(mutex_);
  if (wake) arrived_.notify_one();
  const auto start = Stopwatch::now();
  if (finished.error) {
    group.refuse(*finished.error);
  } else {
    group.answer();
    if (group.has_events()) tell_observers(group.head().sequence);
  }
  const auto took = Stopwatch::now() - start;
  unlocked.lock();
  answering_ = false;
  pace_.answered(count, took);
  unanswered_ -= count;
  spare_.push_back(std::move(finished.group));
}

void Writer::run_tasks() {
  std::vector<std::function<void()>> tasks;
  tasks.swap(tasks_);
  deciding_ = appending_ = true;
  MutexUnlock unlocked(mutex_);
  for (const std::function<void()>& task : tasks) task();
  unlocked.lock();
  newest_ = nullptr;  // the tasks may have changed what it has read
  deciding_ = appending_ = false;
}

void Writer::fail(StoreError why) {
  {
    const MutexLock lock(mutex_);
    if (failure_) return;
    failure_ = why;
  }
  if (on_failure_) on_failure_(why);
}

void Writer::tell_observers(Sequence head) {
  const MutexLock lock(observers_mutex_);
  for (const auto& [token, observer] : observers_) observer(head);
}

}  // namespace countersign

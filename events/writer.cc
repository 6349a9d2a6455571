#include "events/writer.h"

#include <semaphore.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "core/check.h"

namespace countersign {
namespace {

// One waiting caller. Each thread has one for all its calls. A POSIX semaphore, because
// it sleeps at once: std::atomic::wait yields the processor four times before it
// does, which at many callers is what the writer's thread then waits for.
class Rendezvous {
 public:
  Rendezvous() { check(::sem_init(&arrived_, 0, 0) == 0, "no semaphore"); }
  ~Rendezvous() { ::sem_destroy(&arrived_); }
  Rendezvous(const Rendezvous&) = delete;
  Rendezvous& operator=(const Rendezvous&) = delete;

  void arrive() { check(::sem_post(&arrived_) == 0, "a semaphore that overflows"); }
  void wait() {
    while (::sem_wait(&arrived_) != 0) check(errno == EINTR, "a semaphore that is none");
  }

 private:
  ::sem_t arrived_;
};

thread_local Rendezvous rendezvous;

}  // namespace

Writer::Writer(EventLog& log, const Decider& decider, std::function<void(StoreError)> on_failure)
    : log_(log),
      decider_(decider),
      on_failure_(std::move(on_failure)),
      open_(std::make_unique<Group>(decider)),
      in_flight_(std::make_unique<Group>(decider)),
      committer_([this] { run_committer(); }),
      decider_thread_([this] { run_decider(); }) {}

Writer::~Writer() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    sleeping_ = false;
  }
  arrived_.notify_one();
  decider_thread_.join();
  committer_.join();
}

bool Writer::is_own_thread() const {
  const std::thread::id caller = std::this_thread::get_id();
  return caller == decider_thread_.get_id() || caller == committer_.get_id();
}

// ---- from any thread --------------------------------------------------------

void Writer::submit(Submission submission, Done done) {
  std::optional<Outcome> refusal;
  bool wake = false;
  {
    const std::lock_guard lock(mutex_);
    if (failure_ || stopping_) {
      refusal = StoreError::Stopped;
    } else if (waiting_ >= kQueueMax) {
      refusal = Busy{};
    } else {
      queue_.push_back({std::move(submission), std::move(done)});
      ++waiting_;
      wake = std::exchange(sleeping_, false);
    }
  }
  if (refusal) return done(*std::move(refusal));
  if (wake) arrived_.notify_one();
}

Outcome Writer::submit_and_wait(Submission submission) {
  check(!is_own_thread(), "the writer cannot wait for itself");
  Outcome outcome = Busy{};
  Rendezvous& here = rendezvous;
  submit(std::move(submission), [&](Outcome answer) {
    outcome = std::move(answer);
    here.arrive();
  });
  here.wait();
  return outcome;
}

void Writer::run_between_groups(std::function<void()> task) {
  check(!is_own_thread(), "the writer cannot wait for itself");
  Rendezvous& here = rendezvous;
  bool wake = false;
  {
    const std::lock_guard lock(mutex_);
    check(!stopping_, "a task for a writer that is being destroyed");
    tasks_.push_back([&] {
      task();
      here.arrive();
    });
    wake = std::exchange(sleeping_, false);
  }
  if (wake) arrived_.notify_one();
  here.wait();
}

std::size_t Writer::observe(Observer observer) {
  const std::lock_guard lock(observers_mutex_);
  observers_.emplace(++last_token_, std::move(observer));
  return last_token_;
}

void Writer::forget(std::size_t token) {
  const std::lock_guard lock(observers_mutex_);
  observers_.erase(token);
}

std::size_t Writer::queued() const {
  const std::lock_guard lock(mutex_);
  return waiting_;
}

std::optional<StoreError> Writer::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_;
}

// ---- on the decider's thread -------------------------------------------------

void Writer::run_decider() {
  for (Step step = next_step(); step != Step::Stop; step = next_step()) {
    switch (step) {
      case Step::Decide:
        decide_taken();
        break;
      case Step::HandOver:
        hand_over();
        break;
      case Step::Refuse:
        refuse_group();
        break;
      case Step::RunTasks:
        run_tasks();
        break;
      case Step::Stop:
        break;
    }
  }
  {
    const std::lock_guard lock(mutex_);
    finished_ = true;
  }
  handed_over_.notify_one();
}

bool Writer::has_more() const { return next_taken_ < taken_.size() || !queue_.empty(); }

Writer::Step Writer::next_step() {
  std::unique_lock lock(mutex_);
  while (true) {
    const bool idle = !committing_;
    if (idle && lost_) return Step::Refuse;
    if (idle && !open_->empty()) return Step::HandOver;
    if (idle && !tasks_.empty()) return Step::RunTasks;
    if (tasks_.empty() && has_more() && open_->size() < kGroupMax) {
      if (next_taken_ == taken_.size()) {
        taken_.clear();
        next_taken_ = 0;
        taken_.swap(queue_);
      }
      return Step::Decide;
    }
    if (idle && stopping_ && !has_more()) return Step::Stop;
    sleeping_ = true;
    arrived_.wait(lock, [this] { return !sleeping_; });
  }
}

void Writer::decide_taken() {
  const std::size_t count = std::min(taken_.size() - next_taken_, kGroupMax - open_->size());
  bool failed = false;
  {
    const std::lock_guard lock(mutex_);
    waiting_ -= count;
    failed = failure_.has_value();
  }
  for (std::size_t i = 0; i < count; ++i) {
    Group::Waiting waiting = std::move(taken_[next_taken_++]);
    if (failed) {
      waiting.done(StoreError::Stopped);
      continue;
    }
    if (open_->empty()) begin_group();
    open_->decide(std::move(waiting));
  }
}

void Writer::begin_group() {
  bool in_flight = false;
  {
    const std::lock_guard lock(mutex_);
    in_flight = committing_;
  }
  if (in_flight) {
    open_->begin(in_flight_->head(), log_.begin(&in_flight_->views()));
  } else {
    open_->begin(log_.head(), log_.begin(nullptr));
  }
}

void Writer::hand_over() {
  open_.swap(in_flight_);
  bool alone = false;
  {
    const std::lock_guard lock(mutex_);
    alone = in_flight_->size() == 1 && !has_more();
    committing_ = !alone;
  }
  if (alone) return commit(*in_flight_);
  handed_over_.notify_one();
}

void Writer::refuse_group() {
  StoreError why = StoreError::Stopped;
  {
    const std::lock_guard lock(mutex_);
    if (!failure_) why = *lost_;
    lost_.reset();
  }
  open_->refuse(why);
}

void Writer::run_tasks() {
  {
    const std::lock_guard lock(mutex_);
    taken_tasks_.swap(tasks_);
  }
  for (const std::function<void()>& task : taken_tasks_) task();
  taken_tasks_.clear();
}

// ---- on the committer's thread -----------------------------------------------

void Writer::run_committer() {
  std::unique_lock lock(mutex_);
  while (true) {
    handed_over_.wait(lock, [this] { return committing_ || finished_; });
    if (!committing_) return;
    lock.unlock();
    commit(*in_flight_);
    lock.lock();
    committing_ = false;
    if (std::exchange(sleeping_, false)) arrived_.notify_one();
  }
}

// ---- on either ---------------------------------------------------------------

void Writer::commit(Group& group) {
  if (const auto error = group.append(log_)) {
    if (*error != StoreError::Full) fail(*error);
    {
      const std::lock_guard lock(mutex_);
      lost_ = *error;
    }
    return group.refuse(*error);
  }
  group.answer();
  if (group.has_events()) tell_observers(group.head().sequence);
}

void Writer::fail(StoreError why) {
  {
    const std::lock_guard lock(mutex_);
    failure_ = why;
  }
  if (on_failure_) on_failure_(why);
}

void Writer::tell_observers(Sequence head) {
  const std::lock_guard lock(observers_mutex_);
  for (const auto& [token, observer] : observers_) observer(head);
}

}  // namespace countersign

#include "events/writer.h"

#include <semaphore.h>

#include <algorithm>
#include <cerrno>
#include <utility>
#include <variant>

#include "core/check.h"
#include "events/codec.h"

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
      head_(log.head()),
      thread_([this] { run(); }) {}

Writer::~Writer() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  arrived_.notify_one();
  thread_.join();
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
  check(std::this_thread::get_id() != thread_.get_id(), "the writer cannot wait for itself");
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
  check(std::this_thread::get_id() != thread_.get_id(), "the writer cannot wait for itself");
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

std::optional<StoreError> Writer::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_;
}

// ---- on the writer's thread -------------------------------------------------

void Writer::run() {
  while (take()) {
    run_tasks();
    for (std::span<Waiting> rest(taken_); !rest.empty();) {
      const std::span<Waiting> group = rest.first(std::min(rest.size(), kGroupMax));
      rest = rest.subspan(group.size());
      commit(group);
      run_tasks();
    }
    taken_.clear();
  }
}

bool Writer::take() {
  std::unique_lock lock(mutex_);
  while (queue_.empty() && tasks_.empty()) {
    if (stopping_) return false;
    sleeping_ = true;
    arrived_.wait(lock, [this] { return !sleeping_ || stopping_; });
    sleeping_ = false;
  }
  taken_.swap(queue_);
  return true;
}

void Writer::run_tasks() {
  {
    const std::lock_guard lock(mutex_);
    if (tasks_.empty()) return;
    taken_tasks_.swap(tasks_);
  }
  for (const std::function<void()>& task : taken_tasks_) task();
  taken_tasks_.clear();
}

void Writer::commit(std::span<Waiting> group) {
  bool failed = false;
  {
    const std::lock_guard lock(mutex_);
    waiting_ -= group.size();
    failed = failure_.has_value();
  }
  if (failed) return refuse(group, StoreError::Stopped);

  decided_.clear();
  events_.clear();
  keys_.clear();
  head_ = log_.head();
  {
    const std::unique_ptr<ViewBatch> views = log_.begin();
    for (const Waiting& waiting : group) decide(waiting.submission, *views);
    if (const auto error = append(*views)) return refuse(group, *error);
  }
  answer(group);
  if (!events_.empty()) tell_observers();
}

void Writer::decide(const Submission& submission, ViewBatch& views) {
  Decided& decided = decided_.emplace_back();
  if (submission.expected) {
    const StreamVersion current = decider_.head(submission.stream, views).version;
    if (current != *submission.expected) {
      decided.outcome.emplace<Conflict>(current);
      return;
    }
  }
  Verdict verdict = decider_.decide(submission, views);
  if (const auto* rejection = std::get_if<Rejection>(&verdict)) {
    decided.outcome.emplace<Rejection>(*rejection);
    return;
  }
  if (const auto* replayed = std::get_if<Replayed>(&verdict)) {
    decided.outcome.emplace<Replayed>(*replayed);
    return;
  }
  decided.first_event = events_.size();
  record(submission, std::get<std::vector<Event>>(std::move(verdict)), views);
  decided.event_count = events_.size() - decided.first_event;
}

void Writer::record(const Submission& submission, std::vector<Event> happened, ViewBatch& views) {
  if (happened.empty()) return;
  StreamHead stream = decider_.head(submission.stream, views);
  head_.at = std::max(time_of(submission.command), head_.at);
  for (std::size_t i = 0; i < happened.size(); ++i) {
    const bool is_first = i == 0;
    const bool is_last = i + 1 == happened.size();
    add_key_change(submission, happened[i]);
    head_.sequence = Sequence(head_.sequence.value() + 1);
    stream.version = StreamVersion(stream.version.value() + 1);
    events_.push_back(encode_stored({head_.sequence,
                                     submission.stream,
                                     stream.version,
                                     stream.leaf,
                                     head_.at,
                                     submission.actor,
                                     submission.request,
                                     is_last ? submission.idempotency : std::nullopt,
                                     is_first ? submission.sealed : std::nullopt,
                                     std::move(happened[i])}));
    const StoredEvent& stored = events_.back();
    check(stored.bytes.size() <= kEventBytesMax, "an event that is longer than any may be");
    stream.leaf = stored.leaf;
    decider_.fold(stored.recorded, stored.leaf, views);
  }
}

void Writer::add_key_change(const Submission& submission, const Event& event) {
  const bool created = std::holds_alternative<SessionCreated>(event) && submission.wrapped_key;
  const bool purged = std::holds_alternative<FilesPurged>(event);
  if (!created && !purged) return;
  const auto session = session_of(submission.stream);
  check(session.has_value(), "a session's event in another stream");
  keys_.push_back({*session, created ? submission.wrapped_key : std::nullopt});
}

std::optional<StoreError> Writer::append(ViewBatch& views) {
  std::optional<StoreError> error;
  if (views.failed()) {
    // What was decided on views that could not be read is worth nothing.
    error = StoreError::Io;
  } else if (!events_.empty()) {
    error = log_.append(events_, views, keys_);
  }
  if (error && *error != StoreError::Full) fail(*error);
  return error;
}

void Writer::answer(std::span<Waiting> group) {
  for (std::size_t i = 0; i < group.size(); ++i) {
    Decided& decided = decided_[i];
    if (auto* committed = std::get_if<Committed>(&decided.outcome)) {
      committed->events.reserve(decided.event_count);
      const auto first = events_.begin() + static_cast<std::ptrdiff_t>(decided.first_event);
      for (std::size_t k = 0; k < decided.event_count; ++k) {
        committed->events.push_back(std::move(first[static_cast<std::ptrdiff_t>(k)].recorded));
      }
    }
    group[i].done(std::move(decided.outcome));
  }
}

void Writer::refuse(std::span<Waiting> group, StoreError why) {
  for (const Waiting& waiting : group) waiting.done(why);
}

void Writer::fail(StoreError why) {
  {
    const std::lock_guard lock(mutex_);
    failure_ = why;
  }
  if (on_failure_) on_failure_(why);
}

void Writer::tell_observers() {
  const std::lock_guard lock(observers_mutex_);
  for (const auto& [token, observer] : observers_) observer(head_.sequence);
}

}  // namespace countersign

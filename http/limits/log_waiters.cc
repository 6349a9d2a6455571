#include "http/limits/log_waiters.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace countersign::http {

LogWaiters::Limits LogWaiters::Limits::of(std::size_t connections) {
  const std::size_t all = std::min(kWaitersMax, connections / 4);
  // Feeds have places of their own, so that a client's devices take none from its backend.
  const std::size_t feeds = all / 4;
  return {.sessions = all - feeds, .feeds = feeds};
}

LogWaiters::LogWaiters(DataFolder& data, std::size_t connections)
    : writer_(data.writer()),
      log_(data.log()),
      queries_(data.queries()),
      sessions_(Limits::of(connections).sessions),
      feeds_(Limits::of(connections).feeds) {
  observer_ = writer_.observe([this](Sequence) { head_moved(); });
  thread_ = std::thread([this] { run(); });
}

LogWaiters::~LogWaiters() {
  writer_.forget(observer_);
  {
    const MutexLock lock(mutex_);
    draining_ = true;
    stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

bool LogWaiters::wait(std::optional<ClientKey> client,
                      Sequence after,
                      std::chrono::milliseconds timeout,
                      Done done) {
  Waiter waiter{.whose = Anyone(),
                .after = after,
                .deadline = std::chrono::steady_clock::now() + timeout,
                .done = std::move(done)};
  if (client) waiter.whose = *client;
  return add(std::move(waiter), client);
}

bool LogWaiters::wait(const SessionId& session,
                      Device device,
                      const ClientKey& client,
                      Sequence after,
                      std::chrono::milliseconds timeout,
                      Done done) {
  return add({.whose = session,
              .device = device,
              .after = after,
              .deadline = std::chrono::steady_clock::now() + timeout,
              .done = std::move(done)},
             client);
}

// A reviewer's share is by the reviewer's id, which is no key of a client.
bool LogWaiters::wait_for_reviews(const ReviewerId& reviewer,
                                  Sequence after,
                                  std::chrono::milliseconds timeout,
                                  Done done) {
  auto share = reviews_.take(ClientKey(reviewer.value()));
  if (!share) return false;
  return add({.whose = AnyReview(),
              .after = after,
              .deadline = std::chrono::steady_clock::now() + timeout,
              .done = std::move(done),
              .share = std::move(share)},
             std::nullopt);
}

bool LogWaiters::add(Waiter waiter, const std::optional<ClientKey>& client) {
  {
    const MutexLock lock(mutex_);
    if (client) {
      waiter.share = share_for(waiter, *client);
      if (!waiter.share) return false;
    }
    // Nobody has waited for the events since the last round.
    if (waiters_.empty()) seen_ = std::max(seen_, queries_.head());
    const auto place = waiters_.emplace(++last_number_, std::move(waiter)).first;
    try {
      list(place);
    } catch (...) {
      (void)take(place);
      throw;
    }
    moved_ = true;
  }
  changed_.notify_all();
  return true;
}

std::optional<FairShares::Share> LogWaiters::share_for(const Waiter& waiter,
                                                       const ClientKey& client) {
  const auto same = numbers_of_.find(waiter.whose);
  const bool of_feed = std::holds_alternative<ClientKey>(waiter.whose);
  if (same != numbers_of_.end()) {
    const auto is_same = [&](Number number) REQUIRES_LOCK(mutex_) {
      return waiters_.at(number).device == waiter.device;
    };
    const auto waiting = static_cast<std::size_t>(std::ranges::count_if(same->second, is_same));
    if (waiting >= (of_feed ? kWaitersMaxAClient : kWaitersMaxADevice)) return std::nullopt;
  }
  return (of_feed ? feeds_ : sessions_).take(client);
}

void LogWaiters::list(Waiters::iterator place) {
  const auto& [number, waiter] = *place;
  numbers_of_[waiter.whose].insert(number);
  deadlines_.emplace(waiter.deadline, number);
  // Events appended before this call were announced before it, so the next round must look.
  fresh_.insert(number);
}

// Removes a waiter from every list that it is in: a list may have failed for want of memory.
LogWaiters::Waiter LogWaiters::take(Waiters::iterator place) {
  auto& [number, waiter] = *place;
  const auto same = numbers_of_.find(waiter.whose);
  if (same != numbers_of_.end()) {
    same->second.erase(number);
    if (same->second.empty()) numbers_of_.erase(same);
  }
  deadlines_.erase({waiter.deadline, number});
  fresh_.erase(number);
  Waiter taken = std::move(waiter);
  waiters_.erase(place);
  return taken;
}

void LogWaiters::drain() {
  {
    const MutexLock lock(mutex_);
    draining_ = true;
  }
  changed_.notify_all();
}

std::size_t LogWaiters::waiting() const {
  const MutexLock lock(mutex_);
  return waiters_.size();
}

void LogWaiters::head_moved() {
  {
    const MutexLock lock(mutex_);
    // Set even if there seem to be no waiters: the round that is under way may have read the head.
    moved_ = true;
    if (waiters_.empty()) return;
  }
  changed_.notify_all();
}

void LogWaiters::run() {
  RelockableMutexLock lock(mutex_);
  while (true) {
    wait_for_work();
    std::vector<Waiter> ready = take_ready();
    lock.unlock();
    for (Waiter& waiter : ready) {
      waiter.share.reset();  // whoever has the answer may wait again
      waiter.done();
    }
    ready.clear();  // destroys what they captured while the lock is not held
    lock.lock();
    if (stopping_ && waiters_.empty()) return;
    // The pause between rounds; the next round sees what happens meanwhile.
    const Instant end = std::chrono::steady_clock::now() + kRoundInterval;
    while (!stopping_ && !draining_ && changed_.wait_until(mutex_, end)) continue;
  }
}

void LogWaiters::wait_for_work() {
  const bool is_idle = waiters_.empty();
  const Instant end = is_idle ? Instant() : deadlines_.begin()->first;
  while (!stopping_ && (waiters_.empty() || (!moved_ && !draining_))) {
    if (is_idle) {
      changed_.wait(mutex_);
    } else if (!changed_.wait_until(mutex_, end)) {
      return;
    }
  }
}

// Removes the waiters whose wait is over. Reads the views without holding the lock, since the
// writer's thread takes it too.
std::vector<LogWaiters::Waiter> LogWaiters::take_ready() {
  std::vector<Waiter> ready = take_late();
  if (!std::exchange(moved_, false)) return ready;
  std::vector<Number> news;
  {
    const std::vector<Candidate> looked_at = candidates();
    const MutexUnlock unlocked(mutex_);
    for (const Candidate& candidate : looked_at) {
      if (has_news(candidate)) news.push_back(candidate.number);
    }
  }
  for (const Number number : news) {
    const auto place = waiters_.find(number);
    if (place != waiters_.end()) ready.push_back(take(place));
  }
  return ready;
}

// Removes the waiters whose time is up; all if the service drains.
std::vector<LogWaiters::Waiter> LogWaiters::take_late() {
  std::vector<Waiter> late;
  const Instant now = std::chrono::steady_clock::now();
  while (!deadlines_.empty() && (draining_ || deadlines_.begin()->first <= now)) {
    late.push_back(take(waiters_.find(deadlines_.begin()->second)));
  }
  return late;
}

// Returns the waiters that may have news: those whose session or feed has moved, and those that are
// fresh. An event that is appended while this function reads is behind `head`, so that the next
// round reads it.
std::vector<LogWaiters::Candidate> LogWaiters::candidates() {
  std::set<Number> numbers;
  const Sequence seen = seen_;
  const Asked asked{.feeds = feeds_.taken() > 0, .reviews = reviews_.taken() > 0};
  MutexUnlock unlocked(mutex_);
  const Sequence head = queries_.head();
  const auto moved = moved_behind(seen, head, asked);
  unlocked.lock();
  if (moved) {
    for (const Whose& whose : *moved) add_candidates(whose, numbers);
  } else {
    // Events that cannot be read may be anybody's.
    for (const auto& [number, waiter] : waiters_) numbers.insert(number);
  }
  numbers.merge(std::exchange(fresh_, {}));
  seen_ = std::max(seen_, head);
  std::vector<Candidate> found;
  for (const Number number : numbers) {
    const Waiter& waiter = waiters_.at(number);
    found.push_back({number, waiter.whose, waiter.after});
  }
  return found;
}

void LogWaiters::add_candidates(const Whose& whose, std::set<Number>& numbers) const {
  const auto same = numbers_of_.find(whose);
  if (same != numbers_of_.end()) numbers.insert(same->second.begin(), same->second.end());
}

// Returns whose events there are behind `seen` up to `head`; those of feeds and of the reviewers'
// queue if any call waits for them. Returns nullopt if that cannot be read.
std::optional<std::set<LogWaiters::Whose>> LogWaiters::moved_behind(Sequence seen,
                                                                    Sequence head,
                                                                    Asked asked) {
  std::set<Whose> moved;
  if (head <= seen) return moved;
  std::set<StreamId> streams;
  bool is_readable = true;
  const auto read = log_.read(Sequence(seen.value() + 1), [&](const StoredEvent& event) {
    streams.insert(event.recorded.stream);
    if (asked.reviews && !moved.contains(AnyReview())) {
      const auto moves = moves_queue(event.recorded);
      is_readable = is_readable && moves;
      if (moves.value_or(false)) moved.insert(AnyReview());
    }
    return event.recorded.sequence < head;
  });
  if (!read || !is_readable) return std::nullopt;
  moved.insert(Anyone());
  for (const StreamId& stream : streams) {
    if (const auto session = session_of(stream)) moved.insert(*session);
    if (!asked.feeds) continue;
    const auto feed = feed_of(stream);
    if (!feed) return std::nullopt;
    moved.insert(*feed);
  }
  return moved;
}

// Returns the client whose feed has the stream's events; Anyone if none has. Returns nullopt if the
// session cannot be read.
std::optional<LogWaiters::Whose> LogWaiters::feed_of(const StreamId& stream) {
  if (const auto client = client_of(stream)) return *client;
  if (const auto client = webhooks_client_of(stream)) return *client;
  const auto id = session_of(stream);
  if (!id) return Anyone();
  ++look_ups_;
  const auto session = queries_.session(*id);
  if (!session || !*session) return std::nullopt;
  return (*session)->client;
}

// Returns whether a case comes, goes, or gets another holder by the event. A purge counts where the
// session was sent to review. Returns nullopt if its session cannot be read.
std::optional<bool> LogWaiters::moves_queue(const RecordedEvent& recorded) {
  const Event& event = recorded.event;
  if (const auto* finalized = std::get_if<SessionFinalized>(&event)) {
    return finalized->result == ResultStatus::Review;
  }
  if (std::holds_alternative<FilesPurged>(event)) {
    const auto id = session_of(recorded.stream);
    if (!id) return false;
    ++look_ups_;
    const auto session = queries_.session(*id);
    if (!session || !*session) return std::nullopt;
    return (*session)->review.asked.has_value();
  }
  return std::holds_alternative<ReviewClaimed>(event) ||
         std::holds_alternative<ReviewOverdue>(event) ||
         std::holds_alternative<ReviewAssigned>(event) ||
         std::holds_alternative<ReviewUnassigned>(event) ||
         std::holds_alternative<ReviewHandedOver>(event) ||
         std::holds_alternative<ReviewReleased>(event) ||
         std::holds_alternative<ReviewDecided>(event);
}

bool LogWaiters::has_news(const Candidate& candidate) {
  if (queries_.head() <= candidate.after) return false;
  return std::visit([&](const auto& whose) { return has_news(whose, candidate.after); },
                    candidate.whose);
}

bool LogWaiters::has_news(const Anyone&, Sequence) { return true; }

// A view that cannot be read counts as a change, so that the waiting call reports the failure.
bool LogWaiters::has_news(const ClientKey& client, Sequence after) {
  ++look_ups_;
  const auto page = queries_.feed(client, after, 1);
  return !page || !page->events.empty();
}

bool LogWaiters::has_news(const AnyReview&, Sequence after) {
  ++look_ups_;
  const Sequence head = queries_.head();
  if (head.value() - after.value() > kReviewEventsRead) return true;
  bool moves = false;
  const auto read = log_.read(Sequence(after.value() + 1), [&](const StoredEvent& event) {
    moves = moves_queue(event.recorded).value_or(true);
    return !moves && event.recorded.sequence < head;
  });
  return !read || moves;
}

bool LogWaiters::has_news(const SessionId& id, Sequence after) {
  ++look_ups_;
  const auto session = queries_.session(id);
  return !session || !*session || Sequence((*session)->last_sequence) > after;
}

}  // namespace countersign::http

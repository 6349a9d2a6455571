#pragma once
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "core/ids.h"
#include "core/machine/threads/condition.h"
#include "core/machine/threads/mutex.h"
#include "events/event_store.h"
#include "events/writer/writer.h"
#include "http/limits/fair_shares.h"
#include "projections/folder/data_folder.h"

namespace countersign::http {

// Calls that wait for the log to grow: the long polls of the event feed, of a session's status, of
// the reviewers' queue and of the operators' tail. They hold no thread while they wait, but each
// keeps its connection, and a connection with a call is never closed to make room. So the calls
// that wait take a share of the places for connections, and a client takes a fair share of that
// (fair_shares.h): what a client may take beside others, another client's devices never have to do
// without.
//
// One thread of this object sleeps until the writer has appended, a waiter's time is up, or the
// service drains; it does not poll. Rounds are kRoundInterval apart, so that a busy log costs a
// bounded part of a core. A round reads the events that are new, and looks up the calls that wait
// for the sessions and feeds of those events, and no others.
//
// Thread-safe. Observes the writer until it is destroyed; the destructor answers the calls that
// still wait. `data` must outlive this object.
class LogWaiters {
 public:
  // How many calls may wait at the same time. Operators' tails are not counted: their connections
  // take no places from others.
  struct Limits {
    std::size_t sessions = 0;  // of devices, for the status of their session
    std::size_t feeds = 0;     // of clients, for their feed
    // Returns the limits for a listener with so many places for connections: a quarter of the
    // places in all, and at most 4,096. A client alone gets half of that, an eighth of the places.
    static Limits of(std::size_t connections);
  };
  static constexpr std::size_t kWaitersMax = 4096;
  static constexpr std::size_t kWaitersMaxAClient = 16;  // of the client's feed
  // A session's devices: the one that captures, and all that have lost the session to another.
  enum class Device : std::uint8_t { Capturing, Older };
  static constexpr std::size_t kWaitersMaxADevice = 2;
  // Pages of all reviewers; the console has places for 112 of their calls (console_places.h).
  static constexpr std::size_t kWaitersOfReviews = 48;
  // Events that a look-up for the queue reads, at most: beyond that the queue counts as moved.
  static constexpr std::uint64_t kReviewEventsRead = 1000;
  static constexpr std::chrono::milliseconds kRoundInterval{5};

  // Called once, on the waiters' thread: there may be an event, the time is up, or the service
  // drains.
  using Done = std::function<void()>;

  // For a listener with so many places for connections.
  LogWaiters(DataFolder& data, std::size_t connections);
  ~LogWaiters();
  LogWaiters(const LogWaiters&) = delete;
  LogWaiters& operator=(const LogWaiters&) = delete;

  // Waits for an event after `after`, of this client or, if `client` is nullopt, of anyone. An
  // event that is already there counts. Returns false if too many calls wait; then `done` is not
  // called, and the caller should answer with the events that there are.
  [[nodiscard]] bool wait(std::optional<ClientKey> client,
                          Sequence after,
                          std::chrono::milliseconds timeout,
                          Done done);

  // As wait(), for an event of the session's own after `after`. `client` owns the session.
  [[nodiscard]] bool wait(const SessionId& session,
                          Device device,
                          const ClientKey& client,
                          Sequence after,
                          std::chrono::milliseconds timeout,
                          Done done);

  // As wait(), for an event after `after` by which a case comes into the reviewers' queue, leaves
  // it, or is claimed, given back, assigned, handed over or overdue. A reviewer waits once at a
  // time, and kWaitersOfReviews in all.
  [[nodiscard]] bool wait_for_reviews(const ReviewerId& reviewer,
                                      Sequence after,
                                      std::chrono::milliseconds timeout,
                                      Done done);

  // Answers all waiting calls now and every later one at once.
  void drain();

  std::size_t waiting() const;
  // The number of look-ups so far, of sessions and of feeds, for the calls that wait.
  std::uint64_t look_ups() const { return look_ups_; }

 private:
  using Instant = std::chrono::steady_clock::time_point;
  struct Anyone {
    auto operator<=>(const Anyone&) const = default;
  };
  struct AnyReview {
    auto operator<=>(const AnyReview&) const = default;
  };
  // The events that a call waits for: those of any session, of a client or of a session, or those
  // that move the reviewers' queue.
  using Whose = std::variant<Anyone, ClientKey, SessionId, AnyReview>;
  // The kinds of waiters that there are, for which a round reads more of an event than its stream.
  struct Asked {
    bool feeds = false;
    bool reviews = false;
  };
  // Numbers grow in the order in which the calls came.
  using Number = std::uint64_t;
  struct Waiter {
    Whose whose;
    Device device = Device::Capturing;  // if it waits for a session
    Sequence after;
    Instant deadline;
    Done done;
    std::optional<FairShares::Share> share{};  // none: of an operator
  };
  using Waiters = std::map<Number, Waiter>;
  struct Candidate {
    Number number;
    Whose whose;
    Sequence after;
  };

  bool add(Waiter waiter, const std::optional<ClientKey>& client);
  std::optional<FairShares::Share> share_for(const Waiter& waiter, const ClientKey& client)
      REQUIRES_LOCK(mutex_);
  void list(Waiters::iterator place) REQUIRES_LOCK(mutex_);
  Waiter take(Waiters::iterator place) REQUIRES_LOCK(mutex_);
  void run();
  void head_moved();
  // Returns when a round is due: the log has grown, a waiter's time is up, or all are answered.
  void wait_for_work() REQUIRES_LOCK(mutex_);
  std::vector<Waiter> take_ready() REQUIRES_LOCK(mutex_);
  std::vector<Waiter> take_late() REQUIRES_LOCK(mutex_);
  std::vector<Candidate> candidates() REQUIRES_LOCK(mutex_);
  void add_candidates(const Whose& whose, std::set<Number>& numbers) const REQUIRES_LOCK(mutex_);
  std::optional<std::set<Whose>> moved_behind(Sequence seen, Sequence head, Asked asked);
  std::optional<bool> moves_queue(const RecordedEvent& event);
  std::optional<Whose> feed_of(const StreamId& stream);
  bool has_news(const Candidate& candidate);
  bool has_news(const Anyone& anyone, Sequence after);
  bool has_news(const ClientKey& client, Sequence after);
  bool has_news(const SessionId& session, Sequence after);
  bool has_news(const AnyReview& queue, Sequence after);

  Writer& writer_;
  const EventStore& log_;
  const Queries& queries_;
  FairShares sessions_;
  FairShares feeds_;
  FairShares reviews_{kWaitersOfReviews, 1};
  std::atomic<std::uint64_t> look_ups_ = 0;
  mutable Mutex mutex_;
  Condition changed_;
  Waiters waiters_ GUARDED_BY(mutex_);
  Number last_number_ GUARDED_BY(mutex_) = 0;
  std::map<Whose, std::set<Number>> numbers_of_ GUARDED_BY(mutex_);
  std::set<std::pair<Instant, Number>> deadlines_ GUARDED_BY(mutex_);
  // Waiters that no round has looked at yet: their event may be older than they are.
  std::set<Number> fresh_ GUARDED_BY(mutex_);
  // The events up to this one concern no waiter any more, but perhaps the fresh ones.
  Sequence seen_ GUARDED_BY(mutex_);
  // The log has grown, or a waiter was added, since the last round.
  bool moved_ GUARDED_BY(mutex_) = false;
  bool draining_ GUARDED_BY(mutex_) = false;
  bool stopping_ GUARDED_BY(mutex_) = false;
  std::size_t observer_ = 0;
  std::thread thread_;
};

}  // namespace countersign::http

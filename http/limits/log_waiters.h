#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <thread>
#include <variant>
#include <vector>

#include "core/ids.h"
#include "core/machine/threads/condition.h"
#include "core/machine/threads/mutex.h"
#include "events/writer/writer.h"
#include "projections/queries/queries.h"

namespace countersign::http {

// Calls that wait for the log to grow: the long polls of the event feed, of a session's status and
// of the operators' tail. They hold no thread while they wait.
//
// One thread of this object sleeps until the writer has appended, a waiter's time is up, or the
// service drains; it does not poll. Rounds are kRoundInterval apart, so that a busy log costs a
// bounded part of a core, however many calls wait.
//
// Thread-safe. Observes the writer until it is destroyed; the destructor answers the calls that
// still wait. `writer` and `queries` must outlive this object.
class LogWaiters {
 public:
  static constexpr std::size_t kWaitersMax = 4096;
  static constexpr std::size_t kWaitersMaxAClient = 16;  // of the client's feed
  // A session's devices: the one that captures, and all that have lost the session to another.
  enum class Device : std::uint8_t { Capturing, Older };
  static constexpr std::size_t kWaitersMaxADevice = 2;
  static constexpr std::size_t kWaitersMaxOfSessions = kWaitersMax / 2;
  static constexpr std::size_t kWaitersMaxOfSessionsAClient = kWaitersMaxOfSessions / 2;
  static constexpr std::chrono::milliseconds kRoundInterval{5};

  // Called once, on the waiters' thread: there may be an event, the time is up, or the service
  // drains.
  using Done = std::function<void()>;

  LogWaiters(Writer& writer, const Queries& queries);
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

  // Answers all waiting calls now and every later one at once.
  void drain();

  std::size_t waiting() const;

 private:
  using Instant = std::chrono::steady_clock::time_point;
  struct Anyone {
    auto operator<=>(const Anyone&) const = default;
  };
  struct OfSession {
    SessionId session;
    Device device = Device::Capturing;
    ClientKey client;
    auto operator<=>(const OfSession&) const = default;
  };
  // Whose events a call waits for.
  using Whose = std::variant<Anyone, ClientKey, OfSession>;
  struct Waiter {
    Whose whose;
    Sequence after;
    Instant deadline;
    Done done;
  };
  // The calls that wait, those that a round is looking at included.
  struct Counts {
    std::size_t all = 0;
    std::size_t of_sessions = 0;
    std::map<Whose, std::size_t> same;
    std::map<ClientKey, std::size_t> of_sessions_of;
  };

  bool add(Waiter waiter);
  bool has_room_for(const Whose& whose) const REQUIRES_LOCK(mutex_);
  void count(const Whose& whose) REQUIRES_LOCK(mutex_);
  void discount(const Whose& whose) REQUIRES_LOCK(mutex_);
  void run();
  void head_moved();
  // Returns when a round is due: the log has grown, a waiter's time is up, or all are answered.
  void wait_for_work() REQUIRES_LOCK(mutex_);
  std::vector<Done> take_ready() REQUIRES_LOCK(mutex_);
  bool has_news(const Waiter& waiter) const;
  bool has_news(const Anyone& anyone, Sequence after) const;
  bool has_news(const ClientKey& client, Sequence after) const;
  bool has_news(const OfSession& of, Sequence after) const;
  Instant next_deadline() const REQUIRES_LOCK(mutex_);

  Writer& writer_;
  const Queries& queries_;
  mutable Mutex mutex_;
  Condition changed_;
  std::vector<Waiter> waiters_ GUARDED_BY(mutex_);  // but for those that a round is looking at
  Counts counts_ GUARDED_BY(mutex_);
  // The log has grown, or a waiter was added, since the last round.
  bool moved_ GUARDED_BY(mutex_) = false;
  bool draining_ GUARDED_BY(mutex_) = false;
  bool stopping_ GUARDED_BY(mutex_) = false;
  std::size_t observer_ = 0;
  std::thread thread_;
};

}  // namespace countersign::http

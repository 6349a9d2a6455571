#pragma once
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/programs/support/running_server.h"
#include "tests/torture/campaigns/linear/session.h"
#include "tests/torture/rig/campaign.h"
#include "tests/torture/rig/kept_wire.h"

namespace countersign::torture {

// The server's port and when it was gone, since it may be killed and restarted. Thread-safe.
class Whereabouts {
 public:
  struct Place {
    std::uint16_t port = 0;
    std::size_t life = 0;  // number of earlier starts
  };

  explicit Whereabouts(std::uint16_t port) : port_(port) {}

  Place now() const;
  void moved(std::uint16_t port, Nanoseconds gone);
  // Blocks until that life has ended and the next one serves. Returns when the life ended, or
  // nullopt if the next one does not serve within a minute.
  std::optional<Nanoseconds> gone(std::size_t life) const;

 private:
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  std::uint16_t port_;
  std::vector<Nanoseconds> gone_;  // the end of each life that has ended
};

// The calls of several clients on one session, from the first to the last.
struct SharedHistory {
  std::string session;
  SessionModel::Settings settings;
  History history;
};

// Clients that make random calls, all of them on the same few sessions at a time. A used-up session
// is replaced by another; some sessions lie idle for the lifetime of a nonce before they are used.
// Owns its threads. A call without a response is taken as cut off by the end of the server: moved()
// must follow.
class Sharers {
 public:
  struct Size {
    std::size_t threads = 16;
    std::size_t sessions = 4;
  };
  // Called with each complete history; several threads call it at a time.
  using Done = std::function<void(SharedHistory history)>;

  Sharers(std::uint16_t port,
          tests::Credentials sandbox,
          std::chrono::nanoseconds nonce_ttl,
          std::uint64_t seed,
          Size size,
          Done done);
  ~Sharers();
  Sharers(const Sharers&) = delete;
  Sharers& operator=(const Sharers&) = delete;

  // The number of calls that were answered or cut off.
  std::uint64_t operations() const { return operations_; }
  // Blocks until so many calls were made. Returns false if no thread is left to make them.
  bool wait_for(std::uint64_t operations) const;
  void moved(std::uint16_t port, Nanoseconds gone) { whereabouts_.moved(port, gone); }
  // Stops the threads after their current calls; the histories of all sessions are then complete.
  // Returns the number of calls without a response although the server was there.
  std::uint64_t leave();

 private:
  using SessionPtr = std::shared_ptr<SharedSession>;
  struct Place {
    std::mutex mutex;
    SessionPtr session;  // guarded by mutex
    std::vector<std::string> strangers;
  };
  struct Aging {
    SessionPtr session;
    Nanoseconds since = 0;
  };
  struct Client {
    Draw draw;
    KeptWire wire;
  };

  void work(std::uint64_t seed);
  SessionPtr enter(Client& client, Place& place);
  SessionPtr next_session(Client& client, Place& place);
  SessionPtr new_session(Client& client, Place& place);
  SessionPtr aged_session();
  void let_one_age(Client& client, Place& place);
  void perform(Client& client, SharedSession& session, Planned planned);
  void complete(const SharedSession& session);

  const tests::Credentials sandbox_;
  const std::chrono::nanoseconds nonce_ttl_;
  const Done done_;
  Whereabouts whereabouts_;
  std::atomic<std::uint64_t> operations_{0};
  std::atomic<std::uint64_t> without_answer_{0};
  std::atomic<std::size_t> present_{0};
  std::atomic<bool> stopping_{false};
  std::deque<Place> places_;
  std::mutex aging_mutex_;
  std::deque<Aging> aging_;  // guarded by aging_mutex_; the oldest first
  std::vector<std::thread> threads_;
};

}  // namespace countersign::torture

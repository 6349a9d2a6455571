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

#include "tests/server/running_server.h"
#include "tests/torture/campaigns/linear/session.h"
#include "tests/torture/rig/campaign.h"
#include "tests/torture/rig/kept_wire.h"

namespace countersign::torture {

// Where the server is, and when it was gone: it may be killed and started again. Thread-safe.
class Whereabouts {
 public:
  struct Place {
    std::uint16_t port = 0;
    std::size_t life = 0;  // how often it was started before
  };

  explicit Whereabouts(std::uint16_t port) : port_(port) {}

  Place now() const;
  void moved(std::uint16_t port, Nanoseconds gone);
  // Waits until that life has ended and the next one serves, and says when it had ended. None when
  // that does not come within a minute.
  std::optional<Nanoseconds> gone(std::size_t life) const;

 private:
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  std::uint16_t port_;
  std::vector<Nanoseconds> gone_;  // of each life that has ended
};

// What several clients did on a session, from its first call to its last.
struct SharedHistory {
  std::string session;
  SessionModel::Settings settings;
  History history;
};

// Clients that do drawn calls, all of them on the same few sessions at a time. A session that is
// used up is followed by another; some lie for as long as a nonce is good before they are worked
// on. Threads of its own. A call that was not answered is taken for one that the end of the server
// has cut off: moved() has to come.
class Sharers {
 public:
  struct Size {
    std::size_t threads = 16;
    std::size_t sessions = 4;
  };
  // Called on the threads, several at a time, with each history that is complete.
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

  // So many calls were answered, or cut off.
  std::uint64_t operations() const { return operations_; }
  // Waits for so many. False: nobody is left to do them.
  bool wait_for(std::uint64_t operations) const;
  void moved(std::uint16_t port, Nanoseconds gone) { whereabouts_.moved(port, gone); }
  // Waits for what is under way; then the histories of all sessions are complete. The calls that
  // were not answered although the server was there.
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

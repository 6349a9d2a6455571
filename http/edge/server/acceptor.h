#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <thread>
#include <vector>

#include "http/edge/connection_permits.h"
#include "http/edge/loop_counters.h"
#include "http/edge/mailbox.h"
#include "http/edge/socket/listener.h"

namespace countersign::http {

// Accepts connections from the listeners and hands each one to the loop with the fewest
// connections.
//
// Runs one thread, which sleeps until something arrives. A connection without TLS that gets no
// place (connection_permits.h) is still handed over, marked `over_the_cap`, and is answered 503. A
// TLS connection that gets no place is closed, and so is any connection when too many are being
// answered 503. When no file descriptor is free, the acceptor gives up one that it holds in
// reserve, to accept and close a waiting connection: one left in the queue would keep waking the
// thread.
class Acceptor {
 public:
  struct Target {
    std::shared_ptr<Mailbox> mailbox;
    LoopCounters* counters = nullptr;
  };

  Acceptor(std::vector<Listener> listeners,
           std::vector<Target> targets,
           ConnectionPermits& places,
           std::function<bool(std::string_view address)> speaks_for_many);
  ~Acceptor();
  Acceptor(const Acceptor&) = delete;
  Acceptor& operator=(const Acceptor&) = delete;

  void start();
  // Stops and joins the thread, removes the socket files and closes the listeners. Idempotent.
  void stop();

  std::uint64_t accepted() const { return accepted_.load(std::memory_order_relaxed); }
  std::uint64_t refused() const { return refused_.load(std::memory_order_relaxed); }

 private:
  enum class Taken { One, Nothing, NoResources };

  void run();
  Taken take_one(const Listener& listener);
  void hand_over(Accepted accepted);
  std::optional<AddressBlock> counted_address_of(const Accepted& accepted) const;
  void shed_one(const Listener& listener);
  bool wait_a_moment();
  void refuse() { refused_.fetch_add(1, std::memory_order_relaxed); }

  std::vector<Listener> listeners_;
  const std::vector<Target> targets_;
  ConnectionPermits& places_;
  const std::function<bool(std::string_view address)> speaks_for_many_;
  OwnedFd stop_event_;
  OwnedFd reserve_;
  std::thread thread_;
  std::atomic<std::uint64_t> accepted_{0};
  std::atomic<std::uint64_t> refused_{0};
};

}  // namespace countersign::http

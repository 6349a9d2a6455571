#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include "http/edge/listener.h"
#include "http/edge/loop_counters.h"
#include "http/edge/mailbox.h"

namespace countersign::http {

// Takes connections from the listeners and deals them to the loops, the next
// one to the loop with the fewest.
//
// One thread, which sleeps until something arrives. Over the cap a connection
// is still handed on, marked, to be told so politely; far over it, it is
// closed. Without free descriptors connections are taken and closed with the
// help of one held in reserve, since a connection left in the queue would keep
// waking us.
class Acceptor {
 public:
  struct Target {
    std::shared_ptr<Mailbox> mailbox;
    LoopCounters* counters = nullptr;
  };

  Acceptor(std::vector<Listener> listeners,
           std::vector<Target> targets,
           std::size_t max_connections);
  ~Acceptor();
  Acceptor(const Acceptor&) = delete;
  Acceptor& operator=(const Acceptor&) = delete;

  void start();
  // Stops, joins and closes the listeners. May be repeated.
  void stop();

  std::uint64_t accepted() const { return accepted_.load(std::memory_order_relaxed); }
  std::uint64_t refused() const { return refused_.load(std::memory_order_relaxed); }

 private:
  enum class Taken { One, Nothing, NoResources };

  void run();
  Taken take_one(const Listener& listener);
  void hand_over(Accepted accepted);
  void shed_one(const Listener& listener);
  bool wait_a_moment();
  void refuse() { refused_.fetch_add(1, std::memory_order_relaxed); }

  std::vector<Listener> listeners_;
  const std::vector<Target> targets_;
  const std::size_t max_connections_;
  UniqueFd stop_event_;
  UniqueFd reserve_;
  std::thread thread_;
  std::atomic<std::uint64_t> accepted_{0};
  std::atomic<std::uint64_t> refused_{0};
};

}  // namespace countersign::http

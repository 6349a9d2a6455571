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

#include "http/edge/connection_places.h"
#include "http/edge/loop_counters.h"
#include "http/edge/mailbox.h"
#include "http/edge/socket/listener.h"

namespace countersign::http {

// Takes connections from the listeners and deals them to the loops, the next
// one to the loop with the fewest.
//
// One thread, which sleeps until something arrives. A connection that gets no place
// (connection_places.h) is still handed on, marked, to be told so politely; when many are
// being told, it is closed. Without free descriptors connections are taken and closed with the
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
           ConnectionPlaces& places,
           std::function<bool(std::string_view address)> speaks_for_many);
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
  std::optional<AddressBlock> counted_address_of(const Accepted& accepted) const;
  void shed_one(const Listener& listener);
  bool wait_a_moment();
  void refuse() { refused_.fetch_add(1, std::memory_order_relaxed); }

  std::vector<Listener> listeners_;
  const std::vector<Target> targets_;
  ConnectionPlaces& places_;
  const std::function<bool(std::string_view address)> speaks_for_many_;
  UniqueFd stop_event_;
  UniqueFd reserve_;
  std::thread thread_;
  std::atomic<std::uint64_t> accepted_{0};
  std::atomic<std::uint64_t> refused_{0};
};

}  // namespace countersign::http

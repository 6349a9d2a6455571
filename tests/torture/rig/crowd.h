#pragma once
#include <atomic>
#include <cstdint>
#include <deque>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "tests/server/running_server.h"
#include "tests/torture/rig/facts.h"
#include "tests/torture/rig/visitor.h"

namespace countersign::torture {

// Visitors that come one after the other to a server, as many at a time as there are threads,
// until it is gone or they are told to stop. The record is read once they have left.
class Crowd {
 public:
  struct Size {
    std::size_t threads = 8;
    std::size_t captures_each = std::numeric_limits<std::size_t>::max();
    Habits habits{};
  };

  // `name` is in every key, and in those of no other crowd.
  Crowd(std::uint16_t port,
        const tests::Credentials& sandbox,
        const std::string& name,
        std::uint64_t seed,
        Size size);
  Crowd(const Crowd&) = delete;
  Crowd& operator=(const Crowd&) = delete;
  ~Crowd() { leave(); }

  // How many answers of 2xx there were so far.
  std::uint64_t told() const { return tally_.told; }
  // How many of 503.
  std::uint64_t put_off() const { return tally_.put_off; }
  // Whether any of them is still there.
  bool is_present() const { return present_ > 0; }
  // Waits until so many were told, or all have left. False: they have left.
  bool wait_for(std::uint64_t told) const;
  // Waits for the end of what is under way.
  std::vector<Capture> leave();

 private:
  void visit(std::uint16_t port,
             const tests::Credentials& sandbox,
             const std::string& name,
             std::uint64_t seed,
             std::deque<Capture>& record,
             const Size& size);

  Tally tally_;
  std::atomic<std::size_t> present_{0};
  std::atomic<bool> stopping_{false};
  std::deque<std::deque<Capture>> records_;  // one of each thread, which alone writes it
  std::vector<std::thread> threads_;
};

// Settings of a server that no crowd is too large for.
tests::Arguments unlimited();

}  // namespace countersign::torture

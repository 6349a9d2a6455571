#pragma once
#include <atomic>
#include <cstdint>
#include <deque>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "tests/programs/support/running_server.h"
#include "tests/torture/rig/facts.h"
#include "tests/torture/rig/visitor.h"

namespace countersign::torture {

// Visitors that come to a server one after the other, on each of several threads, until the server
// is gone or they are told to stop. The record is read once they have left.
class Crowd {
 public:
  struct Size {
    std::size_t threads = 8;
    std::size_t captures_each = std::numeric_limits<std::size_t>::max();
    Habits habits{};
  };

  // `name` is in every key of this crowd, and in no key of another.
  Crowd(std::uint16_t port,
        const tests::Credentials& sandbox,
        const std::string& name,
        std::uint64_t seed,
        Size size);
  Crowd(const Crowd&) = delete;
  Crowd& operator=(const Crowd&) = delete;
  ~Crowd() { leave(); }

  // The number of 2xx responses so far.
  std::uint64_t told() const { return tally_.told; }
  // The number of 503 responses so far.
  std::uint64_t put_off() const { return tally_.put_off; }
  // Whether any visitor is still there.
  bool is_present() const { return present_ > 0; }
  // Blocks until told() is at least `told`, or all have left. Returns false if they left before.
  bool wait_for(std::uint64_t told) const;
  // Lets each visitor finish its session, then returns the record.
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
  std::deque<std::deque<Capture>> records_;  // one per thread, written by that thread only
  std::vector<std::thread> threads_;
};

// Flags of a server with rate limits that no crowd reaches.
tests::Arguments unlimited();

}  // namespace countersign::torture

#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "tests/server/wire.h"

namespace countersign::torture {

// How late this machine wakes a thread that wants to do nothing: what a slow answer has to be
// compared with beside other programs. Thread-safe.
class Lateness {
 public:
  Lateness();
  ~Lateness();
  Lateness(const Lateness&) = delete;
  Lateness& operator=(const Lateness&) = delete;

  // The longest since the last call of this function.
  std::chrono::microseconds take();

 private:
  void watch();

  std::atomic<std::int64_t> longest_us_{0};
  std::atomic<bool> stopping_{false};
  std::thread thread_;
};

// A second login, which asks the same small question again and again on a connection of its own
// while others do what they like. Thread-safe.
class Neighbour {
 public:
  // An answer is slow beyond the larger of `factor` times the quiet median and `least`, and four
  // times the machine's own lateness on top. `in_a_row` slow answers are a complaint, and so is one
  // that took `once`.
  struct Bounds {
    int factor = 20;
    std::chrono::milliseconds least{500};
    int in_a_row = 3;
    std::chrono::milliseconds once{5'000};
  };

  // Asks some times to learn the quiet median; nobody else may ask meanwhile. Throws if an answer
  // is not 200.
  Neighbour(std::uint16_t port, tests::Request question, const Bounds& bounds);
  ~Neighbour() { stop(); }
  Neighbour(const Neighbour&) = delete;
  Neighbour& operator=(const Neighbour&) = delete;

  void stop();
  // All complaints so far.
  std::vector<std::string> complaints() const;
  std::uint64_t questions() const { return questions_; }
  std::chrono::microseconds quiet_median() const { return quiet_; }
  std::chrono::microseconds slowest() const { return std::chrono::microseconds(slowest_us_); }

 private:
  void work();
  void judge(std::chrono::microseconds took, int status);

  const std::uint16_t port_;
  const tests::Request question_;
  const Bounds bounds_;
  std::chrono::microseconds quiet_{};
  Lateness lateness_;
  int slow_in_a_row_ = 0;  // used by the thread only
  std::atomic<std::uint64_t> questions_{0};
  std::atomic<std::int64_t> slowest_us_{0};
  mutable std::mutex mutex_;  // guards complaints_
  std::vector<std::string> complaints_;
  std::atomic<bool> stopping_{false};
  std::thread thread_;
};

}  // namespace countersign::torture

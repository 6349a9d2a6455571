#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "tests/programs/support/wire.h"

namespace countersign::torture {

// How late this machine is with something small that it does again and again: what a slow answer
// has to be compared with beside other programs. Thread-safe.
class Lateness {
 public:
  // `small` takes `usual` on a machine that does nothing else.
  Lateness(std::function<void()> small, std::chrono::microseconds usual);
  ~Lateness();
  Lateness(const Lateness&) = delete;
  Lateness& operator=(const Lateness&) = delete;

  // The longest since the last call of this function, what is under way included.
  std::chrono::microseconds take();

 private:
  void watch();

  const std::function<void()> small_;
  const std::chrono::microseconds usual_;
  std::atomic<std::int64_t> began_us_{0};
  std::atomic<std::int64_t> longest_us_{0};
  std::atomic<bool> stopping_{false};
  std::thread thread_;
};

// A second login, which asks the same small question again and again on a connection of its own
// while others do what they like. Thread-safe.
class Neighbour {
 public:
  // An answer is slow beyond the larger of `factor` times the quiet median and `least`, and four
  // times the machine's own lateness with a nap, or with a byte for the disk, on top. `in_a_row`
  // slow answers are a complaint, and so is one that took `once`.
  struct Bounds {
    int factor = 20;
    std::chrono::milliseconds least{500};
    int in_a_row = 3;
    std::chrono::milliseconds once{5'000};
  };

  // Asks some times to learn the quiet median; nobody else may ask meanwhile. Throws if an answer
  // is not 200. `folder` is on the server's disk.
  Neighbour(std::uint16_t port,
            tests::Request question,
            const Bounds& bounds,
            const std::filesystem::path& folder);
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
  Lateness nap_;
  Lateness disk_;
  int slow_in_a_row_ = 0;  // used by the thread only
  std::atomic<std::uint64_t> questions_{0};
  std::atomic<std::int64_t> slowest_us_{0};
  mutable std::mutex mutex_;  // guards complaints_
  std::vector<std::string> complaints_;
  std::atomic<bool> stopping_{false};
  std::thread thread_;
};

}  // namespace countersign::torture

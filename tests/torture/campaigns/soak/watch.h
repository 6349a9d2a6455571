#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "tests/programs/support/running_server.h"
#include "tests/torture/rig/campaign.h"
#include "tests/torture/rig/gauges.h"

// Measurements of a server under load.
namespace countersign::torture {

// Measures again and again what a server holds and how many tables its log has, on its own thread.
// Not thread-safe.
class Watch {
 public:
  Watch(tests::RunningServer& server, std::chrono::milliseconds interval);
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  void stop();
  // Pretends that `in_all` descriptors leaked.
  void leak_descriptors(std::uint64_t in_all) { descriptors_.leak(in_all); }
  // Reports the beginning and the end of each series, and a sentence for each that grows. Memory
  // may grow by `warming_kib`. REQUIRES: stop() was called.
  void tell(const std::string& phase, std::uint64_t warming_kib, Findings& findings) const;

 private:
  void watch();
  void look();

  tests::RunningServer& server_;
  const std::chrono::milliseconds interval_;
  // Used by the thread only, until it is stopped.
  Series descriptors_{"descriptors"};
  Series threads_{"threads"};
  Series anonymous_kib_{"KiB of anonymous memory"};
  Series tables_{"tables beyond one for each 16 MiB"};
  Series told_tables_{"countersign_log_tables beyond them"};
  std::uint64_t log_bytes_ = 0;
  std::uint64_t most_tables_ = 0;
  std::vector<std::string> wrong_;
  std::atomic<bool> stopping_{false};
  std::thread thread_;
};

// A few clients whose calls are timed, each client on its own thread and each call on its own
// connection.
class Probes {
 public:
  Probes(std::uint16_t port, const tests::Credentials& sandbox, std::size_t threads);
  ~Probes();
  Probes(const Probes&) = delete;
  Probes& operator=(const Probes&) = delete;

  void stop();
  void tell(Findings& findings) const;

 private:
  void work(const tests::Credentials& sandbox);
  void note(const tests::Answer& answer, std::chrono::steady_clock::time_point began);

  const std::uint16_t port_;
  std::atomic<bool> stopping_{false};
  mutable std::mutex mutex_;  // guards all below
  Series us_{"us that 99 of 100 calls took"};
  std::uint64_t busy_ = 0;
  std::vector<std::string> wrong_;
  std::vector<std::thread> threads_;
};

}  // namespace countersign::torture

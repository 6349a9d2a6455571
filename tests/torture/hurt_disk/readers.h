#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "tests/programs/support/running_server.h"
#include "tests/torture/rig/campaign.h"
#include "tests/torture/rig/facts.h"

namespace countersign::torture {

// Clients that repeat acknowledged calls all the time while a server is being hurt. Each response
// must be the right one, or say that there is none at present (429 or 5xx). It must never be
// another one, or say that something does not exist. No two of them ask for the same session at a
// time, since of two calls with one key one is answered that the other is still running. Owns its
// threads.
class Readers {
 public:
  // `told` must outlive this object and must not change.
  Readers(std::uint16_t port,
          const tests::Credentials& sandbox,
          const std::vector<Capture>& told,
          std::uint64_t seed);
  Readers(const Readers&) = delete;
  Readers& operator=(const Readers&) = delete;
  ~Readers() { leave(); }

  // The numbers of right responses, and of those that said that there is none at present.
  std::uint64_t right() const { return right_; }
  std::uint64_t refused() const { return refused_; }
  // The number of calls, not counting downloads, without any response: the server must then be
  // about to end.
  std::uint64_t unanswered() const { return unanswered_; }
  // Waits for the calls in progress. Returns a sentence for each wrong response.
  std::vector<std::string> leave();

 private:
  static constexpr std::size_t kThreads = 2;

  void read(std::size_t number, std::uint64_t seed);
  void look_at(const Capture& capture, Draw& draw);
  void look_at_file(const Capture& capture, Draw& draw);
  void expect(bool is_right, const std::string& what, const tests::Answer& answer);

  const std::uint16_t port_;
  const tests::Credentials sandbox_;
  const std::vector<Capture>& told_;
  std::atomic<bool> stopping_{false};
  std::atomic<std::uint64_t> right_{0};
  std::atomic<std::uint64_t> refused_{0};
  std::atomic<std::uint64_t> unanswered_{0};
  std::mutex mutex_;
  std::vector<std::string> wrong_;
  std::vector<std::thread> threads_;
};

}  // namespace countersign::torture

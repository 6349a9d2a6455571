#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "tests/server/running_server.h"
#include "tests/torture/rig/campaign.h"
#include "tests/torture/rig/facts.h"

namespace countersign::torture {

// Clients that ask again for what clients were told before, all the time, while a server is being
// hurt: each answer must be the right one, or say that there is none at present (5xx). It must
// never be another, or that something is not there. No two of them ask for the same session at a
// time, since of two calls with one key one is told that the other is still running. Threads of
// their own.
class Readers {
 public:
  // `told` must outlive them, and not change.
  Readers(std::uint16_t port,
          const tests::Credentials& sandbox,
          const std::vector<Capture>& told,
          std::uint64_t seed);
  Readers(const Readers&) = delete;
  Readers& operator=(const Readers&) = delete;
  ~Readers() { leave(); }

  // How many answers were the right ones, and how many said that there is none at present.
  std::uint64_t right() const { return right_; }
  std::uint64_t refused() const { return refused_; }
  // How many calls, downloads left out, got no answer at all: the server must be about to end.
  std::uint64_t unanswered() const { return unanswered_; }
  // Waits for the end of what is under way. A sentence for each answer that was wrong.
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

#pragma once
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "tests/programs/support/running_server.h"
#include "tests/torture/hurt_disk/bad_disk.h"
#include "tests/torture/rig/campaign.h"
#include "tests/torture/rig/crowd.h"

namespace countersign::torture {

// The exit statuses of tools/server/countersignd.cc.
inline constexpr int kCannotServe = 1;
inline constexpr int kLogFailed = 70;

// Blocks until holds() is true. Returns false if it is not within `limit`.
template <class Holds>
bool wait_until(std::chrono::milliseconds limit, Holds holds) {
  const auto deadline = std::chrono::steady_clock::now() + limit;
  while (!holds()) {
    if (std::chrono::steady_clock::now() >= deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

// A server whose data lie on a disk that can be hurt, a client, and the record of its visitors. Not
// thread-safe.
class HurtServer {
 public:
  explicit HurtServer(const tests::Arguments& flags = unlimited());

  BadDisk& disk() { return disk_; }
  tests::RunningServer& server() { return server_; }
  const tests::Credentials& sandbox() const { return sandbox_; }

  // Starts a crowd on this server. keep() makes it leave and keeps its record.
  std::unique_ptr<Crowd> crowd(Draw& draw, const Crowd::Size& size = {});
  void keep(Crowd& crowd);
  // Runs a crowd until its visitors have finished, and returns its record.
  std::vector<Capture> visits(Draw& draw, const Crowd::Size& size);
  // The record kept since the last audit, and the record that the last audit has checked.
  std::vector<Capture>& kept() { return kept_; }
  const std::vector<Capture>& audited() const { return audited_; }

  // Whether each create and each submission of a few new visitors is acknowledged. Keeps their
  // record.
  bool goes_on(Draw& draw);
  // The exit status of a server that has ended by itself, or 128 plus the signal; nullopt while it
  // runs.
  std::optional<int> end() { return server_.program().wait(std::chrono::milliseconds(0)); }
  // Blocks until the server has ended by itself or a time limit has passed; returns whether it has
  // ended. A server that does not end must not leave a call without a response.
  bool is_ending();
  // Returns what is wrong with how the server has ended by itself, if anything: it may do so in one
  // way only, and must report it. REQUIRES: it has ended.
  std::optional<std::string> wrong_end();

  // Restarts the server and audits it. Returns a sentence for each broken promise. REQUIRES: the
  // server has ended, and the disk is whole.
  std::vector<std::string> restart_and_audit(bool verifies);
  // Stored files that no session lists, while the server runs.
  std::vector<std::string> strays_now() const;
  // Whether the server could not be restarted. This object is of no more use then.
  bool is_lost() const { return is_lost_; }
  // Says that the server's own log lies on the hurt disk, so that parts of it may be missing.
  void has_its_log_on_the_disk() { keeps_log_ = false; }

 private:
  std::vector<std::string> odd_answers();

  BadDisk disk_;
  tests::RunningServer server_;
  const tests::Credentials sandbox_;
  std::vector<Capture> kept_;
  std::vector<Capture> audited_;
  std::vector<Capture> all_;  // for strays()
  std::uint64_t crowds_ = 0;
  std::size_t log_before_ = 0;  // bytes of the operator's log from earlier starts
  bool keeps_log_ = true;
  bool is_lost_ = false;
};

// One start on a disk that is being hurt. It may be refused, with a sentence and status 1.
class HurtStart {
 public:
  HurtStart(const std::filesystem::path& data, const tests::Arguments& flags, const BadDisk& disk);

  // nullopt if the server has ended without serving.
  std::optional<std::uint16_t> port() const { return port_; }
  tests::Program& program() { return program_; }
  // Returns what is wrong with the refusal, if anything. REQUIRES: there is no port.
  std::optional<std::string> wrong_refusal();
  // Returns what is wrong with how the server has ended after it served. REQUIRES: it has ended.
  std::optional<std::string> wrong_end();
  // The server's output on stderr.
  std::string operator_log() const;

 private:
  const TempFolder folder_;
  tests::Program program_;
  std::optional<std::uint16_t> port_;
};

}  // namespace countersign::torture

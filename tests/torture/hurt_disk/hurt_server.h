#pragma once
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "tests/server/running_server.h"
#include "tests/torture/hurt_disk/bad_disk.h"
#include "tests/torture/rig/campaign.h"
#include "tests/torture/rig/crowd.h"

namespace countersign::torture {

// The exit statuses of tools/server/countersignd.cc.
inline constexpr int kCannotServe = 1;
inline constexpr int kLogFailed = 70;

// Waits until it holds; false when it does not in time.
template <class Holds>
bool wait_until(std::chrono::milliseconds limit, Holds holds) {
  const auto deadline = std::chrono::steady_clock::now() + limit;
  while (!holds()) {
    if (std::chrono::steady_clock::now() >= deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

// A server whose data lie on a disk that can be hurt, a client, and what visitors were told. One
// thread.
class HurtServer {
 public:
  explicit HurtServer(const tests::Arguments& flags = unlimited());

  BadDisk& disk() { return disk_; }
  tests::RunningServer& server() { return server_; }
  const tests::Credentials& sandbox() const { return sandbox_; }

  // A crowd of it, whose record goes to keep() once it has left.
  std::unique_ptr<Crowd> crowd(Draw& draw, const Crowd::Size& size = {});
  void keep(Crowd& crowd);
  // What became of a crowd that leaves when its visitors have done what they came for.
  std::vector<Capture> visits(Draw& draw, const Crowd::Size& size);
  // What was kept since the last audit, and what the last audit has looked at.
  std::vector<Capture>& kept() { return kept_; }
  const std::vector<Capture>& audited() const { return audited_; }

  // Whether a few visitors come to their ends, one of whom no fault has seen before. Kept.
  bool goes_on(Draw& draw);
  // The exit status, or 128 and the signal, of a server that has ended by itself.
  std::optional<int> end() { return server_.program().wait(std::chrono::milliseconds(0)); }
  // Whether it comes to its end by itself, for which it is given time. Who gets no answer, of a
  // server that does not, is wronged.
  bool is_ending();
  // What is wrong with how it has ended by itself, if anything: it may do so in one way only, and
  // must say so. REQUIRES: it has.
  std::optional<std::string> wrong_end();

  // Starts it again and holds it against the record; a sentence for each promise that was broken.
  // REQUIRES: it has ended, and the disk is whole.
  std::vector<std::string> restart_and_audit(bool verifies);
  // Stored files that no session lists, of a server that goes on.
  std::vector<std::string> strays_now() const;
  // Whether it has not come back. It is of no more use then.
  bool is_lost() const { return is_lost_; }
  // Its journal lies on the disk that is hurt, so that not all of it may be there.
  void has_its_journal_on_the_disk() { keeps_journal_ = false; }

 private:
  std::vector<std::string> odd_answers();

  BadDisk disk_;
  tests::RunningServer server_;
  const tests::Credentials sandbox_;
  std::vector<Capture> kept_;
  std::vector<Capture> audited_;
  std::vector<Capture> all_;  // that strays() needs
  std::uint64_t crowds_ = 0;
  std::size_t journal_before_ = 0;  // its bytes, of earlier starts
  bool keeps_journal_ = true;
  bool is_lost_ = false;
};

// One start on a disk that is being hurt: with a sentence and status 1 it may refuse to serve.
class HurtStart {
 public:
  HurtStart(const std::filesystem::path& data, const tests::Arguments& flags, const BadDisk& disk);

  // None when it has ended.
  std::optional<std::uint16_t> port() const { return port_; }
  tests::Program& program() { return program_; }
  // What is wrong with how it was refused, if anything. REQUIRES: there is no port.
  std::optional<std::string> wrong_refusal();
  // What is wrong with how it has ended once it served. REQUIRES: it has.
  std::optional<std::string> wrong_end();
  // What it wrote to stderr.
  std::string journal() const;

 private:
  const TempFolder folder_;
  tests::Program program_;
  std::optional<std::uint16_t> port_;
};

}  // namespace countersign::torture

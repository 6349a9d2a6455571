#pragma once
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "tests/server/running_server.h"
#include "tests/torture/rig/campaign.h"
#include "tests/torture/rig/facts.h"
#include "tests/torture/rig/kept_wire.h"

// The feed of a client's events, followed while they happen.
namespace countersign::torture {

// An event as far as two records of it are compared.
struct SeenEvent {
  std::uint64_t sequence = 0;
  std::string stream;
  std::uint64_t version = 0;
  std::string type;
  bool operator==(const SeenEvent&) const = default;
};

// Follows the feed from its beginning, by long polls on a connection of its own thread.
class Follower {
 public:
  Follower(std::uint16_t port, tests::Credentials client);
  ~Follower();
  Follower(const Follower&) = delete;
  Follower& operator=(const Follower&) = delete;

  // Goes on until it has the event of this number, ten minutes at most; then all that it was given
  // up to there, in that order. What was wrong with an answer is a sentence.
  std::vector<SeenEvent> stop_behind(std::uint64_t sequence, std::vector<std::string>& wrong);

 private:
  void follow();
  // False: the answer was none.
  bool poll();

  const std::uint16_t port_;
  const tests::Credentials client_;
  KeptWire wire_;  // of the thread
  std::atomic<bool> stopping_{false};
  std::atomic<std::uint64_t> last_{0};
  std::mutex mutex_;  // of the two below
  std::vector<SeenEvent> seen_;
  std::vector<std::string> wrong_;
  std::thread thread_;
};

// The operators' command on a log that may be long: an hour at most. Its answer must be short.
tests::Finished operate_at_length(const tests::RunningServer& server,
                                  const tests::Arguments& arguments);

// Every event of the log that is a client's or a session's, as the operators' command exports it.
// REQUIRES: all sessions are of one client.
std::vector<SeenEvent> exported(const tests::RunningServer& server);

// Whether a follower was given exactly what the log has; a sentence for what is not so.
std::optional<std::string> difference(const std::vector<SeenEvent>& log,
                                      const std::vector<SeenEvent>& followed);

// What clients were told, in numbers of events. No call of theirs may have failed: what was told is
// then all that has happened.
class Ledger {
 public:
  void add(const std::vector<Capture>& captures);
  std::size_t sessions() const { return told_.size(); }
  // The sessions of which a record of events does not have just what was told.
  std::vector<std::string> missing_in(const std::vector<SeenEvent>& events) const;

 private:
  struct Sum {
    unsigned created = 0;
    unsigned judged = 0;
    unsigned finalized = 0;
    bool purged = false;
  };
  static void count(Sum& sum, const std::string& type);

  std::unordered_map<std::string, Sum> told_;  // by stream
};

}  // namespace countersign::torture

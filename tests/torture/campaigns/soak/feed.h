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

#include "tests/programs/support/running_server.h"
#include "tests/torture/rig/campaign.h"
#include "tests/torture/rig/facts.h"
#include "tests/torture/rig/kept_wire.h"

// The feed of a client's events, followed while they happen.
namespace countersign::torture {

// The parts of an event that are compared.
struct SeenEvent {
  std::uint64_t sequence = 0;
  std::string stream;
  std::uint64_t version = 0;
  std::string type;
  bool operator==(const SeenEvent&) const = default;
};

// Follows the feed from its beginning by long polls, with its own thread and connection.
class Follower {
 public:
  Follower(std::uint16_t port, tests::Credentials client);
  ~Follower();
  Follower(const Follower&) = delete;
  Follower& operator=(const Follower&) = delete;

  // Blocks until the event with this number has arrived, ten minutes at most. Returns all events up
  // to it, in the order of their arrival. Appends a sentence to `wrong` for each wrong response.
  std::vector<SeenEvent> stop_behind(std::uint64_t sequence, std::vector<std::string>& wrong);

 private:
  void follow();
  // Returns false if the response had another status than 200.
  bool poll();

  const std::uint16_t port_;
  const tests::Credentials client_;
  KeptWire wire_;  // used by the thread only
  std::atomic<bool> stopping_{false};
  std::atomic<std::uint64_t> last_{0};
  std::mutex mutex_;  // guards the two below
  std::vector<SeenEvent> seen_;
  std::vector<std::string> wrong_;
  std::thread thread_;
};

// Runs the operators' command on a log that may be long, for an hour at most. REQUIRES: its output
// is short, since it is read only at the end.
tests::Finished operate_at_length(const tests::RunningServer& server,
                                  const tests::Arguments& arguments);

// Every event of the log that is a client's or a session's, exported by the operators' command.
// REQUIRES: all sessions are of one client.
std::vector<SeenEvent> exported(const tests::RunningServer& server);

// Compares what a follower got with the log. Returns a sentence for the first difference; nullopt
// if there is none.
std::optional<std::string> difference(const std::vector<SeenEvent>& log,
                                      const std::vector<SeenEvent>& followed);

// The numbers of events that follow from the clients' record. REQUIRES: no call has failed, so that
// the record has all that happened.
class Ledger {
 public:
  void add(const std::vector<Capture>& captures);
  std::size_t sessions() const { return told_.size(); }
  // Returns a sentence for each session whose events do not match the record.
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

#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/programs/support/running_server.h"
#include "tests/torture/campaigns/power/journal.h"
#include "tests/torture/campaigns/power/keys.h"
#include "tests/torture/rig/audit.h"
#include "tests/torture/rig/campaign.h"
#include "tests/torture/rig/facts.h"
#include "tests/torture/rig/visitor.h"

namespace countersign::torture {

// How to run a server while its disk is recorded.
struct RunPlan {
  std::filesystem::path disk;     // holds the data folder, or will hold it
  std::filesystem::path scratch;  // for the journal and the server's output
  std::string name;               // in every key of its crowd, and in no other key
  std::uint64_t seed = 0;
  std::uint64_t told = 0;  // answers before the end
  bool is_killed = false;  // otherwise stopped with SIGTERM, under its clients
  Habits habits{};
};

// Thrown when a server does not start; the message has the server's output.
class NotServed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A server's run under a crowd of clients, with all that it did to the disk and the clients'
// record.
class PowerRun {
 public:
  // Runs on a new folder.
  explicit PowerRun(const RunPlan& plan);
  // Runs on what a power cut at the moment `cut` has left of the run before.
  PowerRun(const RunPlan& plan, const PowerRun& before, Moment cut);

  const std::vector<Act>& acts() const { return journal_->acts(); }
  // The number of acts that had begun at this moment.
  std::size_t acts_until(Moment moment) const;

  // The record of this run, and that of the runs before it up to the cuts that ended them.
  const std::vector<Capture>& captures() const { return captures_; }
  const KeyRows& keys() const { return keys_; }
  const tests::Credentials& client() const { return client_; }
  Moment client_told() const { return client_told_; }
  Moment serving() const { return serving_; }  // when it began to serve
  Moment ending() const { return ending_; }    // when it got SIGTERM or SIGKILL
  bool has_ended_well() const { return has_ended_well_; }

  // Falsifies one acknowledgement in the record.
  void falsify(Draw& draw) { torture::falsify(captures_, draw); }

 private:
  void run(const RunPlan& plan);

  std::unique_ptr<Journal> journal_;
  std::vector<Capture> captures_;
  KeyRows keys_;
  tests::Credentials client_;
  Moment client_told_ = kForEver;
  Moment serving_;
  Moment ending_;
  bool has_ended_well_ = false;
};

// Blocks until the server serves. Throws NotServed with the server's output if it does not.
std::uint16_t port_of(tests::Program& server, const std::filesystem::path& said);

// The data folder of a disk; its master key and its signing key lie next to it.
std::filesystem::path data_on(const std::filesystem::path& disk);

}  // namespace countersign::torture

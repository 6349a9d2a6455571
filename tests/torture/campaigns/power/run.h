#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/server/running_server.h"
#include "tests/torture/campaigns/power/journal.h"
#include "tests/torture/campaigns/power/keys.h"
#include "tests/torture/rig/audit.h"
#include "tests/torture/rig/campaign.h"
#include "tests/torture/rig/facts.h"
#include "tests/torture/rig/visitor.h"

namespace countersign::torture {

// What is to be done with a server while its disk is watched.
struct RunPlan {
  std::filesystem::path disk;     // which is to hold the data folder, or does already
  std::filesystem::path scratch;  // for the journal and what the server says
  std::string name;               // in every key of its crowd, and in those of no other
  std::uint64_t seed = 0;
  std::uint64_t told = 0;  // answers before the end
  bool is_killed = false;  // else it is told to stop, under its clients
  Habits habits{};
};

// A server that did not start, and what it said.
class NotServed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A server's run under a crowd of clients, all that it did to the disk, and all that was told.
class PowerRun {
 public:
  // Of a new folder.
  explicit PowerRun(const RunPlan& plan);
  // Of what a power cut has left of the run before, at a moment of that.
  PowerRun(const RunPlan& plan, const PowerRun& before, Moment cut);

  const std::vector<Act>& acts() const { return journal_->acts(); }
  // How many acts were begun at this moment.
  std::size_t acts_until(Moment moment) const;

  // Of this run, and what was told of the runs before until the cuts that ended them.
  const std::vector<Capture>& captures() const { return captures_; }
  const KeyRows& keys() const { return keys_; }
  const tests::Credentials& client() const { return client_; }
  Moment client_told() const { return client_told_; }
  Moment serving() const { return serving_; }  // since when
  Moment ending() const { return ending_; }    // when it was told to, or killed
  bool has_ended_well() const { return has_ended_well_; }

  // Changes one thing that was told.
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

// Once it serves. Throws NotServed, with what it has said.
std::uint16_t port_of(tests::Program& server, const std::filesystem::path& said);

// The data folder of a disk; its master key and its signing key lie beside it.
std::filesystem::path data_on(const std::filesystem::path& disk);

}  // namespace countersign::torture

#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tests/torture/campaigns/disk/occasions.h"
#include "tests/torture/hurt_disk/hurt_server.h"
#include "tests/torture/rig/campaign.h"

namespace countersign::torture {

// Single faults of a disk, one after the other, each at its own moment in the life of a server, and
// the checks of their effects. Not thread-safe.
class DiskTrials {
 public:
  DiskTrials(Draw& draw, Findings& findings) : draw_(draw), findings_(findings) {}

  // Observes which calls the server makes, so that they can be made to fail.
  void watch();
  // Draws and tries one fault. Returns false if it did not strike: the trial then proves nothing.
  bool try_one();
  // Whether lost writes of the log that were reported as successful are found.
  bool finds_lost_writes();
  // From now on falsifies the record before each audit.
  void falsify_next() { falsifies_ = true; }

 private:
  bool try_serving(const DiskPlan& plan);
  bool try_start(const DiskPlan& plan);
  bool try_first_start(const DiskPlan& plan);
  // Spoils the disk under clients until the fault has struck, and for a while after.
  void hurt(const DiskPlan& plan);
  void watch_the_end(const DiskPlan& plan);
  void watch_going_on();
  void serve_while_hurt(HurtStart& start);
  void end_server();
  bool is_a_create_gone();
  void come_back();
  void wrong(const std::string& what);
  void count(const char* when, const DiskPlan& plan);

  Draw& draw_;
  Findings& findings_;
  std::optional<HurtServer> hurt_;
  std::optional<Occasions> serving_, starting_, beginning_;
  std::string trial_;  // the current one, for sentences
  std::uint64_t audits_ = 0;
  bool falsifies_ = false;
};

}  // namespace countersign::torture

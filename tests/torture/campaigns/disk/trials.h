#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tests/torture/campaigns/disk/occasions.h"
#include "tests/torture/hurt_disk/hurt_server.h"
#include "tests/torture/rig/campaign.h"

namespace countersign::torture {

// Single faults of a disk, one after the other, each at a moment of its own in the life of a
// server, and what must come of each. One thread.
class DiskTrials {
 public:
  DiskTrials(Draw& draw, Findings& findings) : draw_(draw), findings_(findings) {}

  // Sees which calls there are to fail.
  void watch();
  // One fault of those that are drawn. False if it did not strike: then it says nothing.
  bool try_one();
  // Whether writes to the log that are lost, and said to have been made, are found.
  bool finds_lost_writes();
  // From now on the record is falsified before it is looked at.
  void falsify_next() { falsifies_ = true; }

 private:
  bool try_serving(const DiskPlan& plan);
  bool try_start(const DiskPlan& plan);
  bool try_first_start(const DiskPlan& plan);
  // Under clients, until it has struck and for a while after.
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
  std::string trial_;  // of which sentences are
  std::uint64_t audits_ = 0;
  bool falsifies_ = false;
};

}  // namespace countersign::torture

#pragma once
#include <cstdint>
#include <string>

#include "tests/torture/campaigns/full/small_disk.h"
#include "tests/torture/hurt_disk/hurt_server.h"
#include "tests/torture/hurt_disk/readers.h"
#include "tests/torture/rig/campaign.h"

namespace countersign::torture {

// Fills a disk under clients, keeps it full for a while and makes room again. Checks the server's
// answers meanwhile and its state afterwards. Not thread-safe.
class FullTrials {
 public:
  // The figures are counted under `disk_name`.
  FullTrials(Draw& draw, Findings& findings, std::string disk_name);

  HurtServer& hurt() { return hurt_; }
  // Fills the disk once, to the last byte or name, or nearly.
  void fill_up(SmallDisk& disk, Room room);
  // From now on falsifies the record before each audit.
  void falsify_next() { falsifies_ = true; }
  bool is_lost() const { return hurt_.is_lost(); }

 private:
  std::int64_t draw_left(Room room);
  void hold_full(SmallDisk& disk, Room room, std::int64_t left, const Crowd& crowd);
  void look_at_full(Capture& victim, std::int64_t left, Room room);
  void start_on_full();
  bool has_ended();
  void end_start(HurtStart& start, bool must_end);
  void watch_the_end();
  void watch_going_on();
  void come_back();
  void wrong(const std::string& what);
  void count(const std::string& what, std::uint64_t by = 1);

  Draw& draw_;
  Findings& findings_;
  const std::string disk_name_;
  HurtServer hurt_;
  std::string trial_;
  std::uint64_t trials_ = 0;
  bool falsifies_ = false;
};

}  // namespace countersign::torture

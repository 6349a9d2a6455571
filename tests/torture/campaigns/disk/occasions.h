#pragma once
#include <cstdint>
#include <vector>

#include "tests/torture/hurt_disk/bad_disk.h"
#include "tests/torture/rig/campaign.h"

namespace countersign::torture {

// The calls that a server makes in one phase of its life, each with its observed number. Faults are
// drawn from them, so that most faults strike.
class Occasions {
 public:
  // Takes the numbers that the disk has counted.
  static Occasions counted_by(const BadDisk& disk);

  // Each call on each kind of file is equally likely, however often it is made, except that writes
  // and syncs of the write-ahead log are likelier.
  DiskPlan draw(Draw& draw) const;

 private:
  struct Occasion {
    DiskCall call;
    DiskFile file;
    std::uint64_t times;
  };
  std::vector<Occasion> all_;
};

}  // namespace countersign::torture

#pragma once
#include <cstdint>
#include <vector>

#include "tests/torture/hurt_disk/bad_disk.h"
#include "tests/torture/rig/campaign.h"

namespace countersign::torture {

// The calls that a server makes in one of its ages, each with how often it was made when that was
// watched. What goes wrong is drawn from them, so that most draws strike.
class Occasions {
 public:
  // Of what a disk has counted.
  static Occasions counted_by(const BadDisk& disk);

  // Every call on every kind of file is as likely as any other, however often it is made; but
  // writes and syncs of the write-ahead log are likelier.
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

// A disk that fails: EIO, ENOSPC and short writes, at any call on any kind of file of the data
// folder, under clients that keep their own record, during starts, and in new folders.
#include <stdexcept>

#include "tests/torture/campaigns/disk/trials.h"
#include "tests/torture/rig/campaign.h"

namespace countersign::torture {
namespace {

Findings disk(const Orders& orders) {
  Findings findings;
  Draw draw(orders.seed);
  DiskTrials trials(draw, findings);
  if (orders.control) {
    if (!trials.finds_lost_writes()) throw std::runtime_error("lost writes are not found");
    findings.count("losses of writes that were found");
    trials.falsify_next();
    trials.watch();
    return findings;
  }
  trials.watch();
  const std::uint64_t strikes = orders.rounds(4, 120);
  std::uint64_t struck = 0;
  for (std::uint64_t tried = 0; struck < strikes; ++tried) {
    if (tried > 3 * strikes) throw std::runtime_error("too few faults strike");
    if (trials.try_one()) ++struck;
  }
  return findings;
}

}  // namespace
}  // namespace countersign::torture

int main(int argc, char** argv) {
  return countersign::torture::run_campaign(argc, argv, countersign::torture::disk);
}

// Faults from outside the server's processes: SIGSTOP, SIGTERM, a second server on the folder, too
// little memory, and killed workers of the inspector. Nothing acknowledged is lost.
#include "tests/torture/campaigns/signals/processes.h"
#include "tests/torture/rig/campaign.h"

namespace countersign::torture {
namespace {

Findings signals(const Orders& orders) {
  Findings findings;
  Draw draw(orders.seed);
  stop_and_continue(orders, draw, findings);
  if (orders.control) return findings;  // stop_and_continue() has falsified the record
  end_under_load(orders, draw, findings);
  start_two(orders, draw, findings);
  limit_memory(orders, draw, findings);
  kill_workers(orders, draw, findings);
  return findings;
}

}  // namespace
}  // namespace countersign::torture

int main(int argc, char** argv) {
  return countersign::torture::run_campaign(argc, argv, countersign::torture::signals);
}

// The text of PURGING, which a backup brings along. Whatever is read of it can be written, and read
// again.
#include <string_view>

#include "core/check.h"
#include "projections/erasure/purging_record.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::purging_target {

void run(std::string_view input) {
  const PurgingRecord record = parse_purging(input);
  check(!record.slots.contains(kServiceSlot), "a slot to destroy is not the service slot");
  const PurgingRecord again = parse_purging(to_text(record));
  check(again.since == record.since, "a record of a purge is read as it was written");
  for (const auto& [slot, members] : record.slots) {
    const auto found = again.slots.find(slot);
    check(found != again.slots.end(), "no slot of a record is lost by writing the record");
    check(!found->second || found->second == members,
          "the members of a written slot are those that were read");
  }
}

constexpr TargetLimits kLimits{.allocation_mb = 16, .memory_mb = 600, .seconds = 10};
const Target kTarget("purging", run, kLimits);

}  // namespace countersign::fuzz::purging_target

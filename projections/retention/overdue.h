#pragma once
#include <cstdint>

#include "core/ids.h"
#include "core/machine/threads/given_up.h"
#include "core/result.h"
#include "core/utc_time.h"
#include "events/store_error.h"
#include "projections/folder/data_folder.h"

namespace countersign {

struct OverdueOptions {
  UtcTime now;
  RequestId request{};
  GivenUp given_up{};  // asked before each few cases
};

struct OverdueReport {
  std::uint64_t reported = 0;
  std::uint64_t unread = 0;  // cases that cannot be read, which keep no others
  bool complete = true;      // false: the writer's queue was full, or the work was given up
};

// Appends ReviewOverdue for each case that has waited for as long as its client's due time allows.
// The log says it once for a case: who reports at the same time, or again after a crash, is refused
// by the writer. Costs one seek for each client with a due time, and what became due; the cases
// that wait and are not due are not read. Any thread but the writer's; blocks.
Result<OverdueReport, StoreError> report_overdue(DataFolder& data, const OverdueOptions& options);

}  // namespace countersign

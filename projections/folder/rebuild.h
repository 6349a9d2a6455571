#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "core/ids.h"
#include "core/result.h"
#include "events/store_error.h"
#include "projections/folder/data_folder.h"

namespace countersign {

// Told now and then how many events were folded, of how many; from the caller's thread.
using RebuildProgress = std::function<void(Sequence folded, Sequence head)>;

struct VerifyReport {
  Sequence head;              // both slots were folded up to here when they were compared
  std::uint64_t events = 0;   // folded anew
  std::uint64_t entries = 0;  // in the live views
  // The first entry that is not as the log says, as a sentence; none: all are.
  std::optional<std::string> first_difference{};
};

// Folds the whole log into the idle slot and compares it with the live one. The
// server goes on meanwhile: the writer is only held while the last events are caught
// up with, and, if it never rests, while the slots are compared.
//
// One at a time: a second call waits for the first. Any thread but the writer's.
// REQUIRES: the folder is not read-only.
Result<VerifyReport, StoreError> verify(DataFolder& data, const RebuildProgress& progress = {});

// The same, and then readers and the writer change to the new slot. What the old
// one held is in `first_difference`.
Result<VerifyReport, StoreError> rebuild(DataFolder& data, const RebuildProgress& progress = {});

// Before there is a writer: folds whatever the active slot lacks or has of another version,
// into the idle slot, and activates that. Nothing to do is fine.
std::optional<StoreError> bring_views_up_to_date(EventLog& log, const RebuildProgress& progress);
// Whether bring_views_up_to_date() would have to do anything.
Result<bool, StoreError> views_are_current(const EventLog& log);

}  // namespace countersign

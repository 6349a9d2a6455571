#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "core/ids.h"
#include "core/machine/threads/given_up.h"
#include "core/result.h"
#include "events/event_store.h"
#include "events/store_error.h"
#include "events/view_store.h"
#include "projections/folder/data_folder.h"

namespace countersign {

// Receives now and then how many events were folded, and of how many; on the caller's thread.
using RebuildProgress = std::function<void(Sequence folded, Sequence head)>;

struct VerifyReport {
  Sequence head;              // both generations were folded up to here when compared
  std::uint64_t events = 0;   // folded again
  std::uint64_t entries = 0;  // in the live views, after rebuild() in the new ones; 0 if damaged
  // The first entry that differs from what the log says, as a sentence; empty if none differs.
  std::optional<std::string> first_difference{};
};

// Folds the whole log into the idle generation and compares it with the live one. The server
// continues meanwhile: the writer is held only while the last events are folded and, if it never
// rests, while the generations are compared.
//
// Stopped: the work was given up, which it asks before each event and each entry. The live
// generation is then as it was, or, at the very end of rebuild(), the new one; the other is empty.
//
// One at a time: a second call waits for the first. Any thread but the writer's.
// REQUIRES: the folder is not read-only.
Result<VerifyReport, StoreError> verify(DataFolder& data,
                                        const RebuildProgress& progress = {},
                                        const GivenUp& given_up = {});

// The same, and then switches readers and the writer to the new generation. `first_difference` is
// about the old generation.
Result<VerifyReport, StoreError> rebuild(DataFolder& data,
                                         const RebuildProgress& progress = {},
                                         const GivenUp& given_up = {});

// Before there is a writer: if the active generation is not current, because of missing events or
// views of another version, folds the log into the idle generation and activates it. Otherwise does
// nothing.
std::optional<StoreError> bring_views_up_to_date(const EventStore& events,
                                                 ViewStore& views,
                                                 const RebuildProgress& progress);
// The same, whatever the active generation holds; for damaged views.
std::optional<StoreError> fold_views_again(const EventStore& events,
                                           ViewStore& views,
                                           const RebuildProgress& progress);
// True if bring_views_up_to_date() would do nothing.
Result<bool, StoreError> views_are_current(const EventStore& events, const ViewStore& views);

}  // namespace countersign

#pragma once
#include <doctest/doctest.h>

#include <functional>
#include <string>

#include "events/event_log.h"
#include "projections/views/all_projections.h"

namespace countersign {

// Folds views of `versions` from the log, applies `tamper` to them, and makes them the active ones.
// Runs on the writer's thread, or without a writer.
inline void tamper_with_views(EventLog& log,
                              const std::string& versions,
                              const std::function<void(ViewBatch&)>& tamper) {
  const ViewSlot slot = other(log.active_slot());
  REQUIRE_FALSE(log.clear_slot(slot));
  const auto batch = log.begin_in(slot);
  REQUIRE(log.read(Sequence(1), [&](const StoredEvent& event) {
    fold_into_all(event.recorded, event.leaf, *batch);
    return true;
  }));
  tamper(*batch);
  REQUIRE_FALSE(log.write_slot(*batch, slot, {versions, log.head().sequence}));
  REQUIRE_FALSE(log.activate(slot));
}

}  // namespace countersign

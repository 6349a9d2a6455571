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
  const ViewGeneration generation = other(log.active_generation());
  REQUIRE_FALSE(log.clear_generation(generation));
  const auto batch = log.begin_in(generation);
  REQUIRE(log.read(Sequence(1), [&](const StoredEvent& event) {
    fold_into_all(event.recorded, event.leaf, *batch);
    return true;
  }));
  tamper(*batch);
  REQUIRE_FALSE(log.write_generation(*batch, generation, {versions, log.head().sequence}));
  REQUIRE_FALSE(log.activate(generation));
}

}  // namespace countersign

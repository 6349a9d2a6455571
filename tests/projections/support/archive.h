#pragma once
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "projections/retention/purge.h"
#include "projections/retention/sweep.h"
#include "tests/projections/support/held_slots.h"
#include "tests/projections/support/open_folder.h"

namespace countersign {

// A data folder whose sessions are erased.
struct Archive : OpenFolder {
  bool has_slot(const KeySlotId& slot) const { return std::filesystem::exists(slot_path(slot)); }
  std::filesystem::path slot_path(const KeySlotId& slot) const {
    return path() / "keys" / to_string(slot);
  }

  void erase(std::uint64_t n) {
    const auto report =
        purge_session(data(), session_id(n), kClientActor, RequestId("r-erase"), clock.now());
    REQUIRE(report.has_value());
    CHECK(report->failed_files == 0);
  }
  SweepReport sweep_now() {
    SweepOptions with;
    with.now = clock.now();
    with.request = RequestId("r-sweep");
    const auto report = sweep(data(), with);
    REQUIRE(report.has_value());
    return *report;
  }
  // The slots whose destruction is recorded in the log.
  std::vector<std::string> destroyed() {
    std::vector<std::string> slots;
    REQUIRE(data().log().read_stream(keys_stream(), [&](const StoredEvent& event) {
      if (const auto* gone = std::get_if<KeyDestroyed>(&event.recorded.event)) {
        slots.push_back(gone->slot);
      }
      return true;
    }));
    return slots;
  }
  bool is_destroyed(const KeySlotId& slot) {
    return !has_slot(slot) && std::ranges::count(destroyed(), to_string(slot)) == 1;
  }
  bool is_purging() const { return std::filesystem::exists(path() / "PURGING"); }

  std::vector<HeldSlot> hold_slots() const { return hold_slots_of(path() / "keys"); }
};

}  // namespace countersign

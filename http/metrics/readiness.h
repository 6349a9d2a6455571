#pragma once
#include <atomic>
#include <functional>

#include "projections/folder/data_folder.h"

namespace countersign::http {

// The parts that a server needs in order to take work: GET readyz answers 200 while all of them are
// there.
struct Readiness {
  bool draining = false;  // it is stopping
  bool log_writable = false;
  bool disk_has_room = false;
  bool can_judge = false;     // pictures can be judged, here or elsewhere
  bool files_served = false;  // the store of the files works, as far as its last calls say

  bool is_ready() const {
    return !draining && log_writable && disk_has_room && can_judge && files_served;
  }
};

// Any thread. Asks the file system at most once a second for the vault's disk.
inline Readiness readiness_of(const DataFolder& data,
                              const std::atomic<bool>& draining,
                              const std::function<bool()>& can_judge) {
  return {.draining = draining.load(std::memory_order_relaxed),
          .log_writable = !data.writer().failure(),
          .disk_has_room = data.log().has_room() && data.vault().has_room(),
          .can_judge = can_judge(),
          .files_served = !data.vault().store().fault()};
}

}  // namespace countersign::http

#pragma once
#include <atomic>

#include "projections/folder/data_folder.h"

namespace countersign::http {

// The parts that a server needs in order to take work: GET readyz answers 200 while all of them are
// there.
struct Readiness {
  bool draining = false;  // it is stopping
  bool log_writable = false;
  bool disk_has_room = false;

  bool is_ready() const { return !draining && log_writable && disk_has_room; }
};

// Any thread. Asks the file system at most once a second for the vault's disk.
inline Readiness readiness_of(const DataFolder& data, const std::atomic<bool>& draining) {
  return {.draining = draining.load(std::memory_order_relaxed),
          .log_writable = !data.writer().failure(),
          .disk_has_room = data.log().has_room() && data.vault().has_room()};
}

}  // namespace countersign::http

#pragma once
#include <mutex>
#include <utility>
#include <vector>

#include "core/inspection/confined/confined_engine.h"

namespace countersign::confined {

// Collects what an engine reports. Thread-safe.
class Notices {
 public:
  void add(const InspectorNotice& notice) {
    const std::lock_guard lock(mutex_);
    all_.push_back(notice);
  }
  // Returns the notices reported since the last call.
  std::vector<InspectorNotice> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(all_, {});
  }

 private:
  std::mutex mutex_;
  std::vector<InspectorNotice> all_;
};

}  // namespace countersign::confined

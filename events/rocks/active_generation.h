#pragma once
#include <atomic>
#include <cstdint>

#include "events/view_store.h"

namespace countersign {

// The active generation, for readers on any thread. Counts the changes, so that a reader can tell
// that none came between two looks.
class ActiveGeneration {
 public:
  explicit ActiveGeneration(ViewGeneration generation)
      : changes_(generation == ViewGeneration::A ? 0 : 1) {}

  std::uint64_t changes() const { return changes_.load(std::memory_order_acquire); }
  ViewGeneration generation() const { return generation_at(changes()); }
  static ViewGeneration generation_at(std::uint64_t changes) {
    return changes % 2 == 0 ? ViewGeneration::A : ViewGeneration::B;
  }
  void change() { changes_.fetch_add(1, std::memory_order_acq_rel); }

 private:
  std::atomic<std::uint64_t> changes_;
};

}  // namespace countersign

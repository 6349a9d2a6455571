#pragma once
#include <chrono>
#include <optional>
#include <thread>

#include "core/machine/threads/mutex.h"
#include "core/machine/threads/stop.h"
#include "events/log_files.h"
#include "events/store_error.h"

namespace countersign {

// Rewrites the log's ANCHOR every second, and once more in the destructor. The anchor reveals that
// a log has lost its tail. Owns its thread. A failed write is retried a second later and reported
// by failure(); nothing else depends on it.
class AnchorKeeper {
 public:
  static constexpr std::chrono::seconds kPeriod{1};

  explicit AnchorKeeper(LogFiles& files);
  ~AnchorKeeper();
  AnchorKeeper(const AnchorKeeper&) = delete;
  AnchorKeeper& operator=(const AnchorKeeper&) = delete;

  // The error of the latest attempt; empty if it succeeded.
  std::optional<StoreError> failure() const;

 private:
  void run();
  void write();

  LogFiles& files_;
  Stop stop_;
  mutable Mutex mutex_;
  std::optional<StoreError> failure_ GUARDED_BY(mutex_);
  std::thread thread_;  // last: it uses the members above
};

}  // namespace countersign

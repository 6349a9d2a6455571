#pragma once
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

#include "events/event_log.h"
#include "events/store_error.h"

namespace countersign {

// Has the log's ANCHOR rewritten every second, and once more when it is destroyed: what a
// log that lost its tail is found out by. Owns its thread. A failure is tried
// again a second later, and told to who asks; nothing else depends on it.
class AnchorKeeper {
 public:
  static constexpr std::chrono::seconds kPeriod{1};

  explicit AnchorKeeper(EventLog& log);
  ~AnchorKeeper();
  AnchorKeeper(const AnchorKeeper&) = delete;
  AnchorKeeper& operator=(const AnchorKeeper&) = delete;

  // Of the latest try.
  std::optional<StoreError> failure() const;

 private:
  void run();
  void write();

  EventLog& log_;
  mutable std::mutex mutex_;
  std::condition_variable stopping_changed_;
  bool stopping_ = false;
  std::optional<StoreError> failure_;
  std::thread thread_;  // last: it uses what stands above
};

}  // namespace countersign

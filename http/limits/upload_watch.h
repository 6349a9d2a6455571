#pragma once
#include <chrono>
#include <optional>
#include <thread>

#include "core/machine/threads/condition.h"
#include "core/machine/threads/mutex.h"
#include "core/utc_time.h"
#include "http/limits/upload_permits.h"
#include "projections/queries/queries.h"

namespace countersign::http {

// Ends uploads whose session has ended in any way: expired, canceled, finalized or purged, and
// those of a device that has lost the session to another. Otherwise a sender could keep their bytes
// on the disk, and the places of the session's uploads, for as long as it likes.
//
// Owns one thread. It sleeps while there are no uploads; otherwise it checks the sessions of the
// uploads in flight every kInterval. Thread-safe. The objects it refers to must live until stop().
class UploadWatch {
 public:
  static constexpr std::chrono::milliseconds kInterval{500};

  UploadWatch(UploadPermits& permits, const Queries& queries, const Clock& clock);
  ~UploadWatch() { stop(); }
  UploadWatch(const UploadWatch&) = delete;
  UploadWatch& operator=(const UploadWatch&) = delete;

  // Reports that an upload has begun.
  void wake();
  // Ends the thread. Idempotent.
  void stop();

 private:
  void run();
  void look();
  std::optional<UploadPermits::Ended> ended(const UploadOwner& owner) const;

  UploadPermits& permits_;
  const Queries& queries_;
  const Clock& clock_;
  Mutex mutex_;
  Condition changed_;
  bool begun_ GUARDED_BY(mutex_) = false;
  bool stopping_ GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

}  // namespace countersign::http

#include "events/rocks/database/write_failures.h"

#include <utility>

#include "events/rocks/database/rocks_database.h"

namespace countersign {

void WriteFailures::observe(Tell tell) {
  const std::lock_guard lock(mutex_);
  tell_ = std::move(tell);
  if (failure_ && tell_) tell_(*failure_);
}

void WriteFailures::OnBackgroundError(rocksdb::BackgroundErrorReason, rocksdb::Status* error) {
  if (error->ok() || error->IsShutdownInProgress()) return;
  const std::lock_guard lock(mutex_);
  if (failure_) return;
  failure_ = store_error_of(*error);
  if (tell_) tell_(*failure_);
}

void WriteFailures::OnErrorRecoveryBegin(rocksdb::BackgroundErrorReason,
                                         rocksdb::Status error,
                                         bool* recovers) {
  error.PermitUncheckedError();
  *recovers = false;
}

}  // namespace countersign

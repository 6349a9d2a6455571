#include "events/rocks/database/write_failures.h"

#include <string>
#include <utility>

#include "events/rocks/database/rocks_database.h"

namespace countersign {
namespace {

// Whether the error names a table that could not be read. Any other corruption may be of what
// RocksDB itself keeps, with which it must not go on.
bool is_of_table(const rocksdb::Status& error) {
  return error.IsCorruption() && error.ToString().find(".sst") != std::string::npos;
}

}  // namespace

void WriteFailures::observe(Tell tell) {
  const MutexLock lock(mutex_);
  tell_ = std::move(tell);
  if (failure_ && tell_) tell_(*failure_);
}

void WriteFailures::OnBackgroundError(rocksdb::BackgroundErrorReason reason,
                                      rocksdb::Status* error) {
  if (error->ok() || error->IsShutdownInProgress()) return;
  if (reason == rocksdb::BackgroundErrorReason::kCompaction && is_of_table(*error)) {
    note_damage();
    *error = rocksdb::Status::OK();  // means: go on
    return;
  }
  const MutexLock lock(mutex_);
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

#pragma once
#include <rocksdb/listener.h>

#include <atomic>
#include <functional>
#include <optional>

#include "core/machine/threads/mutex.h"
#include "events/store_error.h"

namespace countersign {

// Observes the first failed write of a database, of any file and on any thread, and forbids RocksDB
// to recover by itself. After some errors, such as a full disk, RocksDB would go on with the files
// that failed, and their content on the disk is unknown.
//
// A merge of tables that meets damage is not a failed write: its output is discarded, and its input
// tables stay. It is only recorded, and RocksDB repeats the merge each second.
//
// Thread-safe. RocksDB holds no lock of its own during the calls.
class WriteFailures : public rocksdb::EventListener {
 public:
  using Tell = std::function<void(StoreError)>;

  // Sets the function that is called with the first failure; calls it at once if the failure has
  // happened already. Empty: removes it. On return no call of the previous function is running.
  void observe(Tell tell);
  // Whether a merge has met a damaged table, or would.
  bool met_damage() const { return met_damage_; }
  void note_damage() { met_damage_ = true; }

  const char* Name() const override { return "WriteFailures"; }
  void OnBackgroundError(rocksdb::BackgroundErrorReason reason, rocksdb::Status* error) override;
  void OnErrorRecoveryBegin(rocksdb::BackgroundErrorReason reason,
                            rocksdb::Status error,
                            bool* recovers) override;

 private:
  std::atomic<bool> met_damage_{false};
  Mutex mutex_;  // held while tell_ runs
  Tell tell_ GUARDED_BY(mutex_);
  std::optional<StoreError> failure_ GUARDED_BY(mutex_);
};

}  // namespace countersign

#pragma once
#include <rocksdb/listener.h>

#include <functional>
#include <mutex>
#include <optional>

#include "events/store_error.h"

namespace countersign {

// Hears of the first write of a database that failed, of whatever file and on whatever thread, and
// forbids RocksDB to recover by itself: with some errors, that of a full disk among them, it would
// go on with the files that failed, and what of them is on the disk is not known.
//
// Thread-safe. RocksDB holds no lock of its own while it calls.
class WriteFailures : public rocksdb::EventListener {
 public:
  using Tell = std::function<void(StoreError)>;

  // Who is told of the first failure; at once if it was before. Nobody, if empty. When observe()
  // returns, whoever was to be told before is not being told any more.
  void observe(Tell tell);

  const char* Name() const override { return "WriteFailures"; }
  void OnBackgroundError(rocksdb::BackgroundErrorReason reason, rocksdb::Status* error) override;
  void OnErrorRecoveryBegin(rocksdb::BackgroundErrorReason reason,
                            rocksdb::Status error,
                            bool* recovers) override;

 private:
  std::mutex mutex_;  // held while somebody is told
  Tell tell_;
  std::optional<StoreError> failure_;
};

}  // namespace countersign

#pragma once
#include <rocksdb/options.h>
#include <rocksdb/write_batch.h>

#include <atomic>
#include <functional>
#include <optional>

#include "events/rocks/database/rocks_database.h"
#include "events/store_error.h"

namespace countersign {

// The options of a write that is durable when it returns.
rocksdb::WriteOptions durable();

// The changes of a database: durable one by one, until the first failure, which stops them for
// good. How much of a failed write has reached the disk is unknown, and a later fsync does not
// tell. The writes that RocksDB makes by itself count too. Thread-safe.
class DurableWrites {
 public:
  // `stopped`: no change is ever made, as for a database that is opened for reading. The database
  // must outlive this object.
  DurableWrites(const RocksDatabase& database, bool stopped);
  ~DurableWrites();
  DurableWrites(const DurableWrites&) = delete;
  DurableWrites& operator=(const DurableWrites&) = delete;

  // A function that changes the database asks this first.
  bool are_stopped() const { return stopped_; }

  // Writes the batch. An error stops all further changes.
  std::optional<StoreError> write(rocksdb::WriteBatch& batch);
  // Stops all further changes for another failure, and returns `error`.
  std::optional<StoreError> stop(StoreError error);

  // Sets the function that is called after a failed write of the database has stopped the changes
  // (write_failures.h).
  void observe(std::function<void(StoreError)> tell);

 private:
  const RocksDatabase& database_;
  std::atomic<bool> stopped_;
};

}  // namespace countersign

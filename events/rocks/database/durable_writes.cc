#include "events/rocks/database/durable_writes.h"

#include <rocksdb/db.h>

#include <utility>

#include "events/rocks/database/write_failures.h"

namespace countersign {

rocksdb::WriteOptions durable() {
  rocksdb::WriteOptions options;
  options.sync = true;
  return options;
}

DurableWrites::DurableWrites(const RocksDatabase& database, bool stopped)
    : database_(database), stopped_(stopped) {
  observe({});
}

DurableWrites::~DurableWrites() { database_.failures().observe({}); }

std::optional<StoreError> DurableWrites::write(rocksdb::WriteBatch& batch) {
  const rocksdb::Status status = database_.db().Write(durable(), &batch);
  if (!status.ok()) return stop(store_error_of(status));
  return std::nullopt;
}

std::optional<StoreError> DurableWrites::stop(StoreError error) {
  stopped_ = true;
  return error;
}

void DurableWrites::observe(std::function<void(StoreError)> tell) {
  database_.failures().observe([this, tell = std::move(tell)](StoreError error) {
    stop(error);
    if (tell) tell(error);
  });
}

}  // namespace countersign

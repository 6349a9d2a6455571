#include "events/rocks/reading/key_scan.h"

#include <rocksdb/db.h>

#include "events/record/log_record.h"

namespace countersign {

RocksKeyScan::RocksKeyScan(const RocksDatabase& database) : entries_(database.scan(Family::Keys)) {}

RocksKeyScan::~RocksKeyScan() = default;

Result<std::uint64_t, StoreError> RocksKeyScan::read(const Sink& sink, const GivenUp& given_up) {
  std::uint64_t count = 0;
  for (entries_->SeekToFirst(); entries_->Valid(); entries_->Next(), ++count) {
    if (given_up()) return StoreError::Stopped;
    const auto session = log_record::parse_session_key(entries_->key().ToStringView());
    if (!session) return StoreError::Corrupt;
    sink(*session, entries_->value().ToStringView());
  }
  if (!entries_->status().ok()) return store_error_of(entries_->status());
  return count;
}

}  // namespace countersign

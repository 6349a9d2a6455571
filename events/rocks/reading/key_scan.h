#pragma once
#include <cstdint>
#include <memory>

#include "events/key_rows.h"
#include "events/rocks/database/rocks_database.h"

namespace countersign {

// KeyRows::begin_key_scan().
class RocksKeyScan : public KeyRows::KeyScan {
 public:
  explicit RocksKeyScan(const RocksDatabase& database);
  ~RocksKeyScan() override;

  Result<std::uint64_t, StoreError> read(const Sink& sink, const GivenUp& given_up) override;

 private:
  const std::unique_ptr<rocksdb::Iterator> entries_;
};

}  // namespace countersign

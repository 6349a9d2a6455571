#pragma once
#include <rocksdb/db.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace countersign::bench {

// A log's database, opened for reading with RocksDB alone. One thread.
class PlainDatabase {
 public:
  // `wal_filter`, if any, receives every batch of the write-ahead log while the database opens.
  explicit PlainDatabase(const std::filesystem::path& folder,
                         rocksdb::WalFilter* wal_filter = nullptr) {
    rocksdb::DBOptions options;
    options.track_and_verify_wals_in_manifest = true;  // as the log was written
    options.wal_filter = wal_filter;
    check(rocksdb::DB::ListColumnFamilies(options, folder.string(), &names_));
    std::vector<rocksdb::ColumnFamilyDescriptor> families;
    for (const std::string& name : names_) {
      families.emplace_back(name, rocksdb::ColumnFamilyOptions());
    }
    rocksdb::DB* opened = nullptr;
    check(rocksdb::DB::OpenForReadOnly(options, folder.string(), families, &handles_, &opened));
    database_.reset(opened);
  }
  ~PlainDatabase() {
    for (rocksdb::ColumnFamilyHandle* handle : handles_) {
      database_->DestroyColumnFamilyHandle(handle);
    }
  }
  PlainDatabase(const PlainDatabase&) = delete;
  PlainDatabase& operator=(const PlainDatabase&) = delete;

  // Iterates over a whole column family, with read-ahead, and keeps nothing in the block cache.
  std::unique_ptr<rocksdb::Iterator> scan(std::string_view family) const {
    rocksdb::ReadOptions reading;
    reading.readahead_size = 2 << 20;
    reading.fill_cache = false;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (names_[i] != family) continue;
      return std::unique_ptr<rocksdb::Iterator>(database_->NewIterator(reading, handles_[i]));
    }
    check(rocksdb::Status::NotFound(family));
    return nullptr;
  }

  // The bytes of the tables of a column family.
  std::uint64_t table_bytes(std::string_view family) const {
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (names_[i] != family) continue;
      database_->GetIntProperty(handles_[i], rocksdb::DB::Properties::kTotalSstFilesSize, &bytes);
    }
    return bytes;
  }

 private:
  static void check(const rocksdb::Status& status) {
    if (status.ok()) return;
    std::fprintf(stderr, "the log's database: %s\n", status.ToString().c_str());
    std::exit(1);
  }

  std::vector<std::string> names_;
  std::vector<rocksdb::ColumnFamilyHandle*> handles_;
  std::unique_ptr<rocksdb::DB> database_;
};

}  // namespace countersign::bench

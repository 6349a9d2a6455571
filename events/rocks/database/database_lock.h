#pragma once
#include <filesystem>

namespace rocksdb {
class Env;
class FileLock;
}  // namespace rocksdb

namespace countersign {

// The lock of a database, which RocksDB takes anew as it opens the files: whoever else holds it may
// be in the middle of a write. Given back by the destructor. One thread at a time.
class DatabaseLock {
 public:
  explicit DatabaseLock(const std::filesystem::path& folder);
  ~DatabaseLock();
  DatabaseLock(const DatabaseLock&) = delete;
  DatabaseLock& operator=(const DatabaseLock&) = delete;

  bool is_held() const { return lock_ != nullptr; }

 private:
  rocksdb::Env* const env_;
  rocksdb::FileLock* lock_ = nullptr;
};

}  // namespace countersign

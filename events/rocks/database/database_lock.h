#pragma once
#include <filesystem>

namespace rocksdb {
class Env;
class FileLock;
}  // namespace rocksdb

namespace countersign {

// Holds the lock file of a database; the destructor releases it. Taken before RocksDB opens the
// files and takes the lock itself: another holder may be in the middle of a write. One thread at a
// time.
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

#pragma once
#include <rocksdb/file_system.h>

#include <memory>
#include <string>

namespace countersign {

// A file system for RocksDB in which operations on LOG may fail. LOG is RocksDB's own diagnostic
// log; nothing that is served depends on it. A line that cannot be written is left out. This has
// two reasons. RocksDB's own writer of LOG ends the process (an assertion, in Debian's build) at
// the first line after one that failed, as on a full disk. And RocksDB renames and removes earlier
// LOG files before it takes the database's lock, so another process may have done so already.
// Thread-safe.
class DispensableInfoLog : public rocksdb::FileSystemWrapper {
 public:
  using FileSystemWrapper::FileSystemWrapper;

  const char* Name() const override { return "DispensableInfoLog"; }
  // Never fails: if LOG cannot be opened, the logger drops every line.
  rocksdb::IOStatus NewLogger(const std::string& path,
                              const rocksdb::IOOptions& options,
                              std::shared_ptr<rocksdb::Logger>* made,
                              rocksdb::IODebugContext* debug) override;
  rocksdb::IOStatus RenameFile(const std::string& from,
                               const std::string& to,
                               const rocksdb::IOOptions& options,
                               rocksdb::IODebugContext* debug) override;
  rocksdb::IOStatus DeleteFile(const std::string& path,
                               const rocksdb::IOOptions& options,
                               rocksdb::IODebugContext* debug) override;
};

}  // namespace countersign

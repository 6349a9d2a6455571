#pragma once
#include <rocksdb/file_system.h>

#include <memory>
#include <string>

namespace countersign {

// The files of a database, in which LOG, what RocksDB writes down of its own doings, may fail: what
// of it cannot be written is left out. Nothing that is served comes of it. RocksDB's own writer of
// that file ends the process (an assertion, in Debian's build) with the first line after one that
// failed, as on a full disk. And RocksDB sets earlier ones aside and removes them before it takes
// the database's lock, so that another process may have done so already. Thread-safe.
class DispensableInfoLog : public rocksdb::FileSystemWrapper {
 public:
  using FileSystemWrapper::FileSystemWrapper;

  const char* Name() const override { return "DispensableInfoLog"; }
  // Never fails: a log that cannot be opened takes nothing.
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

#pragma once
#include <rocksdb/file_system.h>

#include <memory>
#include <string>

namespace countersign {

// A file system for RocksDB that syncs the folder before CURRENT is renamed to name another
// manifest. So all names made in the folder earlier are durable by then. When RocksDB recovers, it
// makes tables, writes a manifest that lists them, and renames CURRENT, with a single sync of the
// folder after all that. A disk that does not keep the order of names could then have the new
// manifest in use, and not the tables. Thread-safe.
class OrderedNames : public rocksdb::FileSystemWrapper {
 public:
  using FileSystemWrapper::FileSystemWrapper;

  const char* Name() const override { return "OrderedNames"; }
  rocksdb::IOStatus RenameFile(const std::string& from,
                               const std::string& to,
                               const rocksdb::IOOptions& options,
                               rocksdb::IODebugContext* debug) override;
};

}  // namespace countersign

#pragma once
#include <rocksdb/file_system.h>

#include <memory>
#include <string>

namespace countersign {

// The files of a database, in which CURRENT takes another manifest's name only when all names that
// were made in the folder before are durable. RocksDB, as it recovers, makes tables, writes a
// manifest that lists them, and renames, with one sync of the folder behind all that: a disk that
// keeps names in no order could have the manifest in use, and not the tables. Thread-safe.
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

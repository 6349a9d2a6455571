#pragma once
#include <rocksdb/file_system.h>

#include <cstdint>
#include <memory>
#include <string>

namespace countersign {

// The files of a database, of which one reads as if it ended earlier: to try how a database opens
// without the end of a write-ahead log, before that is cut off. For reading. Thread-safe.
class CutFile : public rocksdb::FileSystemWrapper {
 public:
  // `name` without its folder.
  CutFile(const std::shared_ptr<rocksdb::FileSystem>& files, std::string name, std::uint64_t bytes);

  const char* Name() const override { return "CutFile"; }
  rocksdb::IOStatus NewSequentialFile(const std::string& path,
                                      const rocksdb::FileOptions& options,
                                      std::unique_ptr<rocksdb::FSSequentialFile>* file,
                                      rocksdb::IODebugContext* debug) override;
  rocksdb::IOStatus GetFileSize(const std::string& path,
                                const rocksdb::IOOptions& options,
                                std::uint64_t* bytes,
                                rocksdb::IODebugContext* debug) override;

 private:
  bool is_cut(const std::string& path) const;

  const std::string name_;
  const std::uint64_t bytes_;
};

}  // namespace countersign

#pragma once
#include <rocksdb/file_system.h>

#include <cstdint>
#include <memory>
#include <string>

namespace countersign {

// A file system for RocksDB in which one file reads as if it ended earlier. With it the log tries
// whether a database opens without the end of a write-ahead log, before that end is cut off. Read
// only. Thread-safe.
class CutFile : public rocksdb::FileSystemWrapper {
 public:
  // `name` is the file's name without its folder; `bytes` is where the file seems to end.
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

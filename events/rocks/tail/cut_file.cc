#include "events/rocks/tail/cut_file.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace countersign {
namespace {

// Reads only the first `bytes` bytes of a file. One thread at a time, as RocksDB requires.
class CutReader : public rocksdb::FSSequentialFileOwnerWrapper {
 public:
  CutReader(std::unique_ptr<rocksdb::FSSequentialFile>&& file, std::uint64_t bytes)
      : FSSequentialFileOwnerWrapper(std::move(file)), left_(bytes) {}

  rocksdb::IOStatus Read(std::size_t size,
                         const rocksdb::IOOptions& options,
                         rocksdb::Slice* result,
                         char* scratch,
                         rocksdb::IODebugContext* debug) override {
    size = std::min<std::uint64_t>(size, left_);
    auto status = FSSequentialFileOwnerWrapper::Read(size, options, result, scratch, debug);
    if (status.ok()) left_ -= result->size();
    return status;
  }
  rocksdb::IOStatus Skip(std::uint64_t size) override {
    size = std::min(size, left_);
    left_ -= size;
    return FSSequentialFileOwnerWrapper::Skip(size);
  }

 private:
  std::uint64_t left_;
};

}  // namespace

CutFile::CutFile(const std::shared_ptr<rocksdb::FileSystem>& files,
                 std::string name,
                 std::uint64_t bytes)
    : FileSystemWrapper(files), name_(std::move(name)), bytes_(bytes) {}

bool CutFile::is_cut(const std::string& path) const {
  return std::filesystem::path(path).filename() == name_;
}

rocksdb::IOStatus CutFile::NewSequentialFile(const std::string& path,
                                             const rocksdb::FileOptions& options,
                                             std::unique_ptr<rocksdb::FSSequentialFile>* file,
                                             rocksdb::IODebugContext* debug) {
  auto status = FileSystemWrapper::NewSequentialFile(path, options, file, debug);
  if (status.ok() && is_cut(path)) *file = std::make_unique<CutReader>(std::move(*file), bytes_);
  return status;
}

rocksdb::IOStatus CutFile::GetFileSize(const std::string& path,
                                       const rocksdb::IOOptions& options,
                                       std::uint64_t* bytes,
                                       rocksdb::IODebugContext* debug) {
  auto status = FileSystemWrapper::GetFileSize(path, options, bytes, debug);
  if (status.ok() && is_cut(path)) *bytes = std::min(*bytes, bytes_);
  return status;
}

}  // namespace countersign

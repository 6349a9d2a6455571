#include "events/rocks/database/ordered_names.h"

#include <filesystem>

namespace countersign {

rocksdb::IOStatus OrderedNames::RenameFile(const std::string& from,
                                           const std::string& to,
                                           const rocksdb::IOOptions& options,
                                           rocksdb::IODebugContext* debug) {
  const std::filesystem::path path(to);
  if (path.filename() == "CURRENT") {
    std::unique_ptr<rocksdb::FSDirectory> folder;
    auto status = NewDirectory(path.parent_path().string(), options, &folder, debug);
    if (status.ok()) status = folder->Fsync(options, debug);
    if (!status.ok()) return status;
  }
  return FileSystemWrapper::RenameFile(from, to, options, debug);
}

}  // namespace countersign

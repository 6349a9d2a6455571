#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>

#include "core/ids.h"
#include "core/result.h"

namespace countersign {

// The bytes of a file as they were read.
struct FileSum {
  std::uint64_t size = 0;
  Digest sha256{};
  bool operator==(const FileSum&) const = default;
};

struct CopyFault {
  bool not_there = false;  // the file that was to be read
  std::string why;         // a sentence that names the path
};

Result<FileSum, CopyFault> sum_of_file(const std::filesystem::path& path);

// Copies by write, fsync, rename, so that `to` is never there in part and what was there
// is not written into. Mode 0600. The name is durable once its folder is synced.
Result<FileSum, CopyFault> copy_durably(const std::filesystem::path& from,
                                        const std::filesystem::path& to);

// Makes folders as they are needed, mode 0700, and syncs all that were used. One thread.
class FolderMaker {
 public:
  // REQUIRES: the folder `root` is there.
  explicit FolderMaker(std::filesystem::path root) : root_(std::move(root)) {}

  // The folder of `path`, which lies under the root. A sentence if it cannot be made.
  std::optional<std::string> make_for(const std::filesystem::path& path);
  std::optional<std::string> sync();

 private:
  const std::filesystem::path root_;
  std::set<std::filesystem::path> used_;
};

}  // namespace countersign

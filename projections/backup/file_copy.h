#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "core/ids.h"
#include "core/machine/files/held_folder.h"
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
  std::string why;         // a sentence
};

// A file that is read to be summed or copied.
class SourceFile {
 public:
  // A name of a folder that may be anybody's: a regular file beneath it.
  static Result<SourceFile, CopyFault> open(const HeldFolder& folder, std::string_view name);
  // A file of our own data folder.
  static Result<SourceFile, CopyFault> open_own(const std::filesystem::path& path);

  // Reads it to its end. With `expected`, a file of another size is not read, no more than that
  // size is read of one that grows, and other bytes are a fault.
  Result<FileSum, CopyFault> sum(const std::optional<FileSum>& expected = {}) const;
  // Copies by write, fsync, rename, so that `name` is never there in part, nor with other bytes
  // than expected, and what was there is not written into. The name is durable once its folder is
  // synced.
  Result<FileSum, CopyFault> copy_durably(const HeldFolder& to,
                                          std::string_view name,
                                          const std::optional<FileSum>& expected = {}) const;

 private:
  SourceFile(OwnedFd file, std::filesystem::path path)
      : file_(std::move(file)), path_(std::move(path)) {}
  template <class Sink>
  Result<FileSum, CopyFault> read_through(const std::optional<FileSum>& expected,
                                          const Sink& sink) const;

  OwnedFd file_;
  std::filesystem::path path_;  // for sentences
};

// Makes folders within one as they are needed, and syncs all that were used. One thread.
class FolderMaker {
 public:
  // REQUIRES: `root` outlives it.
  explicit FolderMaker(const HeldFolder& root) : root_(root) {}

  // The folder of what `name` names. A sentence if it cannot be made.
  std::optional<std::string> make_for(std::string_view name);
  std::optional<std::string> sync();

 private:
  const HeldFolder& root_;
  std::set<std::string> used_;
};

}  // namespace countersign

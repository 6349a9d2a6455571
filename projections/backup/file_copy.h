#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "core/ids.h"
#include "core/machine/files/held_folder.h"
#include "core/result.h"

namespace countersign {

// The size and hash of a file's bytes as they were read.
struct FileSum {
  std::uint64_t size = 0;
  Digest sha256{};
  bool operator==(const FileSum&) const = default;
};

struct CopyFault {
  bool not_there = false;  // the source file does not exist
  std::string why;         // a sentence
};

// A file opened to be summed or copied.
class SourceFile {
 public:
  // Opens a regular file beneath a folder whose content anybody may have made.
  static Result<SourceFile, CopyFault> open(const HeldFolder& folder, std::string_view name);
  // Opens a file of this server's own data folder.
  static Result<SourceFile, CopyFault> open_own(const std::filesystem::path& path);

  // A file of the vault that is open; `path` is for sentences.
  SourceFile(OwnedFd file, std::filesystem::path path)
      : file_(std::move(file)), path_(std::move(path)) {}

  Result<std::uint64_t, CopyFault> size() const;
  // Reads the file to its end. With `expected`, a file of another size is not read, a growing file
  // is read up to that size, and different bytes are a fault.
  Result<FileSum, CopyFault> sum(const std::optional<FileSum>& expected = {}) const;
  // Copies by write, fsync, rename, so that `name` never exists in part or with other bytes than
  // expected, and an existing file is not written into. The name is durable once its folder is
  // synced.
  Result<FileSum, CopyFault> copy_durably(const HeldFolder& to,
                                          std::string_view name,
                                          const std::optional<FileSum>& expected = {}) const;

 private:
  template <class Sink>
  Result<FileSum, CopyFault> read_through(const std::optional<FileSum>& expected,
                                          const Sink& sink) const;

  OwnedFd file_;
  std::filesystem::path path_;  // for sentences
};

// Makes folders within `root` as they are needed, and syncs all that were used. One thread.
class FolderMaker {
 public:
  // REQUIRES: `root` outlives the FolderMaker.
  explicit FolderMaker(const HeldFolder& root) : root_(root) {}

  // Makes the folder that `name` lies in. Returns a sentence if it cannot be made.
  std::optional<std::string> make_for(std::string_view name);
  std::optional<std::string> sync();

 private:
  const HeldFolder& root_;
  std::set<std::string> used_;
};

}  // namespace countersign

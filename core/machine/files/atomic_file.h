#pragma once
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.h"

namespace countersign {

// A small file whose existence or text must survive a crash. Every change is durable on return. One
// thread at a time. Failures are sentences that name the path.
//
// The folder may be reached by links. The file itself, and the file that is written first, are
// never reached by a link (core/machine/files/held_folder.h).
class AtomicFile {
 public:
  // A file longer than this is not read.
  static constexpr std::size_t kBytesMax = 64 << 20;

  explicit AtomicFile(std::filesystem::path path) : path_(std::move(path)) {}

  bool exists() const;
  // Whether a write() that a crash cut short has left its new file.
  bool was_begun() const;
  // Empty if the file does not exist.
  Result<std::optional<std::string>, std::string> read() const;
  // Replaces the file as a whole: write, fsync, rename, fsync of the folder. Mode 0600.
  std::optional<std::string> write(std::string_view text) const;
  // Succeeds if the file is already gone.
  std::optional<std::string> remove() const;

 private:
  std::filesystem::path path_;
};

}  // namespace countersign

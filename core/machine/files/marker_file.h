#pragma once
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.h"

namespace countersign {

// A small file whose being there, or whose text, must survive a crash. Every change is
// durable on return. One thread at a time. Failures are sentences that name the path.
//
// The folder may be reached by links; the file itself, and what it is written to at first, is
// never one that a link names (core/machine/files/held_folder.h).
class MarkerFile {
 public:
  // A longer one is not read.
  static constexpr std::size_t kBytesMax = 64 << 20;

  explicit MarkerFile(std::filesystem::path path) : path_(std::move(path)) {}

  bool exists() const;
  // Nothing if the file is not there.
  Result<std::optional<std::string>, std::string> read() const;
  // Replaces the file as a whole: write, fsync, rename, fsync of the folder. Mode 0600.
  std::optional<std::string> write(std::string_view text) const;
  // That it is gone already is fine.
  std::optional<std::string> remove() const;

 private:
  std::filesystem::path path_;
};

}  // namespace countersign

#pragma once
#include <cstdint>
#include <filesystem>
#include <string>

#include "tests/programs/support/program.h"

namespace countersign::torture {

// A data folder that is handed from one server to the next, as a replicated disk is from one
// machine to another. The keys lie beside it, as they lie on each machine. Not thread-safe.
class Disk {
 public:
  // `data`: a data folder that a server has made, with its keys beside it.
  explicit Disk(std::filesystem::path data);

  // The path by which the next server is to open the folder.
  const std::filesystem::path& path() const { return path_; }
  // The flags of each server on it.
  const tests::Arguments& flags() const { return flags_; }

  // Further paths of the folder. Each is new.
  std::filesystem::path linked();  // a symbolic link above it
  void be_linked() { path_ = linked(); }
  // The folder itself under another name. A server that has it open keeps it open.
  void be_moved();
  // A copy of all files, after which the folder is removed.
  void be_copied();
  // A copy of all files, as if another machine had the disk too.
  std::filesystem::path copied();

 private:
  std::filesystem::path next(const std::string& kind);

  std::filesystem::path folder_;  // the data folder itself, without a link
  std::filesystem::path path_;
  const std::filesystem::path beside_;
  const tests::Arguments flags_;
  std::uint64_t names_ = 0;
};

}  // namespace countersign::torture

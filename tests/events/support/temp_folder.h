#pragma once
#include <stdlib.h>

#include <filesystem>
#include <string>

#include "core/check.h"

namespace countersign {

// A temporary folder for one test, removed with its content.
class TempFolder {
 public:
  TempFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "countersign-XXXXXX").string();
    check(::mkdtemp(name.data()) != nullptr, "the system creates a temporary folder");
    path_ = name;
  }
  ~TempFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace countersign

#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "tools/machine/export_file.h"

namespace countersign {

// The folder that a person is given: new, of mode 0700, with files of mode 0600 and a manifest of
// their SHA-256, which comes last, so a folder with a manifest is whole. Each function returns a
// sentence if it failed; then the folder is incomplete, and the caller says so. One thread.
class PersonFolder {
 public:
  explicit PersonFolder(std::filesystem::path folder);

  // Makes the folder. Refuses one that exists, so nothing is ever overwritten.
  std::optional<std::string> make();
  // Makes a folder within it, such as `sessions/0b54c2f0-...`, and those above it.
  std::optional<std::string> make_below(const std::string& name);
  // Writes one file, whose name is below the folder's.
  std::optional<std::string> write(const std::string& name, std::string_view bytes);
  // Writes the manifest, a line for each file in the form of sha256sum(1).
  std::optional<std::string> finish();

  // The number and the size of the files written so far, without the manifest.
  std::uint64_t files() const { return files_; }
  std::uint64_t bytes() const { return bytes_; }

 private:
  const std::filesystem::path folder_;
  std::optional<ExportFile> manifest_;
  std::uint64_t files_ = 0;
  std::uint64_t bytes_ = 0;
};

// A file's name from a server's answer: as it is if it is a plain one (letters, digits, `.`, `_`
// and `-`, not a dot in front), else nullopt. So no answer leads out of the folder.
std::optional<std::string> plain_file_name(std::string_view name);

}  // namespace countersign

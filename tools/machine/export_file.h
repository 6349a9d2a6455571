#pragma once
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace countersign {

// The target of an export: stdout, or a file of mode 0600 that appears under its name only when it
// is complete and durable. Refuses a name of anything but a regular file. Never writes through a
// symbolic link; a link to a regular file is replaced. One thread.
class ExportFile {
 public:
  // `-` is stdout.
  explicit ExportFile(std::string name);
  ~ExportFile();
  ExportFile(const ExportFile&) = delete;
  ExportFile& operator=(const ExportFile&) = delete;

  // Returns false once a write has failed; finish() says why.
  bool write(std::string_view bytes);
  // Completes the export. Returns a sentence if the export is incomplete, else nullopt.
  std::optional<std::string> finish();

 private:
  bool to_stdout() const { return name_ == "-"; }
  std::string unfinished() const { return name_ + ".part"; }
  bool is_ours(int fd) const;

  const std::string name_;
  int fd_ = -1;
  int error_ = 0;
};

}  // namespace countersign

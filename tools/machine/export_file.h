#pragma once
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace countersign {

// Where an export goes: stdout, or a file of mode 0600 that appears under its
// name only when it is whole and durable. What is no file is not replaced, and a link is not
// written through. One thread.
class ExportFile {
 public:
  // `-` is stdout.
  explicit ExportFile(std::string name);
  ~ExportFile();
  ExportFile(const ExportFile&) = delete;
  ExportFile& operator=(const ExportFile&) = delete;

  // False once something could not be written; finish() says what.
  bool write(std::string_view bytes);
  // A sentence when the export is not all there; none when it is.
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

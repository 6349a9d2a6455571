#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "core/machine/files/held_folder.h"
#include "core/machine/files/owned_fd.h"
#include "core/result.h"
#include "events/tlog/tree/merkle_proof.h"

namespace countersign {

// A file of lines, read from its beginning in pieces of a megabyte. A line has at most
// `line_bytes_max` bytes, which bounds the memory. One thread.
class LineFile {
 public:
  // Opens a regular file that an operator named, perhaps by a link.
  static Result<LineFile, tlog::ReadError> open(const std::filesystem::path& path,
                                                std::size_t line_bytes_max);
  // Opens a file in a folder that anybody may have made.
  static Result<LineFile, tlog::ReadError> open(const HeldFolder& folder,
                                                std::string_view name,
                                                std::size_t line_bytes_max);

  enum class Got : std::uint8_t { Line, End, Cut, TooLong, Failed };
  // The next line, without its newline, valid until the next call. Cut: bytes without a newline at
  // the end of the file.
  Got next(std::string_view& line);

  // Continues behind so many bytes; false if the file cannot be read there.
  bool skip_to(std::uint64_t offset);
  // Continues from the beginning; false if the file cannot be read again.
  bool rewind();

  // The number of bytes that next() has given, newlines included.
  std::uint64_t offset() const { return offset_; }

 private:
  LineFile(OwnedFd file, std::size_t line_bytes_max);
  static Result<LineFile, tlog::ReadError> of(Result<OwnedFd, FolderFault> file,
                                              std::size_t line_bytes_max);
  bool fill();

  OwnedFd file_;
  std::size_t line_bytes_max_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  bool failed_ = false;
  std::uint64_t offset_ = 0;
};

}  // namespace countersign

#pragma once
#include <cstdint>
#include <string>

#include "core/ids.h"

namespace countersign {

// The description of a vault file in an event: enough to find the file, to know its true length,
// and to check its plain bytes.
struct SealedFile {
  FileId file;
  std::string day;  // yyyymmdd, the folder that contains the file
  std::uint64_t size_bytes = 0;
  Sha256 sha256;            // of the plain bytes behind the last image that was ended
  std::uint32_t crc32 = 0;  // of the same bytes; needed for a zip archive

  friend bool operator==(const SealedFile&, const SealedFile&) = default;
};

// A stretch of a vault file's plain bytes.
struct FileRange {
  std::uint64_t offset = 0;
  std::uint64_t size_bytes = 0;

  friend bool operator==(const FileRange&, const FileRange&) = default;
};

// An image in a vault file that holds several, as it was written.
struct WrittenImage {
  FileRange range;
  Sha256 sha256;            // of the image's plain bytes
  std::uint32_t crc32 = 0;  // of the same bytes

  friend bool operator==(const WrittenImage&, const WrittenImage&) = default;
};

}  // namespace countersign

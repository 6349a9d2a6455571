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
  Sha256 sha256;            // of the plain bytes
  std::uint32_t crc32 = 0;  // of the plain bytes; needed for a zip archive

  friend bool operator==(const SealedFile&, const SealedFile&) = default;
};

}  // namespace countersign

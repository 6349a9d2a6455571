#pragma once
#include <cstdint>
#include <string>

#include "core/ids.h"

namespace countersign {

// What an event says of a file in the vault: enough to find it, to know its true
// length, and to check its plain bytes.
struct SealedFile {
  FileId file;
  std::string day;  // yyyymmdd, the folder it lies in
  std::uint64_t size_bytes = 0;
  Sha256 sha256;            // of the plain bytes
  std::uint32_t crc32 = 0;  // of the plain bytes; what a zip archive wants

  friend bool operator==(const SealedFile&, const SealedFile&) = default;
};

}  // namespace countersign

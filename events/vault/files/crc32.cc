#include "events/vault/files/crc32.h"

#include <zlib.h>

namespace countersign {

std::uint32_t crc32_of(ByteView bytes, std::uint32_t so_far) {
  // zlib takes a null pointer to ask for the start value.
  if (bytes.empty()) return so_far;
  return static_cast<std::uint32_t>(::crc32_z(so_far, bytes.data(), bytes.size()));
}

}  // namespace countersign

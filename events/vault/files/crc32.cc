#include "events/vault/files/crc32.h"

#include <zlib.h>

namespace countersign {

std::uint32_t crc32_of(ByteView bytes, std::uint32_t so_far) {
  // For a null pointer zlib returns the start value, not `so_far`.
  if (bytes.empty()) return so_far;
  return static_cast<std::uint32_t>(::crc32_z(so_far, bytes.data(), bytes.size()));
}

}  // namespace countersign

#pragma once
#include <cstdint>

#include "core/text/bytes.h"

namespace countersign {

// Continues the CRC-32 of zip and PNG (ISO 3309) from `so_far`, which is 0 at the start. Detects
// accidental changes, not deliberate ones.
std::uint32_t crc32_of(ByteView bytes, std::uint32_t so_far = 0);

}  // namespace countersign

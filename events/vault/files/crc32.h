#pragma once
#include <cstdint>

#include "core/text/bytes.h"

namespace countersign {

// The CRC-32 of zip and PNG (ISO 3309), continued from `so_far`; 0 at the start.
// It finds accidents, not attackers.
std::uint32_t crc32_of(ByteView bytes, std::uint32_t so_far = 0);

}  // namespace countersign

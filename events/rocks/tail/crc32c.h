#pragma once
#include <cstdint>
#include <string_view>

namespace countersign {

// CRC-32C (Castagnoli; RFC 3720, appendix B.4), the checksum of RocksDB's files. Continues from
// `before`, the CRC of the preceding bytes, or 0 if there are none. Pure.
std::uint32_t crc32c(std::uint32_t before, std::string_view bytes);

}  // namespace countersign

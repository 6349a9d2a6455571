#pragma once
#include <cstdint>
#include <string_view>

namespace countersign {

// CRC-32C (Castagnoli; RFC 3720, appendix B.4), the checksum of RocksDB's files. Goes on from
// `before`, the CRC of the bytes in front; 0 for none. Pure.
std::uint32_t crc32c(std::uint32_t before, std::string_view bytes);

}  // namespace countersign

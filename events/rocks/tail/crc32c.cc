#include "events/rocks/tail/crc32c.h"

#include <array>
#include <cstddef>
#include <cstring>

namespace countersign {
namespace {

constexpr std::uint32_t kPolynomial = 0x82f63b78;  // 0x1edc6f41 with its bits in reverse
constexpr std::size_t kAtOnce = 8;                 // bytes

using Table = std::array<std::uint32_t, 256>;

// Table n holds the CRC of each byte followed by n zero bytes ("slicing by 8": Kounavis and Berry,
// 2005).
constexpr std::array<Table, kAtOnce> make_tables() {
  std::array<Table, kAtOnce> tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? kPolynomial : 0);
    tables[0][byte] = crc;
  }
  for (std::size_t n = 1; n < kAtOnce; ++n) {
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const std::uint32_t crc = tables[n - 1][byte];
      tables[n][byte] = (crc >> 8) ^ tables[0][crc & 0xff];
    }
  }
  return tables;
}

constexpr std::array<Table, kAtOnce> kTables = make_tables();

constexpr std::uint32_t byte_of(char c) { return static_cast<std::uint8_t>(c); }

}  // namespace

std::uint32_t crc32c(std::uint32_t before, std::string_view bytes) {
  std::uint32_t crc = ~before;
  while (bytes.size() >= kAtOnce) {
    for (std::size_t i = 0; i < 4; ++i) crc ^= byte_of(bytes[i]) << (8 * i);
    std::uint32_t next = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      next ^= kTables[7 - i][(crc >> (8 * i)) & 0xff] ^ kTables[3 - i][byte_of(bytes[4 + i])];
    }
    crc = next;
    bytes.remove_prefix(kAtOnce);
  }
  for (const char c : bytes) crc = (crc >> 8) ^ kTables[0][(crc ^ byte_of(c)) & 0xff];
  return ~crc;
}

}  // namespace countersign

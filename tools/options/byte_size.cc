#include "tools/options/byte_size.h"

#include <array>
#include <charconv>
#include <system_error>

namespace countersign {

namespace {

struct SizeUnit {
  std::string_view name;
  int shift;
};

constexpr std::array kSizeUnits{SizeUnit{"TiB", 40},
                                SizeUnit{"GiB", 30},
                                SizeUnit{"MiB", 20},
                                SizeUnit{"KiB", 10},
                                SizeUnit{"B", 0},
                                SizeUnit{"", 0}};
constexpr std::uint64_t kLargestBytes = 1ull << 53;  // exact in JSON

}  // namespace

std::optional<std::uint64_t> parse_byte_size(std::string_view text) {
  std::uint64_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  for (const SizeUnit& unit : kSizeUnits) {
    if (text != unit.name) continue;
    if (count > kLargestBytes >> unit.shift) return std::nullopt;
    return count << unit.shift;
  }
  return std::nullopt;
}

std::string byte_size_text(std::uint64_t bytes) {
  for (const SizeUnit& unit : kSizeUnits) {
    const std::uint64_t size = 1ull << unit.shift;
    if (unit.shift == 0 || (bytes >= size && bytes % size == 0)) {
      return std::to_string(bytes >> unit.shift) + std::string(unit.shift == 0 ? "" : unit.name);
    }
  }
  return {};
}

}  // namespace countersign

#include "core/text/milli.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <system_error>

#include "core/ascii.h"

namespace countersign {
namespace {

constexpr std::size_t kWholeDigitsMax = 12;
constexpr std::size_t kFractionDigits = 3;

bool all_digits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, is_digit);
}

std::int64_t number_of(std::string_view digits) {
  std::int64_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

}  // namespace

std::string milli_to_decimal(std::int64_t milli) {
  const bool negative = milli < 0;
  // Negated as unsigned, because the smallest signed number has no positive counterpart.
  const std::uint64_t size =
      negative ? ~static_cast<std::uint64_t>(milli) + 1 : static_cast<std::uint64_t>(milli);
  std::string decimal = negative ? "-" : "";
  decimal += std::to_string(size / 1000);
  std::string fraction = std::to_string(1000 + size % 1000).substr(1);
  while (!fraction.empty() && fraction.back() == '0') fraction.pop_back();
  if (!fraction.empty()) decimal += "." + fraction;
  return decimal;
}

std::optional<std::int64_t> milli_of_decimal(std::string_view decimal) {
  const bool negative = decimal.starts_with('-');
  if (negative) decimal.remove_prefix(1);
  const std::size_t point = decimal.find('.');
  const std::string_view whole = decimal.substr(0, point);
  if (!all_digits(whole) || whole.size() > kWholeDigitsMax) return std::nullopt;
  std::string fraction(kFractionDigits, '0');
  if (point != std::string_view::npos) {
    const std::string_view digits = decimal.substr(point + 1);
    if (!all_digits(digits) || digits.size() > kFractionDigits) return std::nullopt;
    std::ranges::copy(digits, fraction.begin());
  }
  const std::int64_t milli = number_of(whole) * 1000 + number_of(fraction);
  return negative ? -milli : milli;
}

}  // namespace countersign

#include "core/text/base64url.h"

#include <array>
#include <cstdint>

namespace countersign {
namespace {

constexpr std::string_view kUrlAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::string_view kStandardAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::uint8_t kOutsideAlphabet = 0xff;
using Values = std::array<std::uint8_t, 256>;

constexpr Values values_of(std::string_view alphabet) {
  Values values{};
  values.fill(kOutsideAlphabet);
  for (std::size_t i = 0; i < alphabet.size(); ++i) {
    values[static_cast<std::uint8_t>(alphabet[i])] = static_cast<std::uint8_t>(i);
  }
  return values;
}
constexpr Values kUrlValues = values_of(kUrlAlphabet);
constexpr Values kStandardValues = values_of(kStandardAlphabet);

std::string encode(ByteView bytes, std::string_view alphabet) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  std::uint32_t bits = 0;
  int count = 0;
  for (const std::uint8_t byte : bytes) {
    bits = (bits << 8) | byte;
    count += 8;
    while (count >= 6) {
      count -= 6;
      text += alphabet[(bits >> count) & 63];
    }
  }
  if (count > 0) text += alphabet[(bits << (6 - count)) & 63];
  return text;
}

std::optional<std::string> decode(std::string_view digits, const Values& values) {
  if (digits.size() % 4 == 1) return std::nullopt;
  std::string bytes;
  bytes.reserve(digits.size() / 4 * 3 + 2);
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : digits) {
    const std::uint8_t value = values[static_cast<std::uint8_t>(c)];
    if (value == kOutsideAlphabet) return std::nullopt;
    bits = (bits << 6) | value;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>((bits >> count) & 255);
  }
  // The leftover bits must be zero, or two texts would decode to the same bytes.
  if ((bits & ((1U << count) - 1)) != 0) return std::nullopt;
  return bytes;
}

}  // namespace

std::string to_base64url(ByteView bytes) { return encode(bytes, kUrlAlphabet); }

std::optional<std::string> from_base64url(std::string_view text) {
  return decode(text, kUrlValues);
}

std::string to_base64(ByteView bytes) {
  std::string text = encode(bytes, kStandardAlphabet);
  while (text.size() % 4 != 0) text += '=';
  return text;
}

std::optional<std::string> from_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  if (text.ends_with("==")) return decode(text.substr(0, text.size() - 2), kStandardValues);
  if (text.ends_with('=')) return decode(text.substr(0, text.size() - 1), kStandardValues);
  return decode(text, kStandardValues);
}

}  // namespace countersign

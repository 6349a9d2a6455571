#include "core/text/utf8.h"

#include <cstdint>
#include <cstring>

namespace countersign {
namespace {

// Whether the next eight bytes are ASCII, which most of a text is.
bool begins_with_ascii_word(std::string_view text) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080;
  std::uint64_t word = 0;
  if (text.size() < sizeof(word)) return false;
  std::memcpy(&word, text.data(), sizeof(word));
  return (word & kHighBits) == 0;
}

}  // namespace

std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const auto continues = [&](std::size_t i) { return (byte(i) & 0xc0) == 0x80; };
  const std::uint8_t lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead < 0xc2) return 0;
  if (lead < 0xe0) return text.size() >= 2 && continues(1) ? 2 : 0;
  if (lead < 0xf0) {
    if (text.size() < 3 || !continues(1) || !continues(2)) return 0;
    if (lead == 0xe0 && byte(1) < 0xa0) return 0;  // overlong
    if (lead == 0xed && byte(1) > 0x9f) return 0;  // a surrogate
    return 3;
  }
  if (lead > 0xf4 || text.size() < 4) return 0;
  if (!continues(1) || !continues(2) || !continues(3)) return 0;
  if (lead == 0xf0 && byte(1) < 0x90) return 0;  // overlong
  if (lead == 0xf4 && byte(1) > 0x8f) return 0;  // beyond U+10FFFF
  return 4;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    if (begins_with_ascii_word(text)) {
      text.remove_prefix(sizeof(std::uint64_t));
      continue;
    }
    const std::size_t length = utf8_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

}  // namespace countersign

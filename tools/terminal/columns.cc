#include "tools/terminal/columns.h"

#include <locale.h>
#include <wchar.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/text/utf8.h"

namespace countersign {
namespace {

constexpr std::string_view kEllipsis = "…";

// wcwidth() in the UTF-8 locale that Debian always has, whatever the user's locale is. On a machine
// without that locale each character counts as one column.
std::size_t columns_of_code_point(wchar_t code_point) {
  static const ::locale_t utf8 = ::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
  if (utf8 == nullptr) return 1;
  const ::locale_t before = ::uselocale(utf8);
  const int columns = ::wcwidth(code_point);
  ::uselocale(before);
  return columns < 0 ? 1 : static_cast<std::size_t>(columns);
}

struct Character {
  std::string_view bytes;
  std::size_t columns;
};

// REQUIRES: !text.empty().
Character first_of(std::string_view text) {
  const std::size_t length = utf8_length(text);
  if (length <= 1) return {text.substr(0, 1), 1};
  std::uint32_t code_point = static_cast<std::uint8_t>(text[0]) & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    code_point = code_point << 6 | (static_cast<std::uint8_t>(text[i]) & 0x3fU);
  }
  return {text.substr(0, length), columns_of_code_point(static_cast<wchar_t>(code_point))};
}

std::vector<Character> characters_of(std::string_view text) {
  std::vector<Character> characters;
  while (!text.empty()) {
    characters.push_back(first_of(text));
    text.remove_prefix(characters.back().bytes.size());
  }
  return characters;
}

// The first characters that fit, from either end.
template <class Iterator>
Iterator end_of_fitting(Iterator at, Iterator end, std::size_t columns) {
  for (; at != end && at->columns <= columns; ++at) columns -= at->columns;
  return at;
}

}  // namespace

std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) {
    const Character character = first_of(text);
    columns += character.columns;
    text.remove_prefix(character.bytes.size());
  }
  return columns;
}

std::string cut_to(std::string_view text, std::size_t columns) {
  if (columns_of(text) <= columns) return std::string(text);
  const std::vector<Character> characters = characters_of(text);
  const std::size_t kept = columns - 1;
  const std::size_t behind = text.find(' ') == text.npos ? kept / 2 : 0;
  const auto head = end_of_fitting(characters.begin(), characters.end(), kept - behind);
  const auto tail = end_of_fitting(characters.rbegin(), characters.rend(), behind).base();
  std::string cut;
  std::for_each(characters.begin(), head, [&](const Character& each) { cut += each.bytes; });
  cut += kEllipsis;
  std::for_each(tail, characters.end(), [&](const Character& each) { cut += each.bytes; });
  return cut;
}

}  // namespace countersign

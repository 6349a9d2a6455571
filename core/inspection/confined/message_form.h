#pragma once
#include <algorithm>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "core/big_endian.h"
#include "core/inspection/confined/message.h"
#include "core/text/utf8.h"

namespace countersign::confined {

// The form of binary_record.h in which messages are carried. Integers are big-endian, in as many
// bytes as the type has. Lengths and counts are u32.
struct MessageForm {
  using Count = std::uint32_t;

  template <std::integral T>
  static void append_number(std::string& out, T number) {
    append_big_endian(out, static_cast<std::make_unsigned_t<T>>(number));
  }

  template <std::integral T>
  static std::optional<T> take_number(std::string_view& rest) {
    if (rest.size() < sizeof(T)) return std::nullopt;
    const auto number = static_cast<T>(big_endian<std::make_unsigned_t<T>>(rest));
    rest.remove_prefix(sizeof(T));
    return number;
  }

  // UTF-8 without control characters.
  static bool allows_text(std::string_view text) {
    const auto is_control = [](char c) { return (c >= 0 && c < ' ') || c == '\x7f'; };
    return text.size() <= kTextMaxBytes && std::ranges::none_of(text, is_control) && is_utf8(text);
  }
  static bool allows_items(Count count) { return count <= kListMax; }
};

}  // namespace countersign::confined

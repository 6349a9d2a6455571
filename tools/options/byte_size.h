#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace countersign {

// A number of bytes as an operator writes it: `64KiB`, `10MiB`, `2GiB`, or a
// plain number of bytes with or without `B`. Units are powers of 1024 (IEC
// 80000-13) and whole; `10MB` is refused, since half of its readers would be
// wrong. None when the text is anything else, or above 2^53.
std::optional<std::uint64_t> parse_byte_size(std::string_view text);

// The shortest text that parse_byte_size() reads as this number.
std::string byte_size_text(std::uint64_t bytes);

}  // namespace countersign

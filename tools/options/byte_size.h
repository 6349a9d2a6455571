#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace countersign {

// Parses a number of bytes as an operator writes it: `64KiB`, `10MiB`, `2GiB`, or a plain number of
// bytes with or without `B`. Numbers are whole, and units are powers of 1024 (IEC 80000-13). `10MB`
// is refused because half of its readers would misread it. Returns nullopt for any other text, and
// above 2^53.
std::optional<std::uint64_t> parse_byte_size(std::string_view text);

// The shortest text that parse_byte_size() reads as this number.
std::string byte_size_text(std::uint64_t bytes);

}  // namespace countersign

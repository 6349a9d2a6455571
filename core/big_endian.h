#pragma once
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace countersign {

// Appends an unsigned integer, the most significant byte first, in as many bytes as the type has.
template <std::unsigned_integral T>
void append_big_endian(std::string& out, T value) {
  for (std::size_t left = sizeof(T); left > 0; --left) {
    out.push_back(static_cast<char>(value >> (8 * (left - 1))));
  }
}

// Returns the integer at the front of `bytes`. REQUIRES: at least sizeof(T) bytes.
template <std::unsigned_integral T>
T big_endian(std::string_view bytes) {
  T value = 0;
  for (const char c : bytes.substr(0, sizeof(T))) {
    value = static_cast<T>(value << 8 | static_cast<std::uint8_t>(c));
  }
  return value;
}

}  // namespace countersign

#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "core/big_endian.h"
#include "core/utc_time.h"

namespace countersign {

// Builds the key of a view's entry part by part, such that keys order as their parts do: numbers
// big-endian, times as numbers with the sign bit inverted.
class ViewKey {
 public:
  ViewKey& letter(char c) {
    key_.push_back(c);
    return *this;
  }
  // REQUIRES: it is the last part, or contains no 0x00 and is followed by end_of_text().
  ViewKey& text(std::string_view part) {
    key_.append(part);
    return *this;
  }
  ViewKey& end_of_text() { return letter('\0'); }
  template <std::size_t N>
  ViewKey& bytes(const std::array<std::uint8_t, N>& part) {
    key_.append(reinterpret_cast<const char*>(part.data()), part.size());
    return *this;
  }
  ViewKey& number(std::uint64_t part) {
    append_big_endian(key_, part);
    return *this;
  }
  ViewKey& time(UtcTime part) {
    return number(static_cast<std::uint64_t>(part.value()) ^ kSignBit);
  }
  std::string take() { return std::move(key_); }

  static constexpr std::size_t kNumberBytes = 8;
  // REQUIRES: `key` has kNumberBytes left at `offset`.
  static std::uint64_t number_at(std::string_view key, std::size_t offset) {
    return big_endian<std::uint64_t>(key.substr(offset));
  }
  static UtcTime time_at(std::string_view key, std::size_t offset) {
    return UtcTime(static_cast<std::int64_t>(number_at(key, offset) ^ kSignBit));
  }

 private:
  static constexpr std::uint64_t kSignBit = 1ull << 63;

  std::string key_;
};

}  // namespace countersign

#pragma once
#include <cstdint>
#include <initializer_list>

namespace countersign {

// A set of enumerators of E, whose values are below 64.
template <class E>
class EnumSet {
 public:
  constexpr EnumSet() = default;
  constexpr EnumSet(std::initializer_list<E> values) {
    for (const E value : values) bits_ |= bit(value);
  }

  constexpr bool has(E value) const { return (bits_ & bit(value)) != 0; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr EnumSet& operator|=(EnumSet other) {
    bits_ |= other.bits_;
    return *this;
  }

 private:
  static constexpr std::uint64_t bit(E value) {
    return std::uint64_t{1} << static_cast<unsigned>(value);
  }

  std::uint64_t bits_ = 0;
};

}  // namespace countersign

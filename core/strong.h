#pragma once
#include <compare>
#include <cstddef>
#include <functional>
#include <utility>

namespace countersign {

// A T that cannot be confused with another T. Wrapping and unwrapping are explicit at the call
// site; there is no conversion in either direction.
template <class Tag, class T>
class Strong {
 public:
  using Value = T;

  constexpr Strong() = default;
  explicit constexpr Strong(T value) : value_(std::move(value)) {}

  constexpr const T& value() const& { return value_; }
  constexpr T&& value() && { return std::move(value_); }

  friend auto operator<=>(const Strong&, const Strong&) = default;

 private:
  T value_{};
};

}  // namespace countersign

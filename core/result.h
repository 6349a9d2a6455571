#pragma once
#include <utility>
#include <variant>

#include "core/check.h"

namespace countersign {

// Holds a T, or the E that says why there is no T. The names are those of std::expected (C++23),
// which g++ 12 does not offer in C++20 mode. Reading the value of a failure, or the error of a
// success, is a bug and aborts.
template <class T, class E>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(E error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool has_value() const { return state_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  const T& value() const& {
    check(has_value(), "a Result whose value is read holds a value");
    return *std::get_if<0>(&state_);
  }
  T& value() & {
    check(has_value(), "a Result whose value is read holds a value");
    return *std::get_if<0>(&state_);
  }
  T&& value() && {
    check(has_value(), "a Result whose value is read holds a value");
    return std::move(*std::get_if<0>(&state_));
  }
  const E& error() const {
    check(!has_value(), "a Result whose error is read holds an error");
    return *std::get_if<1>(&state_);
  }

  const T& operator*() const& { return value(); }
  T& operator*() & { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  const T* operator->() const { return &value(); }
  T* operator->() { return &value(); }

  friend bool operator==(const Result&, const Result&) = default;

 private:
  std::variant<T, E> state_;
};

}  // namespace countersign

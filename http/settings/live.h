#pragma once
#include <concepts>
#include <type_traits>
#include <utility>

#include "core/machine/threads/mutex.h"

namespace countersign::http {

// A setting that a running server may be given anew, when its operator has changed the file of
// settings. Reads as the value that it has at that moment, so a call that reads the setting twice
// may see both values.
//
// Thread-safe, but for unshared().
template <class T>
class Live {
 public:
  Live() = default;
  // From what makes a T, and implicit, so that the setting is written as a plain member is.
  template <class Value>
  requires(std::convertible_to<Value, T> && !std::same_as<std::remove_cvref_t<Value>, Live>)
      // NOLINTNEXTLINE(bugprone-forwarding-reference-overload): the requirement leaves copies out
      Live(Value&& value)
      : value_(std::forward<Value>(value)) {}
  Live(const Live& other) : value_(other.get()) {}
  Live& operator=(const Live& other) {
    if (this != &other) set(other.get());
    return *this;
  }

  T get() const {
    const MutexLock lock(mutex_);
    return value_;
  }
  operator T() const { return get(); }
  void set(T value) {
    const MutexLock lock(mutex_);
    value_ = std::move(value);
  }

  // The value itself, for the code that parses settings. REQUIRES: no other thread uses this object
  // while the reference is used.
  T& unshared() UNCHECKED_LOCKS { return value_; }

  // Numbers are compared by the language itself.
  friend bool operator==(const Live& live, const T& value) requires(!std::is_arithmetic_v<T>) {
    return live.get() == value;
  }

 private:
  mutable Mutex mutex_;
  T value_ GUARDED_BY(mutex_){};
};

}  // namespace countersign::http

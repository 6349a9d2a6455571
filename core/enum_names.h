#pragma once
#include <array>
#include <concepts>
#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>

#include "core/ascii.h"
#include "core/check.h"

namespace countersign {

template <class E>
struct Named {
  E value;
  std::string_view name;
};

// Specialised once per enum, directly below it, as a std::array of Named. This is the only place
// that names the enum's values, both in the log and on the wire.
template <class E>
inline constexpr auto enum_names = nullptr;

template <class E>
concept NamedEnum = !std::same_as<std::remove_cvref_t<decltype(enum_names<E>)>, std::nullptr_t>;

template <NamedEnum E>
constexpr std::string_view name_of(E value) {
  for (const auto& entry : enum_names<E>) {
    if (entry.value == value) return entry.name;
  }
  check(false, "an enum value has a name in enum_names");
  return {};
}

// Exact match; for names that this program wrote.
template <NamedEnum E>
constexpr std::optional<E> parse_name(std::string_view name) {
  for (const auto& entry : enum_names<E>) {
    if (entry.name == name) return entry.value;
  }
  return std::nullopt;
}

// Ignores ASCII case; for names that clients send.
template <NamedEnum E>
constexpr std::optional<E> parse_name_ignoring_case(std::string_view name) {
  for (const auto& entry : enum_names<E>) {
    if (equal_ignoring_case(entry.name, name)) return entry.value;
  }
  return std::nullopt;
}

}  // namespace countersign

#pragma once
#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "core/enum_names.h"
#include "core/ids.h"
#include "core/text/json_writer.h"
#include "core/utc_time.h"
#include "http/json/json_of.h"
#include "http/json/members.h"

// The inputs of operations: what their tables share, and their JSON for a caller who gives only a
// part of the members. The record itself cannot say which members were given, and has ids and times
// where a caller has the texts that a person typed.
namespace countersign::http {

inline constexpr Rule kLeftOut{.left_out = true};

inline constexpr std::uint64_t kPageDefault = 100;
inline constexpr std::uint64_t kPageMax = 1000;

// The name of a member, as an argument of a template.
template <std::size_t kSize>
struct MemberName {
  consteval MemberName(const char (&name)[kSize]) { std::ranges::copy(name, text.begin()); }
  constexpr std::string_view view() const { return {text.data(), kSize - 1}; }
  std::array<char, kSize> text{};
};

// A member with its value. An optional without a value is left out, and an optional of an optional
// can be null too.
template <MemberName kName, class T>
struct GivenMember {
  T value;
};
template <MemberName kName, class T>
GivenMember<kName, T> given(T value) {
  return {std::move(value)};
}

// The value, or nullopt, which leaves its member out.
template <class T>
std::optional<T> only_if(bool is_given, T value) {
  // std::optional(value) would not wrap an optional once more.
  return is_given ? std::optional<T>(std::move(value)) : std::nullopt;
}
template <class T>
std::optional<T> unless_empty(T value) {
  return only_if(!value.empty(), value);
}

namespace detail {

// Whether an operation reads a value of type T from a text.
template <class T>
inline constexpr bool is_read_from_text =
    std::is_convertible_v<const T&, std::string_view> || NamedEnum<T> || std::same_as<T, Uuid> ||
    std::same_as<T, Digest> || std::same_as<T, UtcTime>;

// Whether a T is written as a member of type Declared.
template <class Declared, class T>
consteval bool fits() {
  if constexpr (std::same_as<Declared, T>) {
    return true;
  } else if constexpr (is_optional<Declared>) {
    return fits<typename Declared::value_type, T>();
  } else if constexpr (is_optional<T>) {
    return fits<Declared, typename T::value_type>();
  } else if constexpr (IsStrong<Declared>) {
    return fits<typename Declared::Value, T>();
  } else if constexpr (std::unsigned_integral<Declared> && std::unsigned_integral<T>) {
    return !std::same_as<Declared, bool> && !std::same_as<T, bool>;
  } else {
    return is_read_from_text<Declared> && std::is_convertible_v<const T&, std::string_view>;
  }
}

// Whether the record has a member of this name that a T fits.
template <class Record, class T>
consteval bool has_member(std::string_view name) {
  return std::apply(
      [&]<class... Get>(const Member<Get>&... member) {
        return ((member.name == name && fits<MemberType<Get, Record>, T>()) || ...);
      },
      members_of<Record>);
}

// Whether no member of the record is named twice, and each that may not be left out is named.
template <class Record>
consteval bool are_whole(std::initializer_list<std::string_view> names) {
  const auto is_right = [&](const auto& member) {
    const auto times = std::ranges::count(names, member.name);
    return times == 1 || (times == 0 && member.rule.left_out);
  };
  return std::apply([&](const auto&... member) { return (is_right(member) && ...); },
                    members_of<Record>);
}

}  // namespace detail

// The input of an operation with the members that are given. A member that the operation's table
// does not name, or has of another type, does not compile; nor does an input without a member that
// may not be left out.
template <HasMembers Record, MemberName... kNames, class... T>
std::string input_of(const GivenMember<kNames, T>&... members) {
  static_assert((detail::has_member<Record, T>(kNames.view()) && ...),
                "the record has no such member of such a type");
  static_assert(detail::are_whole<Record>({kNames.view()...}),
                "a member that may not be left out is missing, or one is given twice");
  JsonWriter json;
  json.begin_object();
  const auto put = [&](std::string_view name, const auto& value) {
    if constexpr (detail::is_optional<std::remove_cvref_t<decltype(value)>>) {
      if (!value) return;
      json.key(name);
      put_json(json, *value);
    } else {
      json.key(name);
      put_json(json, value);
    }
  };
  (put(kNames.view(), members.value), ...);
  return json.end_object().take();
}

}  // namespace countersign::http

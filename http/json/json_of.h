#pragma once
#include <concepts>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "core/enum_names.h"
#include "core/ids.h"
#include "core/text/json_writer.h"
#include "core/utc_time.h"
#include "http/json/members.h"

// The JSON of a record, derived from its members:
//
//   record with members_of  object of all its members, in their order
//   bool, unsigned integer  true or false, number
//   Milli                   decimal number
//   text, NamedEnum         text
//   UtcTime, Uuid, Digest   RFC 3339, UUID and hexadecimal text
//   Strong<T>               as T
//   a type with to_text()   that text
//   optional                null, or the value; left out if the member's rule says so
//   JSON text               a type with the member `json`: as it is
//   range                   array
namespace countersign::http {

namespace detail {

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

template <class T>
concept IsStrong = requires(const T& value) {
  typename T::Value;
  value.value();
};

template <class T>
concept HasText = requires(const T& value) {
  { to_text(value) } -> std::same_as<std::string>;
};

template <class T>
concept IsJsonText = requires(const T& value) {
  { value.json } -> std::convertible_to<std::string_view>;
};

}  // namespace detail

template <class T>
void put_json(JsonWriter& json, const T& value);

template <class Get, class Record>
void put_member(JsonWriter& json, const Member<Get>& member, const Record& record) {
  decltype(auto) value = std::invoke(member.get, record);
  if constexpr (detail::is_optional<MemberType<Get, Record>>) {
    if (member.rule.left_out && !value) return;
  }
  json.key(member.name);
  put_json(json, value);
}

// Writes the members into an object that has been begun.
template <HasMembers Record>
void put_members(JsonWriter& json, const Record& record) {
  std::apply([&](const auto&... member) { (put_member(json, member, record), ...); },
             members_of<Record>);
}

template <class T>
void put_json(JsonWriter& json, const T& value) {
  if constexpr (HasMembers<T>) {
    json.begin_object();
    put_members(json, value);
    json.end_object();
  } else if constexpr (std::same_as<T, bool>) {
    json.boolean(value);
  } else if constexpr (std::unsigned_integral<T>) {
    json.number(value);
  } else if constexpr (std::same_as<T, Milli>) {
    json.milli(value.thousandths);
  } else if constexpr (std::is_convertible_v<const T&, std::string_view>) {
    json.text(value);
  } else if constexpr (NamedEnum<T>) {
    json.text(name_of(value));
  } else if constexpr (std::same_as<T, UtcTime> || std::same_as<T, Uuid>) {
    json.text(to_string(value));
  } else if constexpr (std::same_as<T, Digest>) {
    json.text(to_hex(value));
  } else if constexpr (detail::IsStrong<T>) {
    put_json(json, value.value());
  } else if constexpr (detail::HasText<T>) {
    json.text(to_text(value));
  } else if constexpr (detail::is_optional<T>) {
    if (value) return put_json(json, *value);
    json.null();
  } else if constexpr (detail::IsJsonText<T>) {
    json.raw(value.json);
  } else {
    json.begin_array();
    for (const auto& item : value) put_json(json, item);
    json.end_array();
  }
}

template <class T>
std::string json_of(const T& value) {
  JsonWriter json;
  put_json(json, value);
  return json.take();
}

}  // namespace countersign::http

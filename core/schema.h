#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <variant>

// Reflection for the records that reach the disk. A record is declared once: a struct with its
// fields listed directly below it. The codec, the export, the documentation's tables and the tests'
// generators derive from that list.
namespace countersign {

template <class Record, class T>
struct Field {
  std::string_view name;  // its key in the JSON; never changed, never reused
  T Record::*member;
};
template <class Record, class T>
Field(std::string_view, T Record::*) -> Field<Record, T>;

template <class... Fields>
consteval std::tuple<Fields...> fields(Fields... list) {
  return {list...};
}

// Specialised once per record, directly below its struct.
template <class Record>
inline constexpr auto fields_of = nullptr;

template <class T>
concept Reflected =
    !std::is_same_v<std::remove_cvref_t<decltype(fields_of<std::remove_cvref_t<T>>)>,
                    std::nullptr_t>;

template <Reflected Record, class Visitor>
constexpr void for_each_field(Record& record, Visitor&& visit) {
  using Plain = std::remove_const_t<Record>;
  std::apply([&](const auto&... field) { (visit(field.name, record.*(field.member)), ...); },
             fields_of<Plain>);
}

// What the log identifies an event type by.
struct EventType {
  std::uint16_t number;      // never changed, never reused
  std::uint16_t version;     // of its fields; raised together with a new upcaster
  std::string_view name;     // past tense; its `type` in the JSON
  std::string_view meaning;  // one sentence; its row in the documentation
};

// Specialised once per event, directly below its fields.
template <class Event>
inline constexpr EventType event_type{};

namespace detail {

// Counts the members of an aggregate. A member that is missing from the field list is then a
// compile error, instead of data that silently never reaches the disk.
struct Anything {
  template <class T>
  operator T&() const&&;
  template <class T>
  operator T&&() const&&;
};

template <class T, class... Args>
consteval std::size_t member_count() {
  if constexpr (requires { T{Args{}..., Anything{}}; }) {
    return member_count<T, Args..., Anything>();
  } else {
    return sizeof...(Args);
  }
}

template <class T>
consteval bool names_are_distinct() {
  return std::apply(
      [](const auto&... field) {
        const std::array<std::string_view, sizeof...(field)> names{field.name...};
        for (std::size_t i = 0; i < names.size(); ++i) {
          for (std::size_t j = i + 1; j < names.size(); ++j) {
            if (names[i] == names[j]) return false;
          }
        }
        return true;
      },
      fields_of<T>);
}

}  // namespace detail

// True if every member of `Record` is listed exactly once, each under its own name.
template <class Record>
inline constexpr bool record_is_sound =
    std::tuple_size_v<std::remove_cvref_t<decltype(fields_of<Record>)>> ==
        detail::member_count<Record>() &&
    detail::names_are_distinct<Record>();

template <class Variant>
inline constexpr bool events_are_sound = false;

template <class... Events>
inline constexpr bool events_are_sound<std::variant<Events...>> = [] {
  const std::array<EventType, sizeof...(Events)> types{event_type<Events>...};
  for (std::size_t i = 0; i < types.size(); ++i) {
    if (types[i].number == 0 || types[i].version == 0) return false;
    for (std::size_t j = i + 1; j < types.size(); ++j) {
      if (types[i].number == types[j].number || types[i].name == types[j].name) return false;
    }
  }
  return (record_is_sound<Events> && ...);
}();

}  // namespace countersign

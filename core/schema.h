#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

// Reflection for the records that are stored or sent between processes. A record is declared once:
// a struct with its fields listed directly below it. The codec, the binary form, the export, the
// documentation's tables and the tests' generators derive from that list.
namespace countersign {

template <class Record, class T>
struct Field {
  std::string_view name;  // its key in the JSON; never changed, never reused
  T Record::*member;
};
template <class Record, class T>
Field(std::string_view, T Record::*) -> Field<Record, T>;

// The fields of a record in their order. A class of its own instead of std::tuple: every file that
// includes an event would instantiate the tuple's constructors and assignments for each list, which
// takes longer than compiling the rest of such a file.
template <class Indices, class... Fields>
class FieldListOf;

template <std::size_t I, class F>
struct FieldAt {
  F field;
};

template <std::size_t... I, class... Fields>
class FieldListOf<std::index_sequence<I...>, Fields...> : private FieldAt<I, Fields>... {
 public:
  consteval explicit FieldListOf(Fields... list) : FieldAt<I, Fields>{list}... {}

  static constexpr std::size_t size() { return sizeof...(Fields); }

  // Calls `take` once, with all fields.
  template <class Take>
  constexpr decltype(auto) apply(Take&& take) const {
    return take(FieldAt<I, Fields>::field...);
  }

  template <std::size_t N>
  constexpr const auto& at() const {
    return at<N>(*this);
  }

 private:
  template <std::size_t N, class F>
  static constexpr const F& at(const FieldAt<N, F>& field) {
    return field.field;
  }
};

template <class... Fields>
using FieldList = FieldListOf<std::index_sequence_for<Fields...>, Fields...>;

template <class... Fields>
consteval FieldList<Fields...> fields(Fields... list) {
  return FieldList<Fields...>(list...);
}

// Specialised once per record, directly below its struct.
template <class Record>
inline constexpr auto fields_of = nullptr;

template <class T>
concept Reflected =
    !std::is_same_v<std::remove_cvref_t<decltype(fields_of<std::remove_cvref_t<T>>)>,
                    std::nullptr_t>;

// Specialised as true for a type that came later than the records that have an optional of it.
// Where the optional is empty, the JSON has no such member instead of null, so that what was
// written before the type came is still the one form of what it says.
template <class T>
inline constexpr bool left_out_if_empty = false;

template <Reflected Record, class Visitor>
constexpr void for_each_field(Record& record, Visitor&& visit) {
  using Plain = std::remove_const_t<Record>;
  fields_of<Plain>.apply(
      [&](const auto&... field) { (visit(field.name, record.*(field.member)), ...); });
}

// How the log identifies an event type.
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

// Stands for a value of any type when an aggregate is initialised with it.
struct Anything {
  template <class T>
  operator T&() const&&;
  template <class T>
  operator T&&() const&&;
};

template <std::size_t>
using AnythingAt = Anything;

template <class T, std::size_t... I>
consteval bool takes(std::index_sequence<I...>) {
  return requires { T{AnythingAt<I>{}...}; };
}

// Whether the aggregate has `count` members: it can be initialised with so many values and with no
// more. Both are tried once, because each trial instantiates the constructors of every member.
template <class T, std::size_t count>
inline constexpr bool has_members = takes<T>(std::make_index_sequence<count>()) &&
                                    !takes<T>(std::make_index_sequence<count + 1>());

template <class T>
consteval bool names_are_distinct() {
  return fields_of<T>.apply([](const auto&... field) {
    const std::array<std::string_view, sizeof...(field)> names{field.name...};
    for (std::size_t i = 0; i < names.size(); ++i) {
      for (std::size_t j = i + 1; j < names.size(); ++j) {
        if (names[i] == names[j]) return false;
      }
    }
    return true;
  });
}

}  // namespace detail

// True if every member of `Record` is listed exactly once, each under its own name: a member that
// is missing from the list is a compile error, instead of data that silently never reaches the
// disk.
template <class Record>
inline constexpr bool record_is_sound =
    detail::has_members<Record, fields_of<Record>.size()>&& detail::names_are_distinct<Record>();

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

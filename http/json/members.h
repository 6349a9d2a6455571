#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

// The members of a JSON object, declared once: the JSON of a record (json_of.h), its schema in the
// OpenAPI document (schema_of.h) and its reader (http/body/body_of.h) derive from the declaration.
// A member's type says most of its schema: a UtcTime is a date-time, an enum one of its names, an
// optional may be null.
namespace countersign::http {

struct Schema;  // schema_of.h

// The rules for a member that its type does not express. In a list, a rule for texts or numbers is
// one for each item.
struct Rule {
  bool left_out = false;  // an optional without a value is left out, where it is null otherwise
  std::optional<std::uint64_t> minimum{};
  std::optional<std::uint64_t> maximum{};
  std::optional<std::uint64_t> max_length{};
  std::optional<std::uint64_t> min_items{};
  std::optional<std::uint64_t> max_items{};
  std::string_view format{};
  std::string_view pattern{};
  std::string (*schema)() = nullptr;  // a whole JSON Schema, instead of type and meaning
  Schema (*component)() = nullptr;    // of a text: the component that it, or each item, is of

  // For the reader of a body (http/body/body_of.h). `kept_as` and `each_once` are not asked of the
  // input of an operation, which has rules of its own.
  bool (*is)(std::string_view text) = nullptr;  // returns whether a text is taken
  // Returns the form in which a text is kept; nullopt refuses the text.
  std::optional<std::string> (*kept_as)(std::string_view text) = nullptr;
  bool each_once = false;  // of a list: an item that occurs twice is wrong

  bool null_empties = false;   // of a list of an operation that may be left out: null is no items
  bool empty_is_none = false;  // of an optional text: an empty one is no value
  bool judged_later = false;   // of an optional: a wrong value is no value, and no problem yet
  std::string_view wrong{};    // a sentence on a value that is wrong or missing
};

// One member. `get` is a pointer to a member of the record, or a function of the record; what it
// returns is the member's value.
template <class Get>
struct Member {
  std::string_view name;
  Get get;
  std::string_view meaning{};  // one sentence, for whom the name does not tell enough
  Rule rule{};
};
template <class Get>
Member(std::string_view, Get, std::string_view = {}, Rule = {}) -> Member<Get>;

template <class... Gets>
constexpr std::tuple<Member<Gets>...> members(Member<Gets>... list) {
  return {list...};
}

// Specialised once per record, directly below its struct.
template <class Record>
inline constexpr auto members_of = nullptr;

template <class T>
concept HasMembers = !std::is_same_v<std::remove_cvref_t<decltype(members_of<T>)>, std::nullptr_t>;

template <class Get, class Record>
using MemberType = std::remove_cvref_t<std::invoke_result_t<const Get&, const Record&>>;

// Reads with `get` from a part of a record. A type with a name: the name of a lambda contains the
// signature of the function around it, so that each level of parts would multiply the length of
// every symbol.
template <class Part, class Get>
struct Through {
  Part part;
  Get get;
  template <class Record>
  constexpr decltype(auto) operator()(Record& record) const {
    using Read = std::invoke_result_t<const Part&, Record&>;
    using Value = std::invoke_result_t<const Get&, Read>;
    static_assert(std::is_reference_v<Read> || !std::is_reference_v<Value>,
                  "the value would refer to a part that is gone");
    return std::invoke(get, std::invoke(part, record));
  }
};

// The members of a part of a record, as members of the record itself.
template <class Part, class... Gets>
constexpr auto members_through(Part part, const std::tuple<Member<Gets>...>& inner) {
  return std::apply(
      [&](const Member<Gets>&... member) {
        return members(Member<Through<Part, Gets>>{
            member.name, {part, member.get}, member.meaning, member.rule}...);
      },
      inner);
}

// The same members, each of which may be left out.
template <class... Gets>
constexpr auto members_left_out(std::tuple<Member<Gets>...> list) {
  std::apply([](auto&... member) { ((member.rule.left_out = true), ...); }, list);
  return list;
}

// A decimal number in thousandths: 12500 is 12.5.
struct Milli {
  std::int64_t thousandths = 0;
};

// Reads whole thousandths as a decimal number.
template <class Get>
constexpr auto milli(Get get) {
  return [get](const auto& record) {
    const auto& value = std::invoke(get, record);
    if constexpr (std::is_convertible_v<decltype(value), std::int64_t>) {
      return Milli{value};
    } else {
      return value ? std::optional(Milli{*value}) : std::nullopt;
    }
  };
}

// The bytes of a file in a form.
struct FileBytes {};
// An object of any members.
struct AnyObject {};
// A member that always has this value, and a member that is always null.
template <bool kValue>
struct Always {};
struct AlwaysNull {};
// A member that is always refused; its meaning says why.
struct Refused {};

// For a member that is only described here, and read or written elsewhere.
template <class T>
struct Described {
  T operator()(const auto& record) const;  // never defined
};
template <class T>
inline constexpr Described<T> described{};

}  // namespace countersign::http

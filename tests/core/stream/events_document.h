#pragma once
#include <fmt/format.h>

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/stream/recorded_event.h"

// Generates docs/events.md from the declarations of the events.
namespace countersign::test {

template <class T>
struct TypeWord;

template <class T>
std::string type_word() {
  return TypeWord<T>::text();
}

template <NamedEnum E>
struct TypeWord<E> {
  static std::string text() {
    std::string names;
    for (const auto& entry : enum_names<E>) {
      names += fmt::format("{}`{}`", names.empty() ? "" : " ", entry.name);
    }
    return names;
  }
};
template <>
struct TypeWord<std::string> {
  static std::string text() { return "text"; }
};
template <>
struct TypeWord<bool> {
  static std::string text() { return "true or false"; }
};
template <>
struct TypeWord<std::uint32_t> {
  static std::string text() { return "number"; }
};
template <>
struct TypeWord<std::uint64_t> {
  static std::string text() { return "number"; }
};
template <>
struct TypeWord<std::int64_t> {
  static std::string text() { return "number"; }
};
template <class Tag>
struct TypeWord<Strong<Tag, Digest>> {
  static std::string text() { return "64 hex digits"; }
};
template <class Tag>
struct TypeWord<Strong<Tag, Uuid>> {
  static std::string text() { return "UUID"; }
};
template <class Tag, class T>
struct TypeWord<Strong<Tag, T>> {
  static std::string text() { return type_word<T>(); }
};
template <>
struct TypeWord<Sequence> {
  static std::string text() { return "number"; }
};
template <>
struct TypeWord<UtcTime> {
  static std::string text() { return "time"; }
};
template <class T>
struct TypeWord<std::optional<T>> {
  static std::string text() {
    return type_word<T>() + (left_out_if_empty<T> ? ", or missing" : ", or null");
  }
};
template <class T>
struct TypeWord<std::vector<T>> {
  static std::string text() { return "list of: " + type_word<T>(); }
};

template <class Record>
std::string field_list();

template <Reflected Record>
struct TypeWord<Record> {
  static std::string text() { return fmt::format("{{{}}}", field_list<Record>()); }
};

template <class Record>
std::string field_list() {
  std::string list;
  Record sample{};
  for_each_field(sample, [&]<class T>(std::string_view name, T&) {
    list += fmt::format("{}`{}` {}", list.empty() ? "" : "; ", name, type_word<T>());
  });
  return list.empty() ? "nothing" : list;
}

template <class... Events>
std::string event_rows(std::type_identity<std::variant<Events...>>) {
  std::string rows;
  ((rows += fmt::format("| {} | `{}` | {} | {} | {} |\n",
                        event_type<Events>.number,
                        event_type<Events>.name,
                        event_type<Events>.version,
                        event_type<Events>.meaning,
                        field_list<Events>())),
   ...);
  return rows;
}

inline std::string events_document() {
  return "# The events of the log\n"
         "\n"
         "Each event is one line of JSON; its envelope is described in `events/record/codec.h`. "
         "This "
         "table\n"
         "lists what stands under `data`. It is made from the declarations in "
         "`core/stream/event.h`, and "
         "a\n"
         "test compares the two: `COUNTERSIGN_WRITE_DOCS=1 ./dev check default core` writes it "
         "again.\n"
         "\n"
         "Numbers are whole; a name that ends in `Milli` is in thousandths. Times are RFC 3339, "
         "UTC,\n"
         "in microseconds. Hex digits are SHA-256. No event holds a secret, and none holds "
         "personal\n"
         "data but what is written into a name or a reason that somebody chose: `userRef`,\n"
         "`labels`, `reviewer`, `name`, `reason`, `url`.\n"
         "\n"
         "| number | type | version | what happened | data |\n"
         "|---|---|---|---|---|\n" +
         event_rows(std::type_identity<Event::Variant>());
}

}  // namespace countersign::test

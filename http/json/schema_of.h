#pragma once
#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/enum_names.h"
#include "core/text/json_writer.h"
#include "http/json/json_of.h"
#include "http/json/members.h"

// The JSON Schema (2020-12) of a record, derived from its members. All members are required except
// those that may be left out.
namespace countersign::http {

// A component schema of the OpenAPI document. An object that refers to another component has it
// among its `parts`. The names of members whose values are files are in `files`.
struct Schema {
  std::string_view name;
  std::string json;
  std::vector<Schema> parts{};
  std::vector<std::string_view> files{};
};

// A type that is a component of its own, to which others refer.
template <class T>
concept IsComponent = requires {
  { T::schema() } -> std::same_as<Schema>;
};

// A type whose values have the schema of the type `Means`.
template <class T>
concept IsStandIn = requires {
  typename T::Means;
};

// A file, or several.
template <class T>
concept IsFiles = std::same_as<T, FileBytes> || std::same_as<T, std::vector<FileBytes>>;

// Whether a value may be one that the schema of its enum does not name: a version to come may
// answer with further ones.
enum class Values : std::uint8_t { Named, Open };

// Writes one schema. One thread at a time.
class SchemaWriter {
 public:
  explicit SchemaWriter(Values values) : values_(values) {}

  // A text, number or truth value: {"type":...} with what the rule and the meaning add.
  void plain(std::string_view type, const Rule& rule, std::string_view meaning);
  void any_object(std::string_view meaning);
  // As JSON Schema describes bytes, and as OpenAPI 3.0 did, which many generators still look for.
  void file_bytes(std::string_view meaning);
  void refused(std::string_view meaning);
  void always(bool value, std::string_view meaning);
  void names(const std::vector<std::string_view>& names, std::string_view meaning);
  void reference(Schema part);
  void given(const std::string& schema) { json_.raw(schema); }

  // The schema of a member of type T: a reference, if T is a component of its own.
  template <class T>
  void of(const Rule& rule, std::string_view meaning);
  // The schema of T itself.
  template <class T>
  void whole(std::string_view meaning) {
    if constexpr (HasMembers<T>) {
      object<T>(meaning);
    } else {
      of<T>({}, meaning);
    }
  }

  Schema take(std::string_view name) {
    return {name, json_.take(), std::move(parts_), std::move(files_)};
  }

 private:
  template <HasMembers Record>
  void object(std::string_view meaning);
  template <class Item>
  void list(const Rule& rule, std::string_view meaning);
  template <class T>
  void nullable(const Rule& rule, std::string_view meaning);
  void end_object(std::string_view meaning);

  Values values_;
  JsonWriter json_;
  std::vector<Schema> parts_;
  std::vector<std::string_view> files_;
};

// The schema of what is sent to the server, or of what only this version's own programs read.
template <class T>
Schema schema_of(std::string_view name, std::string_view meaning = {}) {
  SchemaWriter writer(Values::Named);
  writer.whole<T>(meaning);
  return writer.take(name);
}
// The schema of an answer, whose enums are open.
template <class T>
Schema answer_schema_of(std::string_view name, std::string_view meaning = {}) {
  SchemaWriter writer(Values::Open);
  writer.whole<T>(meaning);
  return writer.take(name);
}
// The schema of a text that is one of the names, or a name to come.
Schema open_names_schema(std::string_view name,
                         std::string_view meaning,
                         const std::vector<std::string_view>& names);
// The schema of a value that is of exactly one of the components.
Schema one_of_schema(std::string_view name, std::string_view meaning, std::vector<Schema> parts);

// {"$ref":"#/components/schemas/<name>"}
std::string schema_reference(std::string_view name);

template <HasMembers Record>
void SchemaWriter::object(std::string_view meaning) {
  json_.begin_object().member("type", "object");
  if (!meaning.empty()) json_.member("description", meaning);
  json_.key("properties").begin_object();
  std::vector<std::string_view> required;
  const auto put = [&]<class Get>(const Member<Get>& member) {
    json_.key(member.name);
    if (!member.rule.left_out) required.push_back(member.name);
    if (member.rule.schema != nullptr) return given(member.rule.schema());
    if (IsFiles<MemberType<Get, Record>>) files_.push_back(member.name);
    of<MemberType<Get, Record>>(member.rule, member.meaning);
  };
  std::apply([&](const auto&... member) { (put(member), ...); }, members_of<Record>);
  json_.end_object();
  if (!required.empty()) {
    json_.key("required").begin_array();
    for (const std::string_view name : required) json_.text(name);
    json_.end_array();
  }
  json_.end_object();
}

template <class Item>
void SchemaWriter::list(const Rule& rule, std::string_view meaning) {
  json_.begin_object().member("type", "array");
  if (rule.min_items) json_.member("minItems", *rule.min_items);
  if (rule.max_items) json_.member("maxItems", *rule.max_items);
  json_.key("items");
  of<Item>(rule, {});
  end_object(meaning);
}

template <class T>
void SchemaWriter::nullable(const Rule& rule, std::string_view meaning) {
  if (rule.left_out || rule.judged_later) return of<T>(rule, meaning);
  json_.begin_object().key("anyOf").begin_array();
  of<T>(rule, {});
  json_.raw(R"({"type":"null"})").end_array();
  end_object(meaning);
}

template <NamedEnum E>
std::vector<std::string_view> all_names() {
  std::vector<std::string_view> names;
  for (const auto& entry : enum_names<E>) names.push_back(entry.name);
  return names;
}

// In the order of json_of.h.
template <class T>
void SchemaWriter::of(const Rule& rule, std::string_view meaning) {
  if constexpr (IsComponent<T>) {
    reference(T::schema());
  } else if constexpr (IsStandIn<T>) {
    of<typename T::Means>(rule, meaning);
  } else if constexpr (HasMembers<T>) {
    object<T>(meaning);
  } else if constexpr (std::same_as<T, AnyObject>) {
    any_object(meaning);
  } else if constexpr (std::same_as<T, FileBytes>) {
    file_bytes(meaning);
  } else if constexpr (std::same_as<T, Refused>) {
    refused(meaning);
  } else if constexpr (std::same_as<T, Always<true>> || std::same_as<T, Always<false>>) {
    always(std::same_as<T, Always<true>>, meaning);
  } else if constexpr (std::same_as<T, AlwaysNull>) {
    plain("null", rule, meaning);
  } else if constexpr (std::same_as<T, bool>) {
    plain("boolean", rule, meaning);
  } else if constexpr (std::unsigned_integral<T>) {
    Rule counted = rule;
    counted.minimum = rule.minimum.value_or(0);
    plain("integer", counted, meaning);
  } else if constexpr (std::same_as<T, Milli>) {
    plain("number", rule, meaning);
  } else if constexpr (std::is_convertible_v<const T&, std::string_view>) {
    if (rule.component != nullptr) return reference(rule.component());
    plain("string", rule, meaning);
  } else if constexpr (NamedEnum<T>) {
    names(all_names<T>(), meaning);
  } else if constexpr (std::same_as<T, UtcTime>) {
    plain("string", {.format = "date-time"}, meaning);
  } else if constexpr (std::same_as<T, Duration>) {
    of<std::uint64_t>(rule, meaning);  // whole seconds
  } else if constexpr (std::same_as<T, Uuid>) {
    plain("string", {.format = "uuid"}, meaning);
  } else if constexpr (std::same_as<T, Digest>) {
    plain("string", {.pattern = "^[0-9a-f]{64}$"}, meaning);
  } else if constexpr (detail::IsStrong<T>) {
    of<typename T::Value>(rule, meaning);
  } else if constexpr (detail::HasText<T>) {
    plain("string", rule, meaning);
  } else if constexpr (detail::is_optional<T>) {
    nullable<typename T::value_type>(rule, meaning);
  } else {
    list<typename T::value_type>(rule, meaning);
  }
}

}  // namespace countersign::http

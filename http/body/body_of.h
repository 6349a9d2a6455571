#pragma once
#include <rapidjson/document.h>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "core/enum_names.h"
#include "core/ids.h"
#include "core/result.h"
#include "core/strong.h"
#include "core/text/json_document.h"
#include "core/utc_time.h"
#include "http/body/body_values.h"
#include "http/call/problem.h"
#include "http/json/json_of.h"
#include "http/json/members.h"

// A record read from the JSON object of a request's body, by the members of the record. The first
// member of the table that is missing or has another value is the problem; a rule that no table can
// say is a function of the record, which the caller asks afterwards. body_of() is the usual way in;
// read_body() fills a record that has values already, BodyReader reads a part of a body. The work
// is in proportion to the text, which the caller has bounded, and thread-safe but for the two
// classes.
namespace countersign::http {

// How strict a body is.
struct BodyRules {
  enum class Form : std::uint8_t {
    // Members that the table does not name are passed over, so that a client may be newer than the
    // server; a member of the table that occurs twice is InvalidJson.
    Open,
    // A member that the table does not name, and one that occurs twice, is InvalidJson.
    Closed,
    // The input of an operation. An empty body is an empty object. A member that the table does not
    // name, and one that occurs twice, is InvalidParameter, unless a value is refused. Null empties
    // an optional, and a list whose rule says so. Names may be in any case, and texts and numbers
    // have limits.
    Operation,
  };
  Form form = Form::Open;
  bool may_be_empty = false;  // an empty body is an empty object
  bool null_refused = false;  // null is a wrong value, where it is no value otherwise
  bool values_first = false;  // a wrong value is the problem, rather than a member twice
};

inline constexpr BodyRules kOperationBody{
    .form = BodyRules::Form::Operation, .may_be_empty = true, .values_first = true};

// Specialised for a record whose body is not as BodyRules says by default.
template <class Record>
inline constexpr BodyRules body_rules{};

// A text of several lines.
using PlainText = Strong<struct PlainTextTag, std::string>;

// The JSON object that a text is. One thread at a time.
class BodyText {
 public:
  BodyText(std::string_view json, const BodyRules& rules);
  // Null unless the text is a JSON object (json_document.h).
  const rapidjson::Value* object() const { return document_.IsObject() ? &document_ : nullptr; }

 private:
  std::array<char, 4096> buffer_{};  // most bodies need no more
  rapidjson::Document::AllocatorType pool_{buffer_.data(), buffer_.size()};
  rapidjson::Document document_{&pool_};
};

// A type that is read by a function of its own, which returns nullopt for another value.
template <class T>
concept ReadsItself = requires(const rapidjson::Value& given) {
  { T::read(given) } -> std::same_as<std::optional<T>>;
};

// Reads the record from an object within a body; nullopt if a value is wrong, or if the value is no
// object.
template <HasMembers Record>
std::optional<Record> part_of(const rapidjson::Value& given);

// Reads an object member by member, and reports what is wrong. A number below the minimum of its
// rule is not wrong in an operation, which refuses such a number itself. REQUIRES: the object
// outlives the reader. One thread at a time.
class BodyReader {
 public:
  using Value = rapidjson::Value;

  // The limit of a number of an operation whose rule has no other.
  static constexpr std::uint64_t kNumberMax = (1ull << 53) - 1;

  BodyReader(const Value* object, const BodyRules& rules) : object_(object), rules_(rules) {}

  // Leaves the value as it is if the member is absent or null.
  template <class Get, class T>
  void read(const Member<Get>& member, T& value) {
    const Value* const given = find(member.name);
    const bool has_value = given != nullptr && (!given->IsNull() || rules_.null_refused);
    if (std::same_as<T, Refused> && given != nullptr) {
      refuse(member, std::string(member.meaning));
    } else if (has_value) {
      refuse(member, take(*given, member.rule, value));
    } else if (!member.rule.left_out) {
      refuse_absent(member);
    } else if (given != nullptr && is_operation() &&
               (detail::is_optional<T> || member.rule.null_empties)) {
      value = T();
    }
  }
  // Reads every member of the table, in its order.
  template <HasMembers Record>
  void read_all(Record& record) {
    std::apply([&](const auto&... member) { (read(member, std::invoke(member.get, record)), ...); },
               members_of<Record>);
  }

  // Returns what is wrong with the body; nullopt if nothing is. To be called last, because a member
  // that was not read yet counts as one that the table does not name.
  std::optional<Problem> problem() const;

 private:
  // These return why the value is refused; "" if it is taken.
  std::string take(const Value& given, const Rule& rule, std::string& value) const;
  std::string take(const Value& given, const Rule& rule, PlainText& value) const;
  std::string take(const Value& given, const Rule& rule, std::uint64_t& value) const;
  std::string take(const Value& given, const Rule& rule, Uuid& value) const;
  std::string take(const Value& given, const Rule& rule, Digest& value) const;
  // Whole seconds.
  std::string take(const Value& given, const Rule& rule, Duration& value) const;
  // A list of texts. The lists of operations have types of their own (body_values.h).
  std::string take(const Value& given, const Rule& rule, std::vector<std::string>& value) const;
  std::string take(const Value&, const Rule&, Refused&) const { return {}; }
  template <class T>
  std::string take(const Value& given, const Rule& rule, std::optional<T>& value) const {
    const bool is_empty = given.IsString() && given.GetStringLength() == 0;
    if (rule.empty_is_none && is_empty) return {};
    std::string why = take(given, rule, value.emplace());
    if (!why.empty()) value.reset();
    return why;
  }
  template <class T>
  std::string take(const Value& given, const Rule& rule, T& value) const {
    if constexpr (requires { body_values::read(given, rule, value); }) {
      return body_values::read(given, rule, value);
    } else if constexpr (detail::IsStrong<T>) {
      typename T::Value inner{};
      std::string why = take(given, rule, inner);
      if (why.empty()) value = T(std::move(inner));
      return why;
    } else if constexpr (NamedEnum<T>) {
      return take_name(given, value);
    } else {
      std::optional<T> read;
      if constexpr (ReadsItself<T>) {
        read = T::read(given);
      } else {
        read = part_of<T>(given);
      }
      if (!read) return kOtherValue;
      value = *std::move(read);
      return {};
    }
  }
  template <NamedEnum E>
  std::string take_name(const Value& given, E& value) const {
    if (!given.IsString()) return kOtherValue;
    const std::string_view name = string_in(given);
    const auto named = is_operation() ? parse_name_ignoring_case<E>(name) : parse_name<E>(name);
    value = named.value_or(value);
    return named ? "" : kOtherValue;
  }

  static constexpr const char* kOtherValue = "The member has another value.";

  bool is_operation() const { return rules_.form == BodyRules::Form::Operation; }
  const Value* find(std::string_view name);
  // The member's value is wrong, for this reason or for the one that its rule has. An empty reason
  // says that the value is right.
  template <class Get>
  void refuse(const Member<Get>& member, std::string why) {
    if (!why.empty() && !member.rule.wrong.empty()) why = member.rule.wrong;
    if (!member.rule.judged_later) refuse(member.name, std::move(why));
  }
  template <class Get>
  void refuse_absent(const Member<Get>& member) {
    const bool says_more = !is_operation() && !member.rule.wrong.empty();
    if (member.rule.judged_later) return;
    refuse(member.name, std::string(says_more ? member.rule.wrong : "The member is required."));
  }
  void refuse(std::string_view name, std::string why);
  std::optional<Problem> problem_of_names() const;

  const Value* const object_;
  const BodyRules rules_;
  std::vector<std::string_view> known_;
  std::optional<Problem> wrong_value_;
};

template <HasMembers Record>
std::optional<Record> part_of(const rapidjson::Value& given) {
  Record record{};
  BodyReader in(given.IsObject() ? &given : nullptr, body_rules<Record>);
  in.read_all(record);
  if (in.problem()) return std::nullopt;
  return record;
}

// Reads the body into a record that may have values already. Returns the problem; then the record
// has the values that are not wrong.
template <HasMembers Record>
std::optional<Problem> read_body(std::string_view text,
                                 Record& record,
                                 const BodyRules& rules = body_rules<Record>) {
  const BodyText body(text, rules);
  BodyReader in(body.object(), rules);
  in.read_all(record);
  return in.problem();
}

// Reads the body into a new record.
template <HasMembers Record>
Result<Record, Problem> body_of(std::string_view text,
                                const BodyRules& rules = body_rules<Record>) {
  Record record{};
  if (auto problem = read_body(text, record, rules)) return *std::move(problem);
  return record;
}

}  // namespace countersign::http

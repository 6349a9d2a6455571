#include "tests/programs/support/json_schema.h"

#include <algorithm>
#include <array>
#include <regex>

#include "core/text/json_document.h"

namespace countersign::tests {

namespace {

using rapidjson::Value;

std::string dump(const Value& value) {
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
  value.Accept(writer);
  return {buffer.GetString(), buffer.GetSize()};
}

bool is_of_type(std::string_view type, const Value& value) {
  if (type == "null") return value.IsNull();
  if (type == "boolean") return value.IsBool();
  if (type == "integer") return value.IsInt64() || value.IsUint64();
  if (type == "number") return value.IsNumber();
  if (type == "string") return value.IsString();
  if (type == "array") return value.IsArray();
  if (type == "object") return value.IsObject();
  return false;
}

bool is_of_types(const Value& types, const Value& value) {
  if (types.IsString()) return is_of_type(string_in(types), value);
  return std::any_of(types.Begin(), types.End(), [&](const Value& type) {
    return is_of_type(string_in(type), value);
  });
}

bool has_format(std::string_view format, std::string_view text) {
  static const std::regex uuid("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
  static const std::regex time(R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z)");
  const std::string owned(text);
  if (format == "uuid") return std::regex_match(owned, uuid);
  if (format == "date-time") return std::regex_match(owned, time);
  return true;  // other formats are annotations
}

constexpr std::array<std::string_view, 7> kBounds{
    "minimum", "maximum", "minItems", "maxItems", "minLength", "maxLength", "maxProperties"};

bool is_bound(std::string_view keyword) {
  return std::find(kBounds.begin(), kBounds.end(), keyword) != kBounds.end();
}

// The number to which a bound applies; nullopt if the bound does not apply to such a value.
std::optional<double> measure(std::string_view keyword, const Value& value) {
  if (keyword.ends_with("imum") && value.IsNumber()) return value.GetDouble();
  if (keyword.ends_with("Items") && value.IsArray()) return value.Size();
  if (keyword.ends_with("Properties") && value.IsObject()) return value.MemberCount();
  if (keyword.ends_with("Length") && value.IsString()) return value.GetStringLength();
  return std::nullopt;
}

// Whether a schema is of names to which others may be added.
bool is_open_enum(const Value& any_of) {
  static constexpr std::string_view kAnyText = R"({"type":"string"})";
  return any_of.Size() == 2 && any_of[0].IsObject() && any_of[0].HasMember("enum") &&
         dump(any_of[1]) == kAnyText;
}

// Keywords that describe a value without restricting it.
constexpr std::array<std::string_view, 9> kAnnotations{"title",
                                                       "description",
                                                       "default",
                                                       "example",
                                                       "examples",
                                                       "deprecated",
                                                       "contentMediaType",
                                                       "contentEncoding",
                                                       "$comment"};

}  // namespace

std::optional<std::string> JsonSchemas::violation(const Value& schema,
                                                  const Value& value,
                                                  const std::string& place) const {
  if (schema.IsBool()) {
    if (schema.GetBool()) return std::nullopt;
    return place + " is not allowed";
  }
  if (!schema.IsObject()) return place + ": the schema is neither an object nor a boolean";
  for (const auto& rule : schema.GetObject()) {
    auto found = violation_of(string_in(rule.name), rule.value, schema, value, place);
    if (found) return found;
  }
  return std::nullopt;
}

std::optional<std::string> JsonSchemas::in_members(const Value& schema,
                                                   const Value& value,
                                                   const std::string& place) const {
  if (!value.IsObject()) return std::nullopt;
  const auto properties = schema.FindMember("properties");
  const auto others = schema.FindMember("additionalProperties");
  for (const auto& member : value.GetObject()) {
    const std::string inside = place + "/" + std::string(string_in(member.name));
    const Value* rule = nullptr;
    if (properties != schema.MemberEnd() && properties->value.HasMember(member.name)) {
      rule = &properties->value[member.name];
    } else if (others != schema.MemberEnd()) {
      rule = &others->value;
    }
    if (rule == nullptr) continue;
    if (auto found = violation(*rule, member.value, inside)) return found;
  }
  return std::nullopt;
}

// Keywords that apply further schemas to the value or to its parts.
std::optional<std::optional<std::string>> JsonSchemas::applied(std::string_view keyword,
                                                               const Value& rule,
                                                               const Value& schema,
                                                               const Value& value,
                                                               const std::string& place) const {
  using Verdict = std::optional<std::string>;
  if (keyword == "$ref") {
    const std::string pointer = std::string(string_in(rule)).substr(1);  // without `#`
    const Value* target = rapidjson::Pointer(pointer.c_str(), pointer.size()).Get(document_);
    if (target == nullptr) return Verdict("no schema at " + std::string(string_in(rule)));
    return violation(*target, value, place);
  }
  if (keyword == "properties") return in_members(schema, value, place);
  if (keyword == "additionalProperties") {
    return schema.HasMember("properties") ? Verdict() : in_members(schema, value, place);
  }
  if (keyword == "items") {
    if (!value.IsArray()) return Verdict();
    for (rapidjson::SizeType i = 0; i < value.Size(); ++i) {
      if (auto found = violation(rule, value[i], place + "/" + std::to_string(i))) return found;
    }
    return Verdict();
  }
  if (names_ == Names::Known && keyword == "anyOf" && is_open_enum(rule)) {
    return violation(rule[0], value, place);
  }
  if (keyword != "allOf" && keyword != "oneOf" && keyword != "anyOf") return std::nullopt;
  std::string why;
  std::size_t right = 0;
  for (const Value& each : rule.GetArray()) {
    const auto found = violation(each, value, place);
    right += found ? 0 : 1;
    why += found ? "; " + *found : "";
  }
  const bool holds =
      keyword == "allOf" ? right == rule.Size() : (keyword == "oneOf" ? right == 1 : right > 0);
  if (holds) return Verdict();
  return Verdict(place + ": " + std::to_string(right) + " of " + std::string(keyword) + " hold" +
                 why);
}

std::optional<std::string> JsonSchemas::violation_of(std::string_view keyword,
                                                     const Value& rule,
                                                     const Value& schema,
                                                     const Value& value,
                                                     const std::string& place) const {
  if (const auto verdict = applied(keyword, rule, schema, value, place)) return *verdict;
  const auto unless = [&](bool right, const std::string& why) -> std::optional<std::string> {
    if (right) return std::nullopt;
    return place + " = " + dump(value) + ": " + why + " " + dump(rule);
  };
  if (keyword == "type") return unless(is_of_types(rule, value), "not of type");
  if (keyword == "enum") {
    return unless(std::find(rule.Begin(), rule.End(), value) != rule.End(), "not one of");
  }
  if (keyword == "const") return unless(rule == value, "not");
  if (keyword == "required") {
    if (!value.IsObject()) return std::nullopt;
    for (const Value& name : rule.GetArray()) {
      if (!value.HasMember(name)) return place + " has no " + std::string(string_in(name));
    }
    return std::nullopt;
  }
  if (is_bound(keyword)) {
    const auto measured = measure(keyword, value);
    if (!measured) return std::nullopt;
    return unless(
        keyword.starts_with("min") ? *measured >= rule.GetDouble() : *measured <= rule.GetDouble(),
        std::string(keyword) + " is");
  }
  if (keyword == "pattern") {
    if (!value.IsString()) return std::nullopt;
    const std::regex pattern{std::string(string_in(rule))};
    return unless(std::regex_search(value.GetString(), pattern), "does not match");
  }
  if (keyword == "format") {
    return unless(!value.IsString() || has_format(string_in(rule), string_in(value)), "is no");
  }
  if (std::find(kAnnotations.begin(), kAnnotations.end(), keyword) != kAnnotations.end()) {
    return std::nullopt;
  }
  return place + ": the schema has a keyword that is not checked: " + std::string(keyword);
}

}  // namespace countersign::tests

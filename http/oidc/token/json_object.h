#pragma once
#include <rapidjson/document.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "core/text/json_document.h"

namespace countersign::http {

// The member of an object; null if there is none, or if the value is no object.
inline const rapidjson::Value* member_of(const rapidjson::Value& object, std::string_view name) {
  if (!object.IsObject()) return nullptr;
  const auto found = object.FindMember(
      rapidjson::Value(name.data(), static_cast<rapidjson::SizeType>(name.size())));
  return found == object.MemberEnd() ? nullptr : &found->value;
}

// The text of a member; "" if there is none, or if it is no text.
inline std::string_view text_of(const rapidjson::Value& object, std::string_view name) {
  const rapidjson::Value* const value = member_of(object, name);
  return value != nullptr && value->IsString() ? string_in(*value) : std::string_view();
}

// Returns whether no name of the object occurs twice, because two parsers could then read it in two
// ways.
// REQUIRES: value.IsObject().
[[nodiscard]] inline bool has_each_name_once(const rapidjson::Value& object) {
  std::vector<std::string_view> names;
  for (const auto& member : object.GetObject()) names.push_back(string_in(member.name));
  std::ranges::sort(names);
  return std::ranges::adjacent_find(names) == names.end();
}

// Reads a JSON object that a stranger has written. Returns false for any other text, and if a name
// of the object occurs twice.
[[nodiscard]] inline bool parse_object(rapidjson::Document& document,
                                       std::string_view text,
                                       JsonBounds bounds = kForeignJson) {
  return parse_json(document, text, bounds) && document.IsObject() && has_each_name_once(document);
}

}  // namespace countersign::http

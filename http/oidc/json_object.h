#pragma once
#include <rapidjson/document.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
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

// Reads a JSON object that a stranger has written. Returns nullopt for any other text, and if a
// name of the object occurs twice, because two parsers could then read it in two ways.
inline std::optional<rapidjson::Document> parse_object(std::string_view text) {
  std::optional<rapidjson::Document> document(std::in_place);
  if (!parse_json(*document, text) || !document->IsObject()) return std::nullopt;
  std::vector<std::string_view> names;
  for (const auto& member : document->GetObject()) names.push_back(string_in(member.name));
  std::ranges::sort(names);
  if (std::ranges::adjacent_find(names) != names.end()) return std::nullopt;
  return document;
}

}  // namespace countersign::http

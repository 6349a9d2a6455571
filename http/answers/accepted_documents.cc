#include "http/answers/accepted_documents.h"

#include <utility>

#include "core/enum_names.h"

namespace countersign::http {
namespace {

using rapidjson::Value;

bool take_country(const Value& given, AcceptedDocument& entry) {
  if (given.IsNull()) return true;
  if (!given.IsString()) return false;
  entry.country = std::string(string_in(given));
  return true;
}

bool take_types(const Value& given, AcceptedDocument& entry) {
  if (!given.IsArray() || given.Size() > enum_names<DocumentType>.size()) return false;
  for (const Value& item : given.GetArray()) {
    const auto type = item.IsString() ? parse_name<DocumentType>(string_in(item)) : std::nullopt;
    if (!type) return false;
    entry.types.push_back(*type);
  }
  return true;
}

std::optional<AcceptedDocument> entry_of(const Value& given) {
  if (!given.IsObject()) return std::nullopt;
  AcceptedDocument entry;
  bool has_country = false;
  bool has_types = false;
  for (const auto& member : given.GetObject()) {
    const std::string_view name = string_in(member.name);
    const bool is_country = name == "country";
    if (!is_country && name != "types") return std::nullopt;
    if (std::exchange(is_country ? has_country : has_types, true)) return std::nullopt;
    const bool is_taken =
        is_country ? take_country(member.value, entry) : take_types(member.value, entry);
    if (!is_taken) return std::nullopt;
  }
  return entry;
}

}  // namespace

std::optional<std::vector<AcceptedDocument>> read_documents(const rapidjson::Value& given) {
  if (!given.IsArray() || given.Size() > kPageDocumentsMax) return std::nullopt;
  std::vector<AcceptedDocument> documents;
  for (const Value& item : given.GetArray()) {
    auto entry = entry_of(item);
    if (!entry) return std::nullopt;
    documents.push_back(*std::move(entry));
  }
  if (!are_documents(documents)) return std::nullopt;
  return documents;
}

}  // namespace countersign::http

#include "tests/http/support/declared_schemas.h"

#include "tests/programs/support/json_schema.h"

namespace countersign::http {
namespace {

using rapidjson::Document;
using rapidjson::Value;

constexpr const char* kComponents = "components";
constexpr const char* kSchemas = "schemas";

Document parsed(std::string_view json) {
  Document document;
  document.Parse(json.data(), json.size());
  return document;
}

}  // namespace

DeclaredSchemas::DeclaredSchemas(const std::vector<Schema>& answers) {
  components_.SetObject();
  auto& allocator = components_.GetAllocator();
  components_.AddMember(
      rapidjson::StringRef(kComponents),
      Value(rapidjson::kObjectType)
          .AddMember(rapidjson::StringRef(kSchemas), Value(rapidjson::kObjectType), allocator),
      allocator);
  for (const Schema& answer : answers) add(answer);
}

void DeclaredSchemas::add(const Schema& schema) {
  for (const Schema& part : schema.parts) add(part);
  if (schema.name.empty()) return;
  auto& allocator = components_.GetAllocator();
  Value& schemas = components_[kComponents][kSchemas];
  Value name(schema.name.data(), static_cast<unsigned>(schema.name.size()), allocator);
  if (schemas.HasMember(name)) return;
  schemas.AddMember(name, Value(parsed(schema.json), allocator), allocator);
}

std::optional<std::string> DeclaredSchemas::violation(const Schema& schema,
                                                      std::string_view json) const {
  const Document value = parsed(json);
  if (value.HasParseError()) return "the text is not JSON";
  // The tests' engine names checks of its own, as an external engine may.
  return tests::JsonSchemas(components_, tests::JsonSchemas::Names::Any)
      .violation(parsed(schema.json), value);
}

}  // namespace countersign::http

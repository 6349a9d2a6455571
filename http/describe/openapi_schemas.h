#pragma once
#include <span>
#include <string>
#include <string_view>

namespace countersign::http {

// A component schema (JSON Schema 2020-12) with the name by which the table of endpoints refers to
// it.
struct NamedSchema {
  std::string_view name;
  std::string json;
};
std::span<const NamedSchema> openapi_schemas();

// {"$ref":"#/components/schemas/<name>"}
std::string schema_reference(std::string_view name);

}  // namespace countersign::http

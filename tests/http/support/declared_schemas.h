#pragma once
#include <rapidjson/document.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "http/json/schema_of.h"

namespace countersign::http {

// Declared schemas of answers, with which the answers are compared.
class DeclaredSchemas {
 public:
  // REQUIRES: `answers` has every schema that violation() is called with.
  explicit DeclaredSchemas(const std::vector<Schema>& answers);

  // The first violation of `schema` by the JSON text, with its place; nullopt if there is none.
  std::optional<std::string> violation(const Schema& schema, std::string_view json) const;

 private:
  void add(const Schema& schema);

  rapidjson::Document components_;
};

}  // namespace countersign::http

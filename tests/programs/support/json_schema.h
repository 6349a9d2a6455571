#pragma once
#include <optional>
#include <string>

#include "tests/programs/support/json.h"

namespace countersign::tests {

// Checks values against the schemas of an OpenAPI 3.1 document. Knows the part of JSON Schema
// 2020-12 that the served document uses. An unknown keyword is a failure, so that no rule of a
// schema goes unchecked.
class JsonSchemas {
 public:
  // Whether a text of an enum that is open to further names has to be one of those that the schema
  // has, as it is in the answers of this version.
  enum class Names : bool { Known, Any };

  // REQUIRES: `document` outlives this.
  explicit JsonSchemas(const rapidjson::Value& document, Names names = Names::Known)
      : document_(document), names_(names) {}

  // The first violation of `schema` by `value`, with its place in the value; nullopt if there is
  // none.
  std::optional<std::string> violation(const rapidjson::Value& schema,
                                       const rapidjson::Value& value,
                                       const std::string& place = "") const;

 private:
  // The verdict of a keyword that applies schemas; nullopt for any other keyword.
  std::optional<std::optional<std::string>> applied(std::string_view keyword,
                                                    const rapidjson::Value& rule,
                                                    const rapidjson::Value& schema,
                                                    const rapidjson::Value& value,
                                                    const std::string& place) const;
  std::optional<std::string> violation_of(std::string_view keyword,
                                          const rapidjson::Value& rule,
                                          const rapidjson::Value& schema,
                                          const rapidjson::Value& value,
                                          const std::string& place) const;
  std::optional<std::string> in_members(const rapidjson::Value& schema,
                                        const rapidjson::Value& value,
                                        const std::string& place) const;

  const rapidjson::Value& document_;
  Names names_;
};

}  // namespace countersign::tests

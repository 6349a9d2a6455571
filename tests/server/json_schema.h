#pragma once
#include <optional>
#include <string>

#include "tests/server/json.h"

namespace countersign::tests {

// Holds values against the schemas of an OpenAPI 3.1 document: the part of JSON
// Schema 2020-12 that ours uses. A keyword that is not known here is a failure,
// so that no rule of a schema goes unchecked.
class JsonSchemas {
 public:
  // REQUIRES: `document` outlives this.
  explicit JsonSchemas(const rapidjson::Value& document) : document_(document) {}

  // The first way in which `value` is not as `schema` says, with the place in
  // the value; none when it is.
  std::optional<std::string> violation(const rapidjson::Value& schema,
                                       const rapidjson::Value& value,
                                       const std::string& place = "") const;

 private:
  // Nothing when the keyword is none that applies schemas, else its verdict.
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
};

}  // namespace countersign::tests

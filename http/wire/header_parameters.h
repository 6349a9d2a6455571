#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace countersign::http {

// Without the optional white space (RFC 9110 section 5.6.3) around it.
std::string_view trimmed(std::string_view text);

// A header field's value with parameters, as Content-Type (RFC 9110 section 5.6.6)
// and Content-Disposition (RFC 6266) write them: `form-data; name="image"`.
struct ParameterizedValue {
  struct Parameter {
    std::string name;   // lower-case
    std::string value;  // without quotes and escapes
  };
  std::string value;  // before the first `;`, lower-case
  std::vector<Parameter> parameters;

  // Nothing when it is absent. REQUIRES: what parse_parameterized() returned, in
  // which no name stands twice.
  std::optional<std::string_view> find(std::string_view name) const;
};

// Nothing when it is malformed or names a parameter twice: what can be read in
// two ways is not read at all.
std::optional<ParameterizedValue> parse_parameterized(std::string_view text);

}  // namespace countersign::http

#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace countersign::http {

// Returns the text without the optional white space (RFC 9110 section 5.6.3) around it.
std::string_view trimmed(std::string_view text);

// The value of a header field with parameters, as in Content-Type (RFC 9110 section 5.6.6) and
// Content-Disposition (RFC 6266): `form-data; name="image"`.
struct ParameterizedValue {
  struct Parameter {
    std::string name;   // lower-case
    std::string value;  // without quotes and escapes
  };
  std::string value;  // before the first `;`, lower-case
  std::vector<Parameter> parameters;

  // Returns nullopt if the parameter is absent. REQUIRES: this object came from
  // parse_parameterized(), so no name occurs twice.
  std::optional<std::string_view> find(std::string_view name) const;
};

// More than any type or disposition has. Each name is compared with those before it.
inline constexpr std::size_t kParametersMost = 16;

// Returns nullopt if the text is malformed, has more than kParametersMost parameters, or names one
// twice: a text that can be read in two ways is not read at all.
std::optional<ParameterizedValue> parse_parameterized(std::string_view text);

}  // namespace countersign::http

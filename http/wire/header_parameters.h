#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace countersign::http {

// Returns the text without the optional white space (RFC 9110 section 5.6.3) around it.
std::string_view trimmed(std::string_view text);

// Decodes percent-encoding (RFC 3986 section 2.1); a `+` stays a plus. Returns nullopt if a `%` is
// not followed by two hexadecimal digits.
std::optional<std::string> percent_decoded(std::string_view text);

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

// The Content-Disposition of a part of a form (RFC 7578 section 4.2).
struct FormDisposition {
  std::string name;       // of the field; not empty
  std::string file_name;  // "" if there is none
};

// Reads the texts in quotes as browsers write them (the WHATWG's "multipart/form-data encoding
// algorithm"): a backslash is a character like others, the next quote ends the text, and `%22`,
// `%0D` and `%0A` are a quote, CR and LF. A field that cannot be read so is read with the escapes
// of a quoted-string, which curl wrote before 7.81: `filename="a\"b.jpg"`. `filename*` (RFC 8187)
// counts before `filename`, though RFC 7578 has none; a malformed one counts as absent.
//
// Returns nullopt if the text is malformed either way, is no `form-data`, or has no name.
std::optional<FormDisposition> parse_form_disposition(std::string_view text);

}  // namespace countersign::http

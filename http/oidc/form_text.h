#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace countersign::http {

// A list of names and values, in their order.
using FormFields = std::vector<std::pair<std::string, std::string>>;

// Percent-encodes every byte that RFC 3986 does not call unreserved. Fits a query, a body of
// application/x-www-form-urlencoded, and the credentials of RFC 6749 section 2.3.1.
std::string form_encoded(std::string_view text);

// `name=value&name=value`, encoded.
std::string form_text(const FormFields& fields);

// More than any answer of a provider has. Each name is compared with those before it.
inline constexpr std::size_t kFormFieldsMost = 16;

// Reads application/x-www-form-urlencoded, where `+` is a space. Empty pieces between `&` are no
// fields. Returns nullopt if there are more than kFormFieldsMost fields, if a `%` is not followed
// by two hexadecimal digits, or if a name occurs twice, which RFC 6749 section 3.1 forbids.
std::optional<FormFields> parse_form(std::string_view text);

}  // namespace countersign::http

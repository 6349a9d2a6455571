#include "http/wire/header_parameters.h"

#include <algorithm>

#include "core/ascii.h"

namespace countersign::http {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t'; }

// Takes a quoted-string (RFC 9110 section 5.6.4) from the front of `rest`.
std::optional<std::string> take_quoted(std::string_view& rest) {
  std::string value;
  for (std::size_t i = 1; i < rest.size(); ++i) {
    if (rest[i] == '"') {
      rest.remove_prefix(i + 1);
      return value;
    }
    if (rest[i] == '\\' && ++i == rest.size()) return std::nullopt;
    value.push_back(rest[i]);
  }
  return std::nullopt;
}

// Takes the text up to the next `;`. Accepts more characters than a token has, since clients leave
// out quotes. A caller that needs a narrower set checks the value.
std::optional<std::string> take_bare(std::string_view& rest) {
  const std::size_t end = std::min(rest.find(';'), rest.size());
  const std::string_view value = trimmed(rest.substr(0, end));
  rest.remove_prefix(end);
  if (value.empty() || value.find('"') != std::string_view::npos) return std::nullopt;
  return std::string(value);
}

// Takes `name=value` from the front of `rest`.
std::optional<ParameterizedValue::Parameter> take_parameter(std::string_view& rest) {
  const std::size_t equals = rest.find('=');
  if (equals == std::string_view::npos) return std::nullopt;
  const std::string_view name = trimmed(rest.substr(0, equals));
  if (name.empty() || name.find_first_of("; \t\"") != std::string_view::npos) return std::nullopt;
  rest = trimmed(rest.substr(equals + 1));
  auto value = rest.starts_with('"') ? take_quoted(rest) : take_bare(rest);
  if (!value) return std::nullopt;
  return ParameterizedValue::Parameter{lower_case(name), std::move(*value)};
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::optional<std::string_view> ParameterizedValue::find(std::string_view name) const {
  const auto found = std::ranges::find(parameters, name, &Parameter::name);
  if (found == parameters.end()) return std::nullopt;
  return found->value;
}

std::optional<ParameterizedValue> parse_parameterized(std::string_view text) {
  const std::size_t end = std::min(text.find(';'), text.size());
  ParameterizedValue parsed;
  parsed.value = lower_case(trimmed(text.substr(0, end)));
  if (parsed.value.empty()) return std::nullopt;
  std::string_view rest = text.substr(end);
  while (!rest.empty()) {
    rest = trimmed(rest.substr(1));  // the `;`
    if (rest.empty()) break;         // a trailing `;` with nothing after it
    if (parsed.parameters.size() == kParametersMost) return std::nullopt;
    auto parameter = take_parameter(rest);
    if (!parameter || parsed.find(parameter->name)) return std::nullopt;
    parsed.parameters.push_back(std::move(*parameter));
    rest = trimmed(rest);
    if (!rest.empty() && rest.front() != ';') return std::nullopt;
  }
  return parsed;
}

}  // namespace countersign::http

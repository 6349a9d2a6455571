#include "http/wire/header_parameters.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

#include "core/ascii.h"

namespace countersign::http {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t'; }

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// The meaning of a backslash within quotes.
enum class Backslash : std::uint8_t { Escapes, Stands };

// Takes a quoted-string (RFC 9110 section 5.6.4) from the front of `rest`.
std::optional<std::string> take_quoted(std::string_view& rest, Backslash backslash) {
  std::string value;
  for (std::size_t i = 1; i < rest.size(); ++i) {
    if (rest[i] == '"') {
      rest.remove_prefix(i + 1);
      return value;
    }
    const bool escapes = backslash == Backslash::Escapes && rest[i] == '\\';
    if (escapes && ++i == rest.size()) return std::nullopt;
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
std::optional<ParameterizedValue::Parameter> take_parameter(std::string_view& rest,
                                                            Backslash backslash) {
  const std::size_t equals = rest.find('=');
  if (equals == std::string_view::npos) return std::nullopt;
  const std::string_view name = trimmed(rest.substr(0, equals));
  if (name.empty() || name.find_first_of("; \t\"") != std::string_view::npos) return std::nullopt;
  rest = trimmed(rest.substr(equals + 1));
  auto value = rest.starts_with('"') ? take_quoted(rest, backslash) : take_bare(rest);
  if (!value) return std::nullopt;
  return ParameterizedValue::Parameter{lower_case(name), std::move(*value)};
}

std::optional<ParameterizedValue> parse(std::string_view text, Backslash backslash) {
  const std::size_t end = std::min(text.find(';'), text.size());
  ParameterizedValue parsed;
  parsed.value = lower_case(trimmed(text.substr(0, end)));
  if (parsed.value.empty()) return std::nullopt;
  std::string_view rest = text.substr(end);
  while (!rest.empty()) {
    rest = trimmed(rest.substr(1));  // the `;`
    if (rest.empty()) break;         // a trailing `;` with nothing after it
    if (parsed.parameters.size() == kParametersMost) return std::nullopt;
    auto parameter = take_parameter(rest, backslash);
    if (!parameter || parsed.find(parameter->name)) return std::nullopt;
    parsed.parameters.push_back(std::move(*parameter));
    rest = trimmed(rest);
    if (!rest.empty() && rest.front() != ';') return std::nullopt;
  }
  return parsed;
}

// The three characters that a browser cannot write between quotes, as it writes them instead.
std::string without_percents_of_browsers(std::string_view text) {
  constexpr std::pair<std::string_view, char> kWritten[] = {
      {"%22", '"'}, {"%0D", '\r'}, {"%0A", '\n'}};
  std::string out;
  while (!text.empty()) {
    const auto* const written = std::ranges::find_if(
        kWritten, [&](const auto& each) { return text.starts_with(each.first); });
    const bool is_written = written != std::end(kWritten);
    out.push_back(is_written ? written->second : text.front());
    text.remove_prefix(is_written ? written->first.size() : 1);
  }
  return out;
}

// An ext-value of RFC 8187: `UTF-8'en'a%20b`. ISO-8859-1, which RFC 5987 had too, is not converted.
std::optional<std::string> decoded_ext_value(std::string_view text) {
  const std::size_t charset = text.find('\'');
  const std::size_t language = text.find('\'', charset + 1);
  if (charset == text.npos || language == text.npos) return std::nullopt;
  if (!equal_ignoring_case(text.substr(0, charset), "UTF-8") &&
      !equal_ignoring_case(text.substr(0, charset), "ISO-8859-1")) {
    return std::nullopt;
  }
  return percent_decoded(text.substr(language + 1));
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::optional<std::string> percent_decoded(std::string_view text) {
  std::string decoded;
  decoded.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      decoded.push_back(text[i]);
      continue;
    }
    if (text.size() - i < 3) return std::nullopt;
    const int high = hex_value(text[i + 1]);
    const int low = hex_value(text[i + 2]);
    if (high < 0 || low < 0) return std::nullopt;
    decoded.push_back(static_cast<char>(high * 16 + low));
    i += 2;
  }
  return decoded;
}

std::optional<std::string_view> ParameterizedValue::find(std::string_view name) const {
  const auto found = std::ranges::find(parameters, name, &Parameter::name);
  if (found == parameters.end()) return std::nullopt;
  return found->value;
}

std::optional<ParameterizedValue> parse_parameterized(std::string_view text) {
  return parse(text, Backslash::Escapes);
}

std::optional<FormDisposition> parse_form_disposition(std::string_view text) {
  auto parsed = parse(text, Backslash::Stands);
  if (!parsed) parsed = parse(text, Backslash::Escapes);
  if (!parsed || parsed->value != "form-data") return std::nullopt;
  FormDisposition disposition;
  disposition.name = without_percents_of_browsers(parsed->find("name").value_or(""));
  if (disposition.name.empty()) return std::nullopt;
  const auto extended = parsed->find("filename*");
  auto file_name = extended ? decoded_ext_value(*extended) : std::nullopt;
  disposition.file_name = file_name
                              ? *std::move(file_name)
                              : without_percents_of_browsers(parsed->find("filename").value_or(""));
  return disposition;
}

}  // namespace countersign::http

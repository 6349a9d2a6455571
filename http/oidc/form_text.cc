#include "http/oidc/form_text.h"

#include <algorithm>

#include "core/ascii.h"

namespace countersign::http {
namespace {

constexpr std::string_view kDigits = "0123456789ABCDEF";

bool is_unreserved(char c) {
  return is_letter_or_digit(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

std::optional<unsigned> digit_of(char c) {
  const std::size_t at = kDigits.find(ascii_upper(c));
  if (at == kDigits.npos) return std::nullopt;
  return static_cast<unsigned>(at);
}

std::optional<std::string> decoded(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '%') {
      result += text[at] == '+' ? ' ' : text[at];
      continue;
    }
    if (text.size() - at < 3) return std::nullopt;
    const auto high = digit_of(text[at + 1]);
    const auto low = digit_of(text[at + 2]);
    if (!high || !low) return std::nullopt;
    result += static_cast<char>(*high * 16 + *low);
    at += 2;
  }
  return result;
}

}  // namespace

std::string form_encoded(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (is_unreserved(c)) {
      result += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    result += '%';
    result += kDigits[byte >> 4];
    result += kDigits[byte & 15];
  }
  return result;
}

std::string form_text(const FormFields& fields) {
  std::string text;
  for (const auto& [name, value] : fields) {
    if (!text.empty()) text += '&';
    text += form_encoded(name) + '=' + form_encoded(value);
  }
  return text;
}

std::optional<FormFields> parse_form(std::string_view text) {
  FormFields fields;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('&'), text.size());
    const std::string_view piece = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (piece.empty()) continue;
    if (fields.size() == kFormFieldsMost) return std::nullopt;
    const std::size_t equals = std::min(piece.find('='), piece.size());
    auto name = decoded(piece.substr(0, equals));
    auto value = decoded(piece.substr(std::min(equals + 1, piece.size())));
    if (!name || !value) return std::nullopt;
    const bool twice =
        std::ranges::any_of(fields, [&](const auto& field) { return field.first == *name; });
    if (twice) return std::nullopt;
    fields.emplace_back(*std::move(name), *std::move(value));
  }
  return fields;
}

}  // namespace countersign::http

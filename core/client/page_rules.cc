#include "core/client/page_rules.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/ascii.h"
#include "core/text/printable.h"
#include "core/text/utf8.h"

namespace countersign {
namespace {

using namespace std::string_view_literals;

// Returns whether the text has 1 to `characters_max` characters, each of which `allows`.
template <class Allows>
bool consists_of(std::string_view text, std::size_t characters_max, Allows allows) {
  std::size_t characters = 0;
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0 || ++characters > characters_max) return false;
    if (!allows(text.substr(0, length))) return false;
    text.remove_prefix(length);
  }
  return characters > 0;
}

bool is_white(std::string_view character) {
  return character == " "sv || character == "\t"sv || character == "\n"sv || character == "\r"sv;
}

bool is_direction_mark(std::string_view character) {
  return character == "\u061C"sv || character == "\u200E"sv || character == "\u200F"sv;
}

// WCAG 2.2, "relative luminance": a channel of sRGB without its gamma. The threshold 0.04045 is
// that of IEC 61966-2-1; no value of 8 bits lies between it and the 0.03928 of earlier versions.
double linear(std::uint8_t channel) {
  const double value = channel / 255.0;
  return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

double luminance(const Colour& colour) {
  return 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) + 0.0722 * linear(colour.blue);
}

}  // namespace

bool is_label(std::string_view text, std::size_t characters_max) {
  return consists_of(text, characters_max, is_printable) && text.front() != ' ' &&
         text.back() != ' ';
}

bool is_plain_text(std::string_view text, std::size_t characters_max) {
  bool says_something = false;
  const auto allows = [&](std::string_view character) {
    if (is_white(character) || is_direction_mark(character)) return true;
    says_something = true;
    return is_printable(character);
  };
  return consists_of(text, characters_max, allows) && says_something;
}

std::optional<Colour> parse_colour(std::string_view text) {
  constexpr std::size_t kLength = 7;
  if (text.size() != kLength || text.front() != '#') return std::nullopt;
  const std::string digits = lower_case(text.substr(1));
  if (!std::ranges::all_of(digits, is_hex_digit)) return std::nullopt;
  std::uint32_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  return Colour{static_cast<std::uint8_t>(value >> 16),
                static_cast<std::uint8_t>(value >> 8),
                static_cast<std::uint8_t>(value)};
}

std::string to_text(const Colour& colour) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text = "#";
  for (const std::uint8_t channel : {colour.red, colour.green, colour.blue}) {
    text += kDigits[channel >> 4];
    text += kDigits[channel & 0x0F];
  }
  return text;
}

double contrast_of(const Colour& one, const Colour& other) {
  const auto [darker, lighter] = std::minmax({luminance(one), luminance(other)});
  return (lighter + 0.05) / (darker + 0.05);
}

bool is_language(std::string_view text) {
  return (text.size() == 2 || text.size() == 3) &&
         std::ranges::all_of(text, [](char c) { return c >= 'a' && c <= 'z'; });
}

bool is_country(std::string_view text) {
  return text.size() == 2 && std::ranges::all_of(text, [](char c) { return c >= 'A' && c <= 'Z'; });
}

bool are_documents(const std::vector<AcceptedDocument>& documents) {
  if (documents.size() > kPageDocumentsMax) return false;
  return std::ranges::all_of(documents, [&](const AcceptedDocument& entry) {
    const bool is_once =
        std::ranges::count(documents, entry.country, &AcceptedDocument::country) == 1;
    const bool is_named = !entry.country || is_country(*entry.country);
    const bool are_types_once = std::ranges::all_of(
        entry.types, [&](DocumentType type) { return std::ranges::count(entry.types, type) == 1; });
    return is_once && is_named && are_types_once && !entry.types.empty();
  });
}

bool offers(const CapturePage& page, const std::vector<AcceptedDocument>& documents) {
  const auto has = [](const std::vector<DocumentType>& types, DocumentType type) {
    return std::ranges::count(types, type) > 0;
  };
  const auto offers_type = [&](const std::optional<std::string>& country, DocumentType type) {
    if (page.documents.empty()) {
      return page.document_types.empty() || has(page.document_types, type);
    }
    return std::ranges::any_of(page.documents, [&](const AcceptedDocument& own) {
      return (!own.country || own.country == country) && has(own.types, type);
    });
  };
  return std::ranges::all_of(documents, [&](const AcceptedDocument& entry) {
    return std::ranges::all_of(entry.types,
                               [&](DocumentType type) { return offers_type(entry.country, type); });
  });
}

CapturePage page_in(const CapturePage& page, std::string_view language) {
  CapturePage seen = page;
  const auto own = std::ranges::find(page.texts, language, &PageTexts::language);
  if (own == page.texts.end()) return seen;
  if (own->name) seen.name = own->name;
  if (own->return_url) seen.return_url = own->return_url;
  if (own->next) seen.next = own->next;
  return seen;
}

bool has_return_url(const CapturePage& page, std::string_view url) {
  if (page.return_url == url) return true;
  if (std::ranges::count(page.return_urls.value(), url) > 0) return true;
  return std::ranges::any_of(page.texts,
                             [&](const PageTexts& own) { return own.return_url == url; });
}

}  // namespace countersign

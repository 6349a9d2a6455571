#include "http/json_document.h"

#include <charconv>
#include <cstddef>
#include <optional>
#include <system_error>

#include "core/utf8.h"

namespace countersign::http {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::size_t kUnitEscapeChars = 6;  // \uXXXX
constexpr unsigned kHighSurrogatesBegin = 0xd800;
constexpr unsigned kLowSurrogatesBegin = 0xdc00;
constexpr unsigned kSurrogatesEnd = 0xe000;

// The UTF-16 code unit of the `\uXXXX` at the front; none if something else is there.
std::optional<unsigned> escaped_unit(std::string_view text) {
  if (text.size() < kUnitEscapeChars || !text.starts_with("\\u")) return std::nullopt;
  const char* const begin = text.data() + 2;
  const char* const end = text.data() + kUnitEscapeChars;
  unsigned unit = 0;
  const auto [stopped, error] = std::from_chars(begin, end, unit, 16);
  if (error != std::errc() || stopped != end) return std::nullopt;
  return unit;
}

bool is_high_surrogate(unsigned unit) {
  return unit >= kHighSurrogatesBegin && unit < kLowSurrogatesBegin;
}
bool is_low_surrogate(unsigned unit) {
  return unit >= kLowSurrogatesBegin && unit < kSurrogatesEnd;
}

// Whether an escape is a high surrogate without a low one behind it, or a low one alone. RapidJSON
// lets the latter pass. A backslash outside of a string is no JSON, and is left to the parser.
bool has_half_pair(std::string_view json) {
  for (std::size_t at = json.find('\\'); at != json.npos; at = json.find('\\', at)) {
    const auto unit = escaped_unit(json.substr(at));
    if (!unit) {
      at += 2;  // the second may be a backslash too
      continue;
    }
    at += kUnitEscapeChars;
    if (is_low_surrogate(*unit)) return true;
    if (!is_high_surrogate(*unit)) continue;
    const auto low = escaped_unit(json.substr(at));
    if (!low || !is_low_surrogate(*low)) return true;
    at += kUnitEscapeChars;
  }
  return false;
}

bool may_be_parsed(std::string_view text) {
  return is_utf8(text) && text.find('\0') == text.npos && !text.starts_with(kByteOrderMark) &&
         !has_half_pair(text);
}

}  // namespace

bool parse_json(rapidjson::Document& document, std::string_view text, JsonNumbers numbers) {
  constexpr unsigned kFlags = rapidjson::kParseIterativeFlag;
  document.SetNull();
  if (text.empty() || !may_be_parsed(text)) return false;
  switch (numbers) {
    case JsonNumbers::Quick:
      document.Parse<kFlags>(text.data(), text.size());
      break;
    case JsonNumbers::Exact:
      document.Parse<kFlags | rapidjson::kParseFullPrecisionFlag>(text.data(), text.size());
      break;
  }
  if (!document.HasParseError()) return true;
  document.SetNull();
  return false;
}

}  // namespace countersign::http

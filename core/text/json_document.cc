#include "core/text/json_document.h"

#include <rapidjson/encodedstream.h>
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <system_error>

#include "core/text/utf8.h"

namespace countersign {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::size_t kUnitEscapeChars = 6;  // \uXXXX
constexpr unsigned kHighSurrogatesBegin = 0xd800;
constexpr unsigned kLowSurrogatesBegin = 0xdc00;
constexpr unsigned kSurrogatesEnd = 0xe000;

// Returns the UTF-16 code unit of the `\uXXXX` at the front, or nullopt if there is no such escape.
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

// Returns whether an escape is a high surrogate without a low surrogate after it, or a lone low
// surrogate, which RapidJSON accepts. A backslash outside a string is invalid JSON and is left to
// the parser.
bool has_half_pair(std::string_view json) {
  for (std::size_t at = json.find('\\'); at != json.npos; at = json.find('\\', at)) {
    const auto unit = escaped_unit(json.substr(at));
    if (!unit) {
      at += 2;  // the escaped character may be a backslash too
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

// Builds a document from RapidJSON's events, with each number as the nearest value. RapidJSON 1.1
// passes numbers on as text (kParseNumbersAsStringsFlag). Its own conversion makes infinity of
// `8901.7e308`, and with kParseFullPrecisionFlag it is undefined for a zero with a large exponent:
// `0e-40`.
class ExactNumbers : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, ExactNumbers> {
 public:
  using Size = rapidjson::SizeType;

  explicit ExactNumbers(rapidjson::Document& document) : document_(document) {}

  bool Null() { return document_.Null(); }
  bool Bool(bool value) { return document_.Bool(value); }
  bool String(const char* text, Size size, bool copy) { return document_.String(text, size, copy); }
  bool StartObject() { return document_.StartObject(); }
  bool Key(const char* text, Size size, bool copy) { return document_.Key(text, size, copy); }
  bool EndObject(Size members) { return document_.EndObject(members); }
  bool StartArray() { return document_.StartArray(); }
  bool EndArray(Size elements) { return document_.EndArray(elements); }

  // Returns false, which ends the parsing, for a number outside the range of a double.
  bool RawNumber(const char* text, Size size, bool) {
    const char* const end = text + size;
    const auto takes = [&](auto& number) {
      const auto [stopped, error] = std::from_chars(text, end, number);
      return error == std::errc() && stopped == end;
    };
    std::uint64_t whole = 0;
    if (takes(whole)) return document_.Uint64(whole);
    std::int64_t negative = 0;
    if (takes(negative) && negative != 0) return document_.Int64(negative);
    double number = 0;
    return takes(number) && document_.Double(number);
  }

 private:
  rapidjson::Document& document_;
};

// Parses the text for rapidjson::Document::Populate().
class ExactReading {
 public:
  explicit ExactReading(std::string_view text) : text_(text) {}

  bool operator()(rapidjson::Document& document) {
    constexpr unsigned kFlags =
        rapidjson::kParseIterativeFlag | rapidjson::kParseNumbersAsStringsFlag;
    rapidjson::MemoryStream bytes(text_.data(), text_.size());
    rapidjson::EncodedInputStream<rapidjson::UTF8<>, rapidjson::MemoryStream> stream(bytes);
    ExactNumbers numbers(document);
    good_ = !rapidjson::Reader().Parse<kFlags>(stream, numbers).IsError();
    return good_;
  }
  bool good() const { return good_; }

 private:
  std::string_view text_;
  bool good_ = false;
};

// Finds what the parser will meet outside of strings. Up to the first byte that is not JSON, where
// the parser stops, both agree on which bytes are within a string.
bool is_within(JsonBounds bounds, std::string_view json) {
  std::size_t level = 0;
  std::size_t parts = 0;
  bool in_string = false;
  for (std::size_t at = 0; at < json.size(); ++at) {
    const char c = json[at];
    if (in_string) {
      if (c == '\\') ++at;
      if (c == '"') in_string = false;
      continue;
    }
    const bool opens = c == '[' || c == '{';
    if (c == '"') in_string = true;
    if (opens && ++level > bounds.levels) return false;
    if ((opens || c == ',' || c == ':') && ++parts > bounds.parts) return false;
    if ((c == ']' || c == '}') && level-- == 0) return false;
  }
  return true;
}

bool may_be_parsed(std::string_view text, JsonBounds bounds) {
  return is_utf8(text) && text.find('\0') == text.npos && !text.starts_with(kByteOrderMark) &&
         !has_half_pair(text) && is_within(bounds, text);
}

}  // namespace

bool parse_json(rapidjson::Document& document, std::string_view text, JsonBounds bounds) {
  document.SetNull();
  if (text.empty() || !may_be_parsed(text, bounds)) return false;
  ExactReading reading(text);
  document.Populate(reading);
  if (reading.good()) return true;
  document.SetNull();
  return false;
}

}  // namespace countersign

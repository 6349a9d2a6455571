#include "events/json_text.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cstring>

#include "core/check.h"
#include "core/utf8.h"

namespace countersign {
namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";
constexpr std::size_t kTimeChars = 27;  // 2026-11-21T05:00:00.000123Z
constexpr std::size_t kUuidChars = 36;
constexpr std::uint8_t kNoDigit = 0xff;

constexpr auto kHexValues = [] {
  std::array<std::uint8_t, 256> values{};
  values.fill(kNoDigit);
  for (std::uint8_t i = 0; i < 16; ++i) values[static_cast<std::uint8_t>(kHexDigits[i])] = i;
  return values;
}();

constexpr auto kHexPairs = [] {
  std::array<std::array<char, 2>, 256> pairs{};
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    pairs[i] = {kHexDigits[i >> 4], kHexDigits[i & 0x0f]};
  }
  return pairs;
}();

// What a byte of text is to the scanners: itself, in need of an escape, or part of a
// character beyond ASCII.
enum class TextByte : std::uint8_t { Plain, Escaped, High };

constexpr auto kTextBytes = [] {
  std::array<TextByte, 256> kinds{};
  for (std::size_t i = 0; i < 0x20; ++i) kinds[i] = TextByte::Escaped;
  for (std::size_t i = 0x80; i < 0x100; ++i) kinds[i] = TextByte::High;
  kinds['"'] = TextByte::Escaped;
  kinds['\\'] = TextByte::Escaped;
  return kinds;
}();

TextByte kind_of(char c) { return kTextBytes[static_cast<std::uint8_t>(c)]; }

// The letter of a short escape, or 0.
constexpr char short_escape(char c) {
  switch (c) {
    case '"':
      return '"';
    case '\\':
      return '\\';
    case '\b':
      return 'b';
    case '\t':
      return 't';
    case '\n':
      return 'n';
    case '\f':
      return 'f';
    case '\r':
      return 'r';
    default:
      return 0;
  }
}

constexpr auto kUnescaped = [] {
  std::array<char, 256> values{};
  for (const char c : {'"', '\\', '\b', '\t', '\n', '\f', '\r'}) {
    values[static_cast<std::uint8_t>(short_escape(c))] = c;
  }
  return values;
}();

void append_escaped(std::string& out, char c) {
  out.push_back('\\');
  if (const char letter = short_escape(c)) {
    out.push_back(letter);
    return;
  }
  const auto pair = kHexPairs[static_cast<std::uint8_t>(c)];
  out.append("u00").append(pair.data(), pair.size());
}

bool decode_hex(const char* digits, std::uint8_t* out, std::size_t bytes) {
  std::uint8_t bad = 0;
  for (std::size_t i = 0; i < bytes; ++i) {
    const std::uint8_t high = kHexValues[static_cast<std::uint8_t>(digits[2 * i])];
    const std::uint8_t low = kHexValues[static_cast<std::uint8_t>(digits[2 * i + 1])];
    bad |= high | low;
    out[i] = static_cast<std::uint8_t>(high << 4 | (low & 0x0f));
  }
  return (bad & 0xf0) == 0;
}

}  // namespace

// ---- writing ----------------------------------------------------------------

void JsonWriter::text(std::string_view value) {
  out_.push_back('"');
  bool high = false;
  std::size_t run = 0;  // where what is not yet appended begins
  for (std::size_t i = 0; i < value.size(); ++i) {
    const TextByte kind = kind_of(value[i]);
    high |= kind == TextByte::High;
    if (kind != TextByte::Escaped) continue;
    out_.append(value.substr(run, i - run));
    append_escaped(out_, value[i]);
    run = i + 1;
  }
  out_.append(value.substr(run));
  out_.push_back('"');
  check(!high || is_utf8(value), "a text that is not UTF-8 reached the log");
}

void JsonWriter::unsigned_number(std::uint64_t value) {
  check(value <= kJsonIntegerMax, "a number of 2^53 or more reached the log");
  std::array<char, 20> digits;
  const auto [end, error] = std::to_chars(digits.begin(), digits.end(), value);
  check(error == std::errc(), "a number that has no digits");
  out_.append(digits.begin(), end);
}

void JsonWriter::signed_number(std::int64_t value) {
  if (value < 0) out_.push_back('-');
  const auto bits = static_cast<std::uint64_t>(value);
  unsigned_number(value < 0 ? ~bits + 1 : bits);
}

void JsonWriter::digest(const Digest& value) {
  std::array<char, 2 * std::tuple_size_v<Digest> + 2> text;
  text.front() = '"';
  for (std::size_t i = 0; i < value.size(); ++i) {
    std::memcpy(text.data() + 1 + 2 * i, kHexPairs[value[i]].data(), 2);
  }
  text.back() = '"';
  out_.append(text.data(), text.size());
}

void JsonWriter::uuid(const Uuid& value) { plain_text(to_string(value)); }

void JsonWriter::time(UtcTime value) {
  const std::string text = to_string(value);
  check(text.size() == kTimeChars && text[0] != '-', "a time beyond the year 9999 reached the log");
  plain_text(text);
}

// ---- reading ----------------------------------------------------------------

bool JsonReader::fail(std::string_view why) {
  if (!why_.empty()) return false;
  why_ = why;
  failed_at_ = static_cast<std::size_t>(at_ - begin_);
  return false;
}

bool JsonReader::missing_member(std::string_view name) {
  if (why_.empty()) member_ = name;
  return fail("another member than");
}

std::string JsonReader::error() const {
  check(!why_.empty(), "the error of a reader that did not fail");
  if (member_.empty()) return fmt::format("byte {}: {}", failed_at_, why_);
  return fmt::format("byte {}: {} \"{}\"", failed_at_, why_, member_);
}

bool JsonReader::expect(char c) {
  if (skip(c)) return true;
  switch (c) {
    case '{':
      return fail("not an object");
    case '}':
      return fail("not the end of the object");
    case '[':
      return fail("not an array");
    case ']':
      return fail("not the end of the array");
    default:
      return fail("another character than expected");
  }
}

bool JsonReader::skip_null() {
  if (end_ - at_ < 4 || std::memcmp(at_, "null", 4) != 0) return false;
  at_ += 4;
  return true;
}

bool JsonReader::skip_empty_text() {
  if (end_ - at_ < 2 || at_[0] != '"' || at_[1] != '"') return false;
  at_ += 2;
  return true;
}

bool JsonReader::boolean(bool& value) {
  if (end_ - at_ >= 4 && std::memcmp(at_, "true", 4) == 0) {
    at_ += 4;
    value = true;
    return true;
  }
  if (end_ - at_ >= 5 && std::memcmp(at_, "false", 5) == 0) {
    at_ += 5;
    value = false;
    return true;
  }
  return fail("neither true nor false");
}

bool JsonReader::plain_text(std::string_view& value) {
  if (!skip('"')) return fail("not a text");
  const char* first = at_;
  bool high = false;
  while (at_ != end_ && kind_of(*at_) != TextByte::Escaped) {
    high |= kind_of(*at_) == TextByte::High;
    ++at_;
  }
  value = std::string_view(first, static_cast<std::size_t>(at_ - first));
  if (high && !is_utf8(value)) return fail("a text that is not UTF-8");
  if (!skip('"')) return fail("a text without an end");
  return true;
}

bool JsonReader::text(std::string& value) {
  if (!skip('"')) return fail("not a text");
  value.clear();
  bool high = false;
  for (;;) {
    const char* run = at_;
    while (at_ != end_ && kind_of(*at_) != TextByte::Escaped) {
      high |= kind_of(*at_) == TextByte::High;
      ++at_;
    }
    value.append(run, at_);
    if (skip('"')) break;
    if (!skip('\\')) return fail("a text with a bare control character or without an end");
    if (!escaped(value)) return fail("an escape that is not written so");
  }
  if (high && !is_utf8(value)) return fail("a text that is not UTF-8");
  return true;
}

// What follows a backslash: the one escape of its character.
bool JsonReader::escaped(std::string& value) {
  if (at_ == end_) return false;
  if (const char c = kUnescaped[static_cast<std::uint8_t>(*at_)]) {
    ++at_;
    value.push_back(c);
    return true;
  }
  if (end_ - at_ < 5 || std::memcmp(at_, "u00", 3) != 0) return false;
  std::uint8_t byte = 0;
  if (!decode_hex(at_ + 3, &byte, 1)) return false;
  const char c = static_cast<char>(byte);
  if (byte >= 0x20 || short_escape(c) != 0) return false;
  at_ += 5;
  value.push_back(c);
  return true;
}

bool JsonReader::unsigned_number(std::uint64_t& value, std::uint64_t max) {
  constexpr std::ptrdiff_t kDigitsMax = 16;  // of 2^53 - 1
  const char* first = at_;
  value = 0;
  while (at_ != end_ && *at_ >= '0' && *at_ <= '9' && at_ - first < kDigitsMax + 1) {
    value = value * 10 + static_cast<std::uint64_t>(*at_++ - '0');
  }
  if (at_ == first) return fail("not a whole number");
  if (*first == '0' && at_ - first > 1) return fail("a number with a leading zero");
  if (at_ - first > kDigitsMax || value > max) return fail("a number that is too large");
  return true;
}

bool JsonReader::signed_number(std::int64_t& value) {
  const bool negative = skip('-');
  std::uint64_t magnitude = 0;
  if (!unsigned_number(magnitude, kJsonIntegerMax)) return false;
  if (negative && magnitude == 0) return fail("a zero with a sign");
  value = static_cast<std::int64_t>(magnitude);
  if (negative) value = -value;
  return true;
}

bool JsonReader::digest(Digest& value) {
  constexpr std::size_t kChars = 2 * std::tuple_size_v<Digest>;
  if (static_cast<std::size_t>(end_ - at_) < kChars + 2 || at_[0] != '"' ||
      at_[kChars + 1] != '"' || !decode_hex(at_ + 1, value.data(), value.size())) {
    return fail("not 64 digits in lower-case hexadecimal");
  }
  at_ += kChars + 2;
  return true;
}

bool JsonReader::uuid(Uuid& value) {
  if (static_cast<std::size_t>(end_ - at_) < kUuidChars + 2 || at_[0] != '"' ||
      at_[kUuidChars + 1] != '"') {
    return fail("not a UUID");
  }
  const std::string_view text(at_ + 1, kUuidChars);
  const auto parsed = parse_uuid(text);
  const auto is_upper = [](char c) { return c >= 'A' && c <= 'F'; };
  bool upper = false;
  for (const char c : text) upper |= is_upper(c);
  if (!parsed || upper) return fail("not a UUID in lower case");
  value = *parsed;
  at_ += kUuidChars + 2;
  return true;
}

bool JsonReader::time(UtcTime& value) {
  if (static_cast<std::size_t>(end_ - at_) < kTimeChars + 2 || at_[0] != '"' ||
      at_[kTimeChars + 1] != '"') {
    return fail("not a time");
  }
  const auto parsed = parse_utc_time({at_ + 1, kTimeChars});
  if (!parsed) return fail("not a time");
  value = *parsed;
  at_ += kTimeChars + 2;
  return true;
}

bool JsonReader::anything(std::string_view& value) {
  const char* first = at_;
  std::size_t depth = 0;
  do {
    if (at_ == end_) return fail("a value without an end");
    if (*at_ == '"') {
      std::string ignored;
      if (!text(ignored)) return false;
    } else {
      if (*at_ == '{' || *at_ == '[') ++depth;
      if (*at_ == '}' || *at_ == ']') {
        if (depth == 0) return fail("not a value");
        --depth;
      }
      ++at_;
    }
  } while (depth > 0 || (at_ != end_ && *at_ != ',' && *at_ != '}' && *at_ != ']'));
  value = std::string_view(first, static_cast<std::size_t>(at_ - first));
  return true;
}

}  // namespace countersign

#include "events/record/canonical_json.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <charconv>
#include <cstring>

#include "core/check.h"
#include "core/text/utf8.h"

namespace countersign {
namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";
constexpr std::size_t kTimeChars = 27;  // 2026-11-21T05:00:00.000123Z
constexpr std::size_t kUuidChars = 36;
constexpr auto kHexPairs = [] {
  std::array<std::array<char, 2>, 256> pairs{};
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    pairs[i] = {kHexDigits[i >> 4], kHexDigits[i & 0x0f]};
  }
  return pairs;
}();

// How the scanners classify a byte of text: plain, in need of an escape, or part of a character
// beyond ASCII.
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

// ---- eight characters at a time, the first in the lowest byte ----

constexpr std::size_t kWordChars = 8;

constexpr std::uint64_t every(std::uint8_t byte) { return 0x0101010101010101u * byte; }

std::uint64_t load_word(const char* text) {
  std::uint64_t word = 0;
  std::memcpy(&word, text, kWordChars);
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  return word;
}

// Sets the highest bit of each byte that is less than `limit`. A borrow may also set it in bytes
// after the first such byte. REQUIRES: `limit` is at most 0x80.
constexpr std::uint64_t bytes_below(std::uint64_t word, std::uint8_t limit) {
  return (word - every(limit)) & ~word & every(0x80);
}

// Like bytes_below(), for the bytes whose kind_of() is Escaped.
constexpr std::uint64_t escaped_bytes(std::uint64_t word) {
  return bytes_below(word, 0x20) | bytes_below(word ^ every('"'), 1) |
         bytes_below(word ^ every('\\'), 1);
}

// Decodes eight lower-case hexadecimal digits into four bytes. Sets bits in `bad` if a digit is
// invalid.
std::uint32_t decode_hex_word(const char* digits, std::uint64_t& bad) {
  const std::uint64_t word = load_word(digits);
  const std::uint64_t letters = (word >> 6) & every(1);
  const std::uint64_t values = (word & every(0x0f)) + 9 * letters;
  // Valid only if re-encoding each nibble gives the input byte; nibbles above 15 are invalid.
  const std::uint64_t tens = ((values + every(6)) >> 4) & every(1);
  bad |= ((values + every('0') + ('a' - '9' - 1) * tens) ^ word) | (values & every(0xf0));
  std::uint64_t bytes = ((values << 4) | (values >> 8)) & 0x00ff00ff00ff00ffu;
  bytes = (bytes | bytes >> 8) & 0x0000ffff0000ffffu;
  return static_cast<std::uint32_t>(bytes | bytes >> 16);
}

// REQUIRES: `digits` has 2 * N characters.
template <std::size_t N>
bool decode_hex(const char* digits, std::array<std::uint8_t, N>& out) {
  static_assert(N % 4 == 0);
  std::uint64_t bad = 0;
  for (std::size_t i = 0; i < N; i += 4) {
    const std::uint32_t bytes = decode_hex_word(digits + 2 * i, bad);
    for (std::size_t k = 0; k < 4; ++k) out[i + k] = static_cast<std::uint8_t>(bytes >> 8 * k);
  }
  return bad == 0;
}

}  // namespace

// ---- writing ----------------------------------------------------------------

void CanonicalJson::text(std::string_view value) {
  out_.push_back('"');
  bool high = false;
  std::size_t run = 0;  // start of the part not yet appended
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
  check(!high || is_utf8(value), "a text for the log is UTF-8");
}

void CanonicalJson::unsigned_number(std::uint64_t value) {
  check(value <= kJsonIntegerMax, "a number for the log is at most kJsonIntegerMax");
  std::array<char, 20> digits;
  const auto [end, error] = std::to_chars(digits.begin(), digits.end(), value);
  check(error == std::errc(), "the digits of a number fit into their buffer");
  out_.append(digits.begin(), end);
}

void CanonicalJson::signed_number(std::int64_t value) {
  if (value < 0) out_.push_back('-');
  const auto bits = static_cast<std::uint64_t>(value);
  unsigned_number(value < 0 ? ~bits + 1 : bits);
}

void CanonicalJson::digest(const Digest& value) {
  std::array<char, 2 * std::tuple_size_v<Digest> + 2> text;
  text.front() = '"';
  for (std::size_t i = 0; i < value.size(); ++i) {
    std::memcpy(text.data() + 1 + 2 * i, kHexPairs[value[i]].data(), 2);
  }
  text.back() = '"';
  out_.append(text.data(), text.size());
}

void CanonicalJson::uuid(const Uuid& value) { plain_text(to_string(value)); }

void CanonicalJson::time(UtcTime value) {
  const std::string text = to_string(value);
  check(text.size() == kTimeChars && text[0] != '-',
        "the year of a time for the log is from 0 to 9999");
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
  return fail("the member is not");
}

std::string JsonReader::error() const {
  check(!why_.empty(), "a reader whose error is read has failed");
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
      return fail("not the expected character");
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

// Moves to the next byte that is Escaped, or to the end. True if it passed a High byte.
bool JsonReader::skip_plain() {
  std::uint64_t high = 0;
  while (static_cast<std::size_t>(end_ - at_) >= kWordChars) {
    const std::uint64_t word = load_word(at_);
    const std::uint64_t escaped = escaped_bytes(word);
    if (escaped != 0) {
      const std::uint64_t before = (escaped & (~escaped + 1)) - 1;  // the lowest bit, less one
      at_ += std::countr_zero(escaped) / 8;
      return ((high | (word & before)) & every(0x80)) != 0;
    }
    high |= word;
    at_ += kWordChars;
  }
  while (at_ != end_ && kind_of(*at_) != TextByte::Escaped) {
    high |= static_cast<std::uint8_t>(*at_++);
  }
  return (high & every(0x80)) != 0;
}

bool JsonReader::plain_text(std::string_view& value) {
  if (!skip('"')) return fail("not a text");
  const char* first = at_;
  const bool high = skip_plain();
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
    high |= skip_plain();
    value.append(run, at_);
    if (skip('"')) break;
    if (!skip('\\')) return fail("a text with a bare control character or without an end");
    if (!escaped(value)) return fail("an escape that the stored form does not have");
  }
  if (high && !is_utf8(value)) return fail("a text that is not UTF-8");
  return true;
}

// Reads what follows a backslash. Accepts only the one escape of each character.
bool JsonReader::escaped(std::string& value) {
  if (at_ == end_) return false;
  if (const char c = kUnescaped[static_cast<std::uint8_t>(*at_)]) {
    ++at_;
    value.push_back(c);
    return true;
  }
  if (end_ - at_ < 5 || std::memcmp(at_, "u00", 3) != 0) return false;
  const std::array<char, kWordChars> digits{'0', '0', '0', '0', '0', '0', at_[3], at_[4]};
  std::array<std::uint8_t, 4> bytes{};
  if (!decode_hex(digits.data(), bytes)) return false;
  const char c = static_cast<char>(bytes.back());
  if (bytes.back() >= 0x20 || short_escape(c) != 0) return false;
  at_ += 5;
  value.push_back(c);
  return true;
}

bool JsonReader::unsigned_number(std::uint64_t& value, std::uint64_t max) {
  constexpr std::ptrdiff_t kDigitsMax = 16;  // digits of 2^53 - 1
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
      at_[kChars + 1] != '"' || !decode_hex(at_ + 1, value)) {
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
  const char* text = at_ + 1;
  std::array<char, 2 * std::tuple_size_v<Uuid>> digits;
  std::memcpy(digits.data(), text, 8);
  std::memcpy(digits.data() + 8, text + 9, 4);
  std::memcpy(digits.data() + 12, text + 14, 4);
  std::memcpy(digits.data() + 16, text + 19, 4);
  std::memcpy(digits.data() + 20, text + 24, 12);
  if (text[8] != '-' || text[13] != '-' || text[18] != '-' || text[23] != '-' ||
      !decode_hex(digits.data(), value)) {
    return fail("not a UUID in lower case");
  }
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

#include "core/inspection/barcode/pdf417/contents.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "core/ascii.h"

namespace countersign::pdf417 {
namespace {

// The codewords that begin a mode; the values below are data (ISO/IEC 15438, 5.4.1).
constexpr std::uint16_t kText = 900;
constexpr std::uint16_t kBytes = 901;
constexpr std::uint16_t kNumbers = 902;
constexpr std::uint16_t kOneByte = 913;
constexpr std::uint16_t kSixBytes = 924;  // bytes whose number is a multiple of six

constexpr std::uint32_t kData = 900;          // values of a codeword of data; the base of a group
constexpr std::uint32_t kInPair = 30;         // values of text in a codeword, of two
constexpr std::uint32_t kByteValues = 256;    // of a byte
constexpr std::size_t kGroupCodewords = 5;    // that stand for so many bytes
constexpr std::size_t kGroupBytes = 6;        // 256^6 is less than 900^5
constexpr std::size_t kNumberCodewords = 15;  // that stand for up to 44 digits

using Codewords = std::span<const std::uint16_t>;

enum class SubMode : std::uint8_t { Upper, Lower, Mixed, Punctuation };

// The effects of the values of text that stand for no character.
constexpr char kToLower = '\x01';
constexpr char kToMixed = '\x02';
constexpr char kToUpper = '\x03';
constexpr char kToPunctuation = '\x04';
constexpr char kOneUpper = '\x05';        // for one character
constexpr char kOnePunctuation = '\x06';  // for one character

// The characters of each sub-mode, and what the other values do (ISO/IEC 15438, table 5).
constexpr std::array<std::string_view, 4> kCharacters = {
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ \x01\x02\x06",
    "abcdefghijklmnopqrstuvwxyz \x05\x02\x06",
    "0123456789&\r\t,:#-.$/+%*=^\x04 \x01\x03\x06",
    ";<>@[\\]_`~!\r\t,:\n-.$/\"|*()?{}'\x03",
};
static_assert(std::ranges::all_of(kCharacters, [](auto each) { return each.size() == kInPair; }));

// Characters from values of text. The sub-mode lasts from codeword to codeword.
class Text {
 public:
  explicit Text(std::string& out) : out_(out) {}

  void add(std::uint32_t codeword) {
    add_value(codeword / kInPair);
    add_value(codeword % kInPair);
  }
  // A shift that no character follows is a filler.
  void end_shift() { next_ = lasting_; }

 private:
  void add_value(std::uint32_t value) {
    const char meant = kCharacters[static_cast<std::size_t>(next_)][value];
    next_ = lasting_;
    switch (meant) {
      case kToLower:
        return last(SubMode::Lower);
      case kToMixed:
        return last(SubMode::Mixed);
      case kToUpper:
        return last(SubMode::Upper);
      case kToPunctuation:
        return last(SubMode::Punctuation);
      case kOneUpper:
        next_ = SubMode::Upper;
        return;
      case kOnePunctuation:
        next_ = SubMode::Punctuation;
        return;
      default:
        out_.push_back(meant);
    }
  }
  void last(SubMode mode) { lasting_ = next_ = mode; }

  std::string& out_;
  SubMode lasting_ = SubMode::Upper;
  SubMode next_ = SubMode::Upper;  // of the next character
};

// Five codewords as six bytes: another base for the same number.
bool add_group(Codewords group, std::string& out) {
  std::uint64_t number = 0;
  for (const std::uint16_t codeword : group) number = number * kData + codeword;
  if (number >> (8 * kGroupBytes) != 0) return false;
  for (std::size_t i = kGroupBytes; i-- > 0;) {
    out.push_back(static_cast<char>(number >> (8 * i) & (kByteValues - 1)));
  }
  return true;
}

// `whole`: all codewords are in groups; otherwise the last ones are a byte each.
bool add_bytes(Codewords codewords, bool whole, std::string& out) {
  if (whole && codewords.size() % kGroupCodewords != 0) return false;
  while (codewords.size() >= kGroupCodewords + (whole ? 0 : 1)) {
    if (!add_group(codewords.first(kGroupCodewords), out)) return false;
    codewords = codewords.subspan(kGroupCodewords);
  }
  for (const std::uint16_t codeword : codewords) {
    if (codeword >= kByteValues) return false;
    out.push_back(static_cast<char>(codeword));
  }
  return true;
}

// Up to 15 codewords as digits, of which the first is a 1 that stands for nothing.
bool add_number(Codewords group, std::string& out) {
  std::string digits;  // the last one first
  for (const std::uint16_t codeword : group) {
    std::uint32_t carried = codeword;
    for (char& digit : digits) {
      carried += static_cast<std::uint32_t>(digit - '0') * kData;
      digit = static_cast<char>('0' + carried % 10);
      carried /= 10;
    }
    for (; carried > 0; carried /= 10) digits.push_back(static_cast<char>('0' + carried % 10));
  }
  if (digits.empty() || digits.back() != '1') return false;
  out.append(digits.rbegin() + 1, digits.rend());
  return true;
}

bool add_numbers(Codewords codewords, std::string& out) {
  while (!codewords.empty()) {
    const std::size_t size = std::min(codewords.size(), kNumberCodewords);
    if (!add_number(codewords.first(size), out)) return false;
    codewords = codewords.subspan(size);
  }
  return true;
}

Codewords take_data(Codewords& rest) {
  const auto end = std::ranges::find_if(rest, [](std::uint16_t each) { return each >= kData; });
  const Codewords data = rest.first(static_cast<std::size_t>(end - rest.begin()));
  rest = rest.subspan(data.size());
  return data;
}

// Text up to the next mode, with single bytes in it.
bool add_text(Codewords& rest, std::string& out) {
  Text text(out);
  for (;;) {
    for (const std::uint16_t codeword : take_data(rest)) text.add(codeword);
    if (rest.empty() || rest.front() != kOneByte) return true;
    text.end_shift();
    if (rest.size() < 2 || rest[1] >= kByteValues) return false;
    out.push_back(static_cast<char>(rest[1]));
    rest = rest.subspan(2);
  }
}

}  // namespace

std::optional<std::string> contents_of(std::span<const std::uint16_t> codewords) {
  std::string bytes;
  Codewords rest = codewords;
  if (!add_text(rest, bytes)) return std::nullopt;
  while (!rest.empty()) {
    const std::uint16_t mode = rest.front();
    rest = rest.subspan(1);
    bool sound = false;
    switch (mode) {
      case kText:
        sound = add_text(rest, bytes);
        break;
      case kBytes:
      case kSixBytes:
        sound = add_bytes(take_data(rest), mode == kSixBytes, bytes);
        break;
      case kNumbers:
        sound = add_numbers(take_data(rest), bytes);
        break;
      default:
        break;
    }
    if (!sound) return std::nullopt;
  }
  return bytes;
}

}  // namespace countersign::pdf417

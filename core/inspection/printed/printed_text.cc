#include "core/inspection/printed/printed_text.h"

#include <algorithm>

#include "core/ascii.h"

namespace countersign {
namespace {

constexpr std::string_view kKept = "./-<";
constexpr char kNone = ' ';
// A word of this length is a line of a zone, of which the fillers were taken for letters.
constexpr std::size_t kZoneLetters = 22;

// The letters of the Latin-1 block from U+00C0 on, without their accents.
constexpr std::string_view kLatin1 =
    "AAAAAAACEEEEIIIIDNOOOOO OUUUUY SAAAAAAACEEEEIIIIDNOOOOO OUUUUY Y";
static_assert(kLatin1.size() == 64);

char plain_capital_of(std::string_view character) {
  if (character.size() == 1) {
    const char upper = ascii_upper(character.front());
    return is_letter_or_digit(upper) || kKept.find(upper) != kKept.npos ? upper : kNone;
  }
  if (character.size() == 2 && character[0] == '\xc3') {
    return kLatin1[static_cast<unsigned char>(character[1]) & 0x3f];
  }
  return kNone;
}

bool is_of_zone(const PrintedWord& word) {
  return word.letters.find('<') != std::string::npos || word.letters.size() >= kZoneLetters;
}

}  // namespace

TextBox around(const TextBox& a, const TextBox& b) {
  return {std::min(a.left, b.left),
          std::min(a.top, b.top),
          std::max(a.right, b.right),
          std::max(a.bottom, b.bottom)};
}

void append_letter(std::string_view character, float sure, PrintedWord& word) {
  if (word.letters.size() >= kLettersMax) return;
  word.letters.push_back(plain_capital_of(character));
  word.sure.push_back(sure);
}

void leave_out_zone_lines(PrintedText& text) {
  std::erase_if(text,
                [](const PrintedLine& line) { return std::ranges::any_of(line, is_of_zone); });
}

LetterStream stream_of(const PrintedLine& line) {
  LetterStream stream;
  for (std::size_t i = 0; i < line.size(); ++i) {
    for (std::size_t k = 0; k < line[i].letters.size(); ++k) {
      if (!is_letter_or_digit(line[i].letters[k])) continue;
      stream.letters.push_back(line[i].letters[k]);
      stream.sure.push_back(line[i].sure[k]);
      stream.word.push_back(i);
    }
  }
  return stream;
}

}  // namespace countersign

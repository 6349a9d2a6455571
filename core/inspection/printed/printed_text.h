#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace countersign {

// The text that an OCR program read in the picture of a flat document, before anything is looked
// for in it.
// Personal data: compared with a zone or a bar code, and then discarded, except for a client that
// requests the values (printed_values.h).

// In pixels of the flat picture that was read; right and bottom are beyond the box.
struct TextBox {
  std::int32_t left = 0;
  std::int32_t top = 0;
  std::int32_t right = 0;
  std::int32_t bottom = 0;
  bool operator==(const TextBox&) const = default;
};
TextBox around(const TextBox& a, const TextBox& b);

struct PrintedWord {
  std::string letters;      // A to Z, 0 to 9; any other character is a space, but for . / - and <
  std::vector<float> sure;  // how sure the program is of each of them, 0 to 100
  TextBox box{};
};

using PrintedLine = std::vector<PrintedWord>;  // from left to right
using PrintedText = std::vector<PrintedLine>;

// The most that is looked at. A document has some hundred words; a hostile picture may have more,
// and what exceeds these is left out.
inline constexpr std::size_t kWordsMax = 2000;
inline constexpr std::size_t kLettersMax = 64;  // of one word

// Appends one character that was read: upper case, and without its accent. A character that has no
// such letter becomes a space. REQUIRES: one UTF-8 character, or any other bytes.
void append_letter(std::string_view character, float sure, PrintedWord& word);

// Leaves out the lines that can only be those of a machine-readable zone: with its fillers, or
// longer than any word of the print. Otherwise a zone would agree with itself.
void leave_out_zone_lines(PrintedText& text);

// The letters and digits of one line, without what stands between them.
struct LetterStream {
  std::string letters;
  std::vector<float> sure;
  std::vector<std::size_t> word;  // the index of each letter's word
};
LetterStream stream_of(const PrintedLine& line);

}  // namespace countersign

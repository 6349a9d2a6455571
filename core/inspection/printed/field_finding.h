#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/inspection/printed/printed_text.h"

namespace countersign {

// How sure an OCR program must be of a digit for the digit to contradict a zone, of 100. It can be
// as sure of a digit that it misread, so a contradiction is looked at again: see second_look().
inline constexpr float kSureDigit = 85;
// A value in which more digits are others is taken for something else on the document.
inline constexpr std::size_t kOtherDigitsMax = 2;

enum class FieldVerdict : std::uint8_t {
  Unread,   // not found in the print, or not read well enough: nothing is said
  Agrees,   // the print has it
  Differs,  // the print has another value in its place
};

// Where the print has another value. Personal data.
struct Contradiction {
  std::size_t page = 0;  // index of the text
  TextBox box{};
  std::string letters;                  // as read, letters and digits only
  std::vector<std::size_t> decisive{};  // the indices of the digits that contradict
  std::string stated{};                 // what should stand there; empty: it has several forms
  float sure = 0;                       // of the least certain decisive digit
};

struct FieldFinding {
  FieldVerdict verdict = FieldVerdict::Unread;
  std::optional<Contradiction> contradiction{};  // present if it differs
  std::string date{};  // of a date that was found: as YYYY-MM-DD, with the printed century if any
};

// The result of another reading, of the box alone and enlarged.
enum class SecondLook : std::uint8_t {
  SaysNothing,
  Confirms,     // it has the same letters around the decisive digits, and is certain of these
  Contradicts,  // it has what is stated
};
// Pure.
SecondLook second_look(const Contradiction& contradiction, const PrintedText& closer);

}  // namespace countersign

#pragma once
#include <cstddef>
#include <string_view>

namespace countersign {

// Returns the digit that a capital letter looks like in print, so that OCR cannot tell the two
// apart without knowing which of them belongs there; any other character as it is.
constexpr char as_digit(char c) {
  constexpr std::string_view kLetters = "OQDILBSZG";
  constexpr std::string_view kDigits = "000118526";
  const std::size_t at = kLetters.find(c);
  return at == kLetters.npos ? c : kDigits[at];
}

// Whether two digits are so alike that OCR takes one for the other, and is certain: print on a
// pattern, seen by a camera, makes a 1 of a 7 and an 8 of a 6. Neither contradicts the other.
constexpr bool are_alike(char a, char b) {
  constexpr std::string_view kPairs = "17 14 27 06 08 09 35 38 39 56 58 68 89 ";
  for (std::size_t i = 0; i < kPairs.size(); i += 3) {
    if (kPairs[i] == a && kPairs[i + 1] == b) return true;
    if (kPairs[i] == b && kPairs[i + 1] == a) return true;
  }
  return false;
}

}  // namespace countersign

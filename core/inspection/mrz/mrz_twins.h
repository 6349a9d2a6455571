#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "core/inspection/mrz/mrz.h"
#include "core/inspection/mrz/ocr_b/match.h"

namespace countersign {

// Characters that OCR-B hardly distinguishes.
//
// The digit 0 and the letter O: their likenesses differ by 0.001 to 0.03. Where both may stand, the
// check digits decide, and only they. Other digits and letters that look alike, such as 8 and B,
// are not tried: a wrong reading of them would be proven too often.
//
// The letters S and U, of which a digit is a twin that has the same value in every check digit: S
// counts 28 and 8 counts 8, U counts 30 and 0 counts 0. Check digits cannot tell them apart. States
// write far more digits than letters, so that a letter that hardly resembles its own more is the
// digit.
//
// The letters D and O, where no digit may stand and no check digit guards them: D has two corners,
// which small or soft print loses, so that an O resembles a D by up to 0.02 more. A letter that
// resembles a D only so much more is an O, unless the issuing state or the nationality has a code
// with the D alone. A D that lost its corners is read as O: in those two places it is a D again if
// the code of a state has it and none has the O.
class MrzTwins {
 public:
  // To be called for each character as it was read.
  void consider(
      std::size_t line, std::size_t column, char read, const OcrBScores& scores, MrzClass allowed);

  // Decides about the characters in doubt. States write far more numbers with 0 than with O, so of
  // the readings whose check digits are all right the one with the fewest O is kept, and of several
  // the one that looks most like the print. At most three O are tried beside those that are
  // certain, and only of what resembles an O nearly as much as a 0. If no reading makes every digit
  // right the digits stay as they were read.
  void resolve(std::vector<std::string>& lines) const;

 private:
  struct Doubt {
    std::size_t line = 0;
    std::size_t column = 0;
    float gap = 0;  // likeness to O less that to 0
  };
  struct Place {
    std::size_t line = 0;
    std::size_t column = 0;
  };

  void resolve_digits(std::vector<std::string>& lines) const;
  void resolve_letters(std::vector<std::string>& lines) const;

  struct Digit {
    Place at;
    char digit = '0';
  };

  std::vector<Doubt> doubts_;
  std::vector<Digit> digits_;   // read as S or U
  std::vector<Place> letters_;  // read as D; D or O
  std::vector<Place> rounded_;  // read as O; O or D
};

}  // namespace countersign

#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "core/inspection/mrz/mrz.h"
#include "core/inspection/mrz/ocr_b/match.h"

namespace countersign {

// The digit 0 and the letter O, which OCR-B hardly distinguishes: their likenesses differ by 0.001
// to 0.03. Where both may stand, the check digits decide, and only they. Other pairs that look
// alike, such as B and 8, are not tried: a wrong reading of them would be proven too often.
class MrzTwins {
 public:
  // To be called for each character as it was read.
  void consider(
      std::size_t line, std::size_t column, char read, const OcrBScores& scores, MrzClass allowed);

  // Decides about the characters in doubt. States write far more numbers with 0 than with O, so of
  // the readings whose check digits are all right the one with the fewest O is kept, and of several
  // the one that looks most like the print; at most three O are tried beside those that are
  // certain. If no reading makes every digit right the lines stay as they were read.
  void resolve(std::vector<std::string>& lines) const;

 private:
  struct Doubt {
    std::size_t line = 0;
    std::size_t column = 0;
    float gap = 0;  // likeness to O less that to 0
  };

  std::vector<Doubt> doubts_;
};

}  // namespace countersign

#include "core/inspection/mrz/ocr_b/match.h"

#include <cmath>

namespace countersign {

constexpr std::size_t kCell = kOcrBWidth * kOcrBHeight;
// Written by render_ocr_b when this is built.
extern const unsigned char kOcrBTemplates[kOcrBCharacters.size()][kCell];

namespace {

// The mean square of the ink of a cell that has some.
constexpr double kLeastVariance = 30;
// What each pixel off its place costs: of two places as good the nearer one counts.
constexpr float kOffCost = 0.004F;

using Cell = std::array<std::int16_t, kCell>;

// Takes the mean away and gives the sum of squares of what is left.
template <class Ink>
double centred(const Ink& ink_at, Cell& cell) {
  std::int16_t* values = cell.data();
  int sum = 0;
  for (std::size_t i = 0; i < kCell; ++i) {
    values[i] = static_cast<std::int16_t>(ink_at(i));
    sum += values[i];
  }
  const auto mean = static_cast<std::int16_t>(sum / static_cast<int>(kCell));
  int squares = 0;
  for (std::size_t i = 0; i < kCell; ++i) {
    values[i] = static_cast<std::int16_t>(values[i] - mean);
    squares += values[i] * values[i];
  }
  return squares;
}

struct Templates {
  std::array<Cell, kOcrBCharacters.size()> cells;
  std::array<double, kOcrBCharacters.size()> norms;

  Templates() {
    for (std::size_t c = 0; c < cells.size(); ++c) {
      norms[c] = std::sqrt(centred([&](std::size_t i) { return kOcrBTemplates[c][i]; }, cells[c]));
    }
  }
};

// At most 560 x 255 x 255: it fits.
int product(const Cell& a, const Cell& b) {
  const std::int16_t* left = a.data();
  const std::int16_t* right = b.data();
  int sum = 0;
  for (std::size_t i = 0; i < kCell; ++i) sum += left[i] * right[i];
  return sum;
}

}  // namespace

OcrBScores match_ocr_b(const OcrBPatch& patch) {
  static const Templates templates;
  OcrBScores best;
  best.fill(-1);
  Cell cell;
  for (std::size_t dy = 0; dy <= 2 * kOcrBPlay; ++dy) {
    for (std::size_t dx = 0; dx <= 2 * kOcrBPlay; ++dx) {
      // i < kCell, so the place lies in the patch: it is wider and higher by twice the play.
      const auto* shifted = patch.data() + dy * kPatchWidth + dx;
      const double squares = centred(
          [&](std::size_t i) { return shifted[i / kOcrBWidth * kPatchWidth + i % kOcrBWidth]; },
          cell);
      if (squares < kLeastVariance * kCell) continue;
      const double norm = std::sqrt(squares);
      const auto off = [](std::size_t d) {
        return std::abs(static_cast<int>(d) - static_cast<int>(kOcrBPlay));
      };
      const float cost = kOffCost * static_cast<float>(off(dx) + off(dy));
      for (std::size_t c = 0; c < best.size(); ++c) {
        const double likeness = product(cell, templates.cells[c]) / (norm * templates.norms[c]);
        best[c] = std::max(best[c], static_cast<float>(likeness) - cost);
      }
    }
  }
  return best;
}

}  // namespace countersign

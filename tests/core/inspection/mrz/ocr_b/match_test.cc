#include "core/inspection/mrz/ocr_b/match.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/inspection/image/luma_image.h"
#include "core/inspection/measure/ink_map.h"
#include "tests/drawing/camera/degrade.h"
#include "tests/drawing/canvas.h"
#include "tests/drawing/ocr_b_text.h"

namespace countersign::ocr_b_match_test {

constexpr std::size_t kPlay = 2;
constexpr std::size_t kSide = 80;

// Ink of a picture of kSide pixels, with one character of OCR-B in its middle or without.
LumaImage ink_of(char character, double off, std::uint64_t seed) {
  drawing::Canvas canvas(kSide, kSide);
  canvas.paint([](double, double) { return drawing::Colour{225, 225, 225}; });
  const double left = kSide / 2.0 - kOcrBWidth / 2.0 + off;
  drawing::draw_ocr_b(canvas, {left, 51 + off}, kOcrBWidth, {&character, 1}, {30, 30, 30});
  const RgbImage noisy = drawing::noisy(std::move(canvas).take(), 4, seed);
  return ink_map(shrunk_luma(noisy, kSide * kSide), 24);
}

OcrBPatch patch_of(const LumaImage& ink) {
  OcrBPatch patch{};
  for (std::size_t y = 0; y < kPatchHeight; ++y) {
    const std::uint8_t* row = ink.row(kSide / 2 - kPatchHeight / 2 + y);
    std::copy_n(row + kSide / 2 - kPatchWidth / 2, kPatchWidth, &patch[y * kPatchWidth]);
  }
  return patch;
}

CoarseOcrBPatch coarse_patch_of(const LumaImage& ink) {
  CoarseOcrBPatch patch{};
  for (std::size_t y = 0; y < kCoarsePatchHeight; ++y) {
    const std::uint8_t* upper = ink.row(kSide / 2 - kCoarsePatchHeight + 2 * y);
    const std::uint8_t* lower = upper + ink.width;
    for (std::size_t x = 0; x < kCoarsePatchWidth; ++x) {
      const std::size_t at = kSide / 2 - kCoarsePatchWidth + 2 * x;
      patch[y * kCoarsePatchWidth + x] =
          static_cast<std::uint8_t>((upper[at] + upper[at + 1] + lower[at] + lower[at + 1]) / 4);
    }
  }
  return patch;
}

float fine_likeness(const LumaImage& ink) {
  const OcrBScores scores = match_ocr_b(patch_of(ink), kPlay);
  return *std::ranges::max_element(scores);
}

TEST_CASE("at half the scale a character is nearly as like OCR-B as at full scale") {
  for (const char character : kOcrBCharacters) {
    for (const double off : {-1.5, 0.0, 1.0}) {
      const LumaImage ink = ink_of(character, off, 3);
      CAPTURE(character);
      CAPTURE(off);
      CHECK(fine_likeness(ink) > 0.6F);
      const float coarse = coarse_ocr_b_likeness(coarse_patch_of(ink));
      CHECK(coarse < fine_likeness(ink) + 0.1F);
      CHECK(coarse > fine_likeness(ink) - 0.2F);
    }
  }
}

TEST_CASE("where there is hardly any ink there is no likeness, at either scale") {
  const LumaImage paper = ink_of(' ', 0, 5);
  CHECK(fine_likeness(paper) < 0.5F);
  CHECK(coarse_ocr_b_likeness(coarse_patch_of(paper)) < 0.5F);
  CHECK(coarse_ocr_b_likeness(CoarseOcrBPatch{}) == -1.0F);
}

}  // namespace countersign::ocr_b_match_test

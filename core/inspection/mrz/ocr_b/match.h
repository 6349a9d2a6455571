#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace countersign {

// Distinguishes the characters of OCR-B (ISO 1073-2) that machine-readable zones use.
inline constexpr std::string_view kOcrBCharacters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<";
inline constexpr std::size_t kOcrBWidth = 20;   // a character's pitch, in pixels of a template
inline constexpr std::size_t kOcrBHeight = 28;  // of which capitals take the 22 in the middle
inline constexpr std::size_t kOcrBPlay = 3;     // pixels that a character may be off, each way

// Ink (see ink_map.h) around a character, at the scale of the templates.
inline constexpr std::size_t kPatchWidth = kOcrBWidth + 2 * kOcrBPlay;
inline constexpr std::size_t kPatchHeight = kOcrBHeight + 2 * kOcrBPlay;
using OcrBPatch = std::array<std::uint8_t, kPatchWidth * kPatchHeight>;

// The likeness of the patch to each character, at the place where it is greatest: a correlation, 1
// for the template itself, less a little for an offset. -1 if there is hardly any ink.
using OcrBScores = std::array<float, kOcrBCharacters.size()>;

// How soft the print is: the templates as they are rendered, or blurred by so many of their pixels
// (an eighth of a millimetre each). A soft E resembles a sharp F as much as a sharp E. Chosen on
// the first set of real specimens.
inline constexpr std::array<double, 3> kOcrBSoftness = {0, 1.3, 2.2};

// Integer arithmetic up to the final normalization, so every machine gives the same result. Tries
// offsets up to `play`; `softness` is an index of kOcrBSoftness. REQUIRES: play <= kOcrBPlay.
OcrBScores match_ocr_b(const OcrBPatch& patch,
                       std::size_t play = kOcrBPlay,
                       std::size_t softness = 0);

// Ink around a character at half the scale of the templates, with half of the play.
inline constexpr std::size_t kCoarseWidth = kOcrBWidth / 2;
inline constexpr std::size_t kCoarseHeight = kOcrBHeight / 2;
inline constexpr std::size_t kCoarsePlay = 1;  // pixels: two of a template
inline constexpr std::size_t kCoarsePatchWidth = kCoarseWidth + 2 * kCoarsePlay;
inline constexpr std::size_t kCoarsePatchHeight = kCoarseHeight + 2 * kCoarsePlay;
using CoarseOcrBPatch = std::array<std::uint8_t, kCoarsePatchWidth * kCoarsePatchHeight>;

// The likeness of the patch to the character that it resembles most, for a tenth of the work of
// match_ocr_b(): at most 0.1 more than that finds with an offset of up to two pixels, and at most
// 0.2 less, of sharp print that lies between two of these pixels. Says whether print is OCR-B, and
// not which character it is. Integer arithmetic up to the final normalization.
float coarse_ocr_b_likeness(const CoarseOcrBPatch& patch);

}  // namespace countersign

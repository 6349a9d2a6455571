#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace countersign {

// Tells the characters of OCR-B (ISO 1073-2) apart, as machine-readable zones use them.
inline constexpr std::string_view kOcrBCharacters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<";
inline constexpr std::size_t kOcrBWidth = 20;   // a character's pitch, in pixels of a template
inline constexpr std::size_t kOcrBHeight = 28;  // capitals, 22 of it, in the middle
inline constexpr std::size_t kOcrBPlay = 3;     // pixels that a character may be off, each way

// Ink (see ink_map.h) around a character, at the scale of the templates.
inline constexpr std::size_t kPatchWidth = kOcrBWidth + 2 * kOcrBPlay;
inline constexpr std::size_t kPatchHeight = kOcrBHeight + 2 * kOcrBPlay;
using OcrBPatch = std::array<std::uint8_t, kPatchWidth * kPatchHeight>;

// How like each character the patch is where it is most like it: a correlation, 1 when
// it is the template itself, less a little for being off. -1 where there is hardly any ink.
using OcrBScores = std::array<float, kOcrBCharacters.size()>;

// In whole numbers but for the last division, so that every machine finds the same.
OcrBScores match_ocr_b(const OcrBPatch& patch);

}  // namespace countersign

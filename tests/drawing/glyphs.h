#pragma once
#include <array>
#include <cstdint>

namespace countersign::drawing {

inline constexpr int kGlyphColumns = 5;
inline constexpr int kGlyphRows = 7;

// The columns of a character from the left. The lowest bit of a column is the top row.
using Glyph = std::array<std::uint8_t, kGlyphColumns>;

// Capitals, digits and < - . / : are drawn; anything else is a space.
Glyph glyph_of(char character);

}  // namespace countersign::drawing

#pragma once
#include <cstdint>
#include <vector>

#include "core/inspection/image/luma_image.h"
#include "tests/drawing/barcode/pdf417.h"

namespace countersign::drawing {

// A PDF417 symbol (ISO/IEC 15438) by its codewords, where libzxing would choose them itself.
struct SymbolPlan {
  unsigned columns = 4;  // 1 to 30
  unsigned level = 3;    // of error correction, 0 to 8
  // Without the first one, which is their number, and those of error correction: each below 929.
  std::vector<std::uint16_t> data{};
};

// Whether one symbol can have so many codewords.
bool fits(const SymbolPlan& plan);

// All codewords of the symbol, row by row, the last row filled. REQUIRES: fits(plan).
std::vector<std::uint16_t> codewords_of(const SymbolPlan& plan);

// The symbol in rows of modules, of which three are as high as a row of the symbol. REQUIRES:
// fits(plan).
Modules symbol_of(const SymbolPlan& plan);

// A picture of the modules, each of `px` by `px` pixels, in black on white with a margin of
// `margin` pixels.
LumaImage picture_of(const Modules& modules, std::size_t px, std::size_t margin);

}  // namespace countersign::drawing

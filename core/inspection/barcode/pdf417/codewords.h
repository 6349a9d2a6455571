#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "core/inspection/barcode/pdf417/guards.h"
#include "core/inspection/image/luma_image.h"

namespace countersign::pdf417 {

// In the place of a codeword that was not read.
inline constexpr std::uint16_t kNotRead = 0xffff;

struct Symbol {
  unsigned rows = 0;     // 3 to 90
  unsigned columns = 0;  // 1 to 30
  unsigned level = 0;    // of error correction, 0 to 8
  // Row by row, without the row indicators: at most 928.
  std::vector<std::uint16_t> codewords;

  std::size_t correction_codewords() const { return std::size_t{2} << level; }
};

// Reads a symbol between its guards. Every codeword is what most of the picture's rows say that
// cross it. Returns nullopt where the row indicators do not agree on the symbol's size. The time is
// bounded by the number of pixels. REQUIRES: `guards` are those of the picture.
std::optional<Symbol> read_symbol(const LumaImage& picture, const Guards& guards);

}  // namespace countersign::pdf417

#include "core/event/image_copy.h"

#include <bit>
#include <cstddef>

namespace countersign {

std::uint32_t differing_bits(const PerceptualHash& a, const PerceptualHash& b) {
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < a.value().size(); ++i) {
    bits += static_cast<std::uint32_t>(
        std::popcount(static_cast<std::uint8_t>(a.value()[i] ^ b.value()[i])));
  }
  return bits;
}

std::optional<ImageCopy> copy_of(const StoredFile& picture, const StoredFile& earlier) {
  if (is_known(picture.pixels) && picture.pixels == earlier.pixels) return ImageCopy{true, 0};
  if (!picture.perceptual || !earlier.perceptual) return std::nullopt;
  const std::uint32_t bits = differing_bits(*picture.perceptual, *earlier.perceptual);
  if (bits > kCopyBitsMax) return std::nullopt;
  return ImageCopy{false, bits};
}

}  // namespace countersign

#pragma once
#include <cstdint>
#include <optional>

#include "core/event/stored_file.h"

namespace countersign {

// A match with a picture that was accepted before: the same picture, or one derived from it.
struct ImageCopy {
  bool exact = false;  // equal pixels; else matched by perceptual hash
  std::uint32_t differing_bits = 0;
  bool operator==(const ImageCopy&) const = default;
};

// Two pictures are copies if at most this many of the 256 bits of their perceptual hashes differ.
// Measured, see docs/inspection.md: at least nine in ten re-encoded pictures are within the limit;
// none of 179,700 pairs of different documents of one layout in one place is. Not a setting,
// because the layout of the view that finds copies depends on it.
inline constexpr std::uint32_t kCopyBitsMax = 2;

std::uint32_t differing_bits(const PerceptualHash& a, const PerceptualHash& b);

// Tells whether one picture is a copy of the other. Pure. A picture whose pixels no engine has seen
// is never an exact copy, and one without a perceptual hash is never a near copy.
std::optional<ImageCopy> copy_of(const StoredFile& picture, const StoredFile& earlier);

// Whether an engine has seen the pixels.
inline bool is_known(const Sha256& pixels) { return pixels != Sha256{}; }

}  // namespace countersign

#pragma once
#include <cstddef>
#include <optional>
#include <string>

#include "core/inspection/image/luma_image.h"

namespace countersign::pdf417 {

struct Reading {
  std::string bytes;          // personal data: see aamva.h
  std::size_t corrected = 0;  // codewords that were missing or wrong
};

// Reads a symbol on a card that is seen straight from above, upright or upside down. Pure; the time
// is bounded by the number of pixels, whatever the picture shows. REQUIRES: a picture with pixels.
std::optional<Reading> read(const LumaImage& flat);

// Whether a reader that is better than this one, such as libzxing, may read a symbol on the card:
// false only if nothing is seen, at the full size or at a third of it, that may be a start pattern.
// The same promises.
bool may_be_read(const LumaImage& flat);

}  // namespace countersign::pdf417

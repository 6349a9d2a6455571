#pragma once
#include <cstdint>

#include "core/inspection/rgb_image.h"
#include "core/terms.h"

namespace countersign::drawing {

struct DocumentPlan {
  std::uint64_t seed = 1;
  Side side = Side::Front;
  DocumentType type = DocumentType::IdCard;
  std::uint32_t width = 1280;
  std::uint32_t height = 860;
};

// Draws a photograph of an invented document on a table: portrait, print,
// guilloches and a zone like one for machines to read. It says SPECIMEN, its
// people do not exist, and its machine-readable lines carry no valid check
// digits. Equal plans give equal pixels; other seeds give other pixels.
RgbImage draw_document(const DocumentPlan& plan);

}  // namespace countersign::drawing

#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/inspection/image/rgb_image.h"
#include "core/terms.h"
#include "tests/inspection/matcher/small_models.h"

namespace countersign::matcher {

// Photographs of what the small models take for faces, on documents and in frames that the
// inspector accepts.

struct FacedDocument {
  DocumentType type = DocumentType::IdCard;
  std::uint64_t seed = 1;
  double degrees = 0;  // how far the document is turned
  std::uint32_t width = 1280;
  std::uint32_t height = 860;
};
RgbImage document_photograph(Fields fields, const FacedDocument& plan = {});

// Into the upper left corner; a second one beside it, in a frame with two.
void put_face(RgbImage& frame, Fields fields);
void put_second_face(RgbImage& frame, Fields fields);

// As a JPEG that loses little.
std::string as_file(const RgbImage& picture);

// Two faces that are not alike, and one that is nearly the first.
inline constexpr Fields kAda = 0b0110'1001'1001'0011;
inline constexpr Fields kAdaElsewhere = 0b0110'1001'1001'0010;
inline constexpr Fields kBob = 0b1001'0110'0110'1100;

}  // namespace countersign::matcher

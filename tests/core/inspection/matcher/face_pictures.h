#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/inspection/image/rgb_image.h"
#include "core/terms.h"
#include "tests/core/inspection/matcher/small_models.h"

namespace countersign::matcher {

// Photographs of patterns that the small models take for faces, on documents and in frames that the
// inspector accepts.

struct FacedDocument {
  DocumentType type = DocumentType::IdCard;
  std::uint64_t seed = 1;
  double degrees = 0;  // the rotation of the document
  std::uint32_t width = 1280;
  std::uint32_t height = 860;
  bool fills = false;  // the picture, without a border around it
};
RgbImage document_photograph(Fields fields, const FacedDocument& plan = {});

// Draws a face into the upper left corner, and a second one beside it for a frame with two faces.
void put_face(RgbImage& frame, Fields fields);
void put_second_face(RgbImage& frame, Fields fields);

// Encodes as a JPEG of high quality.
std::string as_file(const RgbImage& picture);

// kAda and kBob are faces that are not alike; kAdaElsewhere is nearly kAda.
inline constexpr Fields kAda = 0b0110'1001'1001'0011;
inline constexpr Fields kAdaElsewhere = 0b0110'1001'1001'0010;
inline constexpr Fields kBob = 0b1001'0110'0110'1100;
// The small model of presentation attacks is sure of kLightFace by about 0.69, of kDarkFace by
// 0.37, and of the others by 0.53.
inline constexpr Fields kLightFace = 0b1101'1111'0111'1110;
inline constexpr Fields kDarkFace = 0b1000'0000'0010'0010;

}  // namespace countersign::matcher

#pragma once
#include <cstdint>
#include <string>

#include "core/inspection/image/rgb_image.h"
#include "core/terms.h"

namespace countersign::drawing {

struct Encoding {
  ImageFormat format = ImageFormat::Jpeg;
  int quality = 90;          // of JPEG and lossy WebP, 1 to 100
  bool lossless = false;     // of WebP
  bool progressive = false;  // of JPEG
  bool interlaced = false;   // of PNG
  int orientation = 0;       // 1 to 8: the Exif tag; 0: the file has no Exif block
};

// Encodes a picture as a file in memory. The pixels are not rotated; an orientation is only written
// into the file.
std::string encode(const RgbImage& image, const Encoding& encoding);

}  // namespace countersign::drawing

#include "core/inspection/decode/decode.h"

#include <new>
#include <utility>

#include "core/inspection/decode/format_decoders.h"
#include "core/inspection/decode/image_format.h"

namespace countersign {
namespace {

Result<DecodedImage, DecodeError> in_full(ImageFormat format,
                                          Result<RgbImage, DecodeError> pixels) {
  if (!pixels) return pixels.error();
  return DecodedImage{format, pixels->width, pixels->height, std::move(*pixels)};
}

Result<DecodedImage, DecodeError> decode_as(ImageFormat format,
                                            std::string_view bytes,
                                            const InspectionLimits& limits,
                                            DecodeScale scale) {
  switch (format) {
    case ImageFormat::Jpeg:
      return decode_jpeg(bytes, limits, scale);
    case ImageFormat::Png:
      return in_full(format, decode_png(bytes, limits));
    case ImageFormat::WebP:
      return in_full(format, decode_webp(bytes, limits));
  }
  return DecodeError::UnknownFormat;
}

}  // namespace

Result<DecodedImage, DecodeError> decode_image(std::string_view bytes,
                                               const InspectionLimits& limits,
                                               DecodeScale scale) {
  const auto format = sniff_format(bytes.substr(0, kSniffBytes));
  if (!format) return DecodeError::UnknownFormat;
  try {
    return decode_as(*format, bytes, limits, scale);
  } catch (const std::bad_alloc&) {
    return DecodeError::OutOfMemory;
  }
}

}  // namespace countersign

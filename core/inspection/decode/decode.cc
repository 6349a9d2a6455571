#include "core/inspection/decode/decode.h"

#include <new>
#include <utility>

#include "core/inspection/decode/format_decoders.h"
#include "core/inspection/decode/image_format.h"

namespace countersign {
namespace {

Result<RgbImage, DecodeError> decode_as(ImageFormat format,
                                        std::string_view bytes,
                                        const InspectionLimits& limits) {
  switch (format) {
    case ImageFormat::Jpeg:
      return decode_jpeg(bytes, limits);
    case ImageFormat::Png:
      return decode_png(bytes, limits);
    case ImageFormat::WebP:
      return decode_webp(bytes, limits);
  }
  return DecodeError::UnknownFormat;
}

}  // namespace

Result<DecodedImage, DecodeError> decode_image(std::string_view bytes,
                                               const InspectionLimits& limits) {
  const auto format = sniff_format(bytes.substr(0, kSniffBytes));
  if (!format) return DecodeError::UnknownFormat;
  try {
    auto pixels = decode_as(*format, bytes, limits);
    if (!pixels) return pixels.error();
    return DecodedImage{*format, std::move(*pixels)};
  } catch (const std::bad_alloc&) {
    return DecodeError::OutOfMemory;
  }
}

}  // namespace countersign

#include "core/inspection/decode/image_format.h"

#include "core/check.h"

namespace countersign {

using namespace std::string_view_literals;

std::optional<ImageFormat> sniff_format(std::string_view first_bytes) {
  if (first_bytes.starts_with("\xFF\xD8\xFF"sv)) return ImageFormat::Jpeg;
  if (first_bytes.starts_with("\x89PNG\r\n\x1A\n"sv)) return ImageFormat::Png;
  if (first_bytes.starts_with("RIFF"sv) && first_bytes.size() >= kSniffBytes &&
      first_bytes.substr(8, 4) == "WEBP"sv) {
    return ImageFormat::WebP;
  }
  return std::nullopt;
}

std::string_view file_extension(ImageFormat format) {
  switch (format) {
    case ImageFormat::Jpeg:
      return "jpg";
    case ImageFormat::Png:
      return "png";
    case ImageFormat::WebP:
      return "webp";
  }
  check(false, "an image format is an enumerator of ImageFormat");
  return {};
}

}  // namespace countersign

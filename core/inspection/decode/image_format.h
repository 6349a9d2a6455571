#pragma once
#include <cstddef>
#include <optional>
#include <string_view>

#include "core/terms.h"

namespace countersign {

// As many first bytes as `sniff_format` ever looks at.
inline constexpr std::size_t kSniffBytes = 12;

// Which of the accepted formats these bytes claim to be, by their signature
// alone: JPEG (ITU-T T.81), PNG (W3C PNG, third edition), WebP (RFC 9649).
// Whether they decode is another question. A declared content type is never
// asked. nullopt when the bytes are something else, or too few to tell.
std::optional<ImageFormat> sniff_format(std::string_view first_bytes);

// "jpg", "png", "webp": for the names of files, without a dot.
std::string_view file_extension(ImageFormat format);

}  // namespace countersign

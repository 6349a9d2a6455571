#pragma once
#include <cstddef>
#include <optional>
#include <string_view>

#include "core/terms.h"

namespace countersign {

// The most leading bytes that `sniff_format` examines.
inline constexpr std::size_t kSniffBytes = 12;

// Returns the accepted format that the bytes claim to be, by their signature alone: JPEG (ITU-T
// T.81), PNG (W3C PNG, third edition) or WebP (RFC 9649). Does not check that they decode, and
// ignores a declared content type. Returns nullopt if the bytes are something else, or too few to
// tell.
std::optional<ImageFormat> sniff_format(std::string_view first_bytes);

// "jpg", "png", "webp": for the names of files, without a dot.
std::string_view file_extension(ImageFormat format);

}  // namespace countersign

#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "core/inspection/image/rgb_image.h"

// Files that no camera writes, and rare variants that only some programs write.
namespace countersign::crafted {

// A small picture of four different quarters and a gradient, in which every rotation is visible.
RgbImage quarters(std::uint32_t width = 96, std::uint32_t height = 64);

enum class PngKind { Grey, GreyAlpha, Palette, PaletteTransparent, Rgba, Rgb16, Grey16, OneBit };
std::string png_of_kind(PngKind kind, const RgbImage& image, bool interlaced);
std::string jpeg_grey(const RgbImage& image);
// The inks are inverted, as Adobe writes them. The picture has no black.
std::string jpeg_cmyk(const RgbImage& image);
// Lossless, with the same alpha for every pixel.
std::string webp_rgba(const RgbImage& image, std::uint8_t alpha);

// Tiny files whose headers claim these dimensions.
std::string png_claiming(std::uint32_t width, std::uint32_t height);
std::string jpeg_claiming(std::uint16_t width, std::uint16_t height);
std::string webp_claiming(std::uint32_t width, std::uint32_t height);

// A JPEG of one tone, row by row or progressive.
std::string jpeg_of_one_tone(std::uint32_t width, std::uint32_t height, bool progressive);

// A JPEG whose codes are made for it: noise, and grey below it, so that the bytes of its end are
// all the same.
enum class FlatJpeg { Colour, Grey, OneByOne, Restarts, Progressive };
std::string jpeg_ending_flat(FlatJpeg kind);

// A progressive JPEG that refines its first coefficient repeatedly.
std::string jpeg_with_scans(const RgbImage& image, int scans);

// A PNG chunk with its length and checksum.
std::string png_chunk(std::string_view type, std::string_view data);
// `file` with a chunk added after its IHDR.
std::string png_with_chunk(const std::string& file, std::string_view type, std::string_view data);
// `mebibytes` MiB of zeros in a zlib stream of about a thousandth of that size.
std::string deflated_zeros(int mebibytes);
std::string animated_webp();

}  // namespace countersign::crafted

#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "core/inspection/image/rgb_image.h"

namespace countersign {

// The turn that makes a stored picture upright; the values are those of the Exif tag Orientation
// (CIPA DC-008, 0x0112).
enum class Orientation : std::uint8_t {
  Upright = 1,
  MirroredHorizontally = 2,
  HalfTurn = 3,
  MirroredVertically = 4,
  Transposed = 5,
  QuarterTurnRight = 6,  // turn the picture right by 90 degrees to see it upright
  Transversed = 7,
  QuarterTurnLeft = 8,
};

// Whether the width of the stored picture is the height of the upright one.
inline bool swaps_sides(Orientation orientation) { return orientation >= Orientation::Transposed; }

// Reads the orientation from an Exif block: TIFF 6.0, with or without the "Exif\0\0" before it.
// Returns Upright if the block has no orientation or cannot be read: a camera's bad metadata is no
// reason to refuse its picture.
Orientation read_orientation(std::string_view exif);

// Builds the upright picture from the rows of a stored picture. Not thread-safe. The constructor
// allocates the memory; `put_row` does not throw, so that it may be called where C code can
// longjmp.
class UprightRows {
 public:
  UprightRows(std::uint32_t stored_width, std::uint32_t stored_height, Orientation orientation);

  // Returns where a decoder may write row y itself, instead of `put_row`; nullptr if the row does
  // not lie in the picture as it is stored. REQUIRES: y < stored_height.
  std::uint8_t* place_of(std::uint32_t y) noexcept;
  // REQUIRES: y < stored_height, and `rgb` has 3 * stored_width bytes.
  void put_row(std::uint32_t y, const std::uint8_t* rgb) noexcept;

  std::uint32_t stored_width() const { return stored_width_; }
  std::uint32_t stored_height() const { return stored_height_; }
  RgbImage take() && {
    write_band();
    return std::move(image_);
  }

 private:
  void write_band() noexcept;

  std::uint32_t stored_width_;
  std::uint32_t stored_height_;
  RgbImage image_;
  // The stored pixel (x, y) goes to byte origin + x * step_x + y * step_y.
  struct Walk {
    std::ptrdiff_t origin;
    std::ptrdiff_t step_x;
    std::ptrdiff_t step_y;
  };
  static Walk walk_of(const RgbImage& image, Orientation orientation);
  Walk walk_;
  // The last few rows, one after the other, of a picture whose rows become columns: written one by
  // one they would touch every line of the picture for each row.
  std::vector<std::uint8_t> band_;
  std::uint32_t band_first_ = 0;
  std::uint32_t band_rows_ = 0;
};

// Returns the picture upright; without a copy if it is upright already.
RgbImage upright(RgbImage stored, Orientation orientation);

}  // namespace countersign

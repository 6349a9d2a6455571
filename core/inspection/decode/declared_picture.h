#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/inspection/decode/image_format.h"
#include "core/inspection/decode/inspection_limits.h"
#include "core/inspection/decode/pixel_limit.h"

namespace countersign {

// The size that the header of a picture's file declares, for a limit that is kept before decoding.
struct DeclaredPicture {
  std::uint64_t pixels = 0;
  std::uint32_t longer_side = 0;
  PixelWay way = PixelWay::Whole;

  // Whether a worker with the memory to decode `whole` pixels at once decodes it.
  bool fits(std::uint64_t whole) const {
    return pixels <= most_pixels(whole, way) && longer_side <= InspectionLimits{}.max_side;
  }
};

// Reads what a PNG (W3C PNG, third edition), JPEG (ITU-T T.81) or WebP (RFC 9649) declares, from
// the bytes of its file as they arrive. The parts before the size of a JPEG, such as a map of
// depths, may be of any length. Takes what libjpeg takes: bytes between two segments are skipped.
// Not thread-safe. Holds fewer than 64 bytes of the file.
class DeclaredPictureReader {
 public:
  // Takes the next bytes of the file. Returns the picture once it is known, and ever after; nullopt
  // before, and for a file that declares no size.
  const std::optional<DeclaredPicture>& add(std::string_view bytes);

 private:
  enum class Part { Signature, FirstChunk, Marker, Length, Frame, Scan, Skipped, None };

  void read_part();
  void read_signature();
  void read_marker();
  void read_length();
  void read_frame();
  void expect(Part part, std::size_t bytes);
  void skip(std::size_t bytes);

  Part part_ = Part::Signature;
  std::size_t part_bytes_ = kSniffBytes;  // how many the part has
  std::string held_;                      // those of them that have come
  std::uint32_t marker_ = 0;              // of the segment that is being read
  std::size_t segment_bytes_ = 0;         // of its data
  std::uint32_t components_ = 0;          // of the frame
  std::optional<DeclaredPicture> frame_;  // of a JPEG whose first scan has not come
  std::optional<DeclaredPicture> found_;
};

}  // namespace countersign

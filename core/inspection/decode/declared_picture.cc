#include "core/inspection/decode/declared_picture.h"

#include <algorithm>

#include "core/big_endian.h"
#include "core/inspection/decode/image_header.h"
#include "core/inspection/decode/jpeg_markers.h"

namespace countersign {
namespace {

constexpr std::size_t kBehindStart = 2;  // of a JPEG: the marker SOI
constexpr std::size_t kMarkerBytes = 2;  // 0xFF and the marker's own (ITU-T T.81, B.1.1.2)
constexpr std::size_t kLengthBytes = 2;  // behind the marker, counted in the length (B.1.1.4)

DeclaredPicture picture_of(std::uint32_t width, std::uint32_t height, PixelWay way) {
  return {std::uint64_t{width} * height, std::max(width, height), way};
}

}  // namespace

const std::optional<DeclaredPicture>& DeclaredPictureReader::add(std::string_view bytes) {
  while (!found_ && part_ != Part::None && !bytes.empty()) {
    const std::size_t taken = std::min(part_bytes_ - held_.size(), bytes.size());
    if (part_ == Part::Skipped) {
      skip(part_bytes_ - taken);
    } else {
      held_ += bytes.substr(0, taken);
      if (held_.size() == part_bytes_) read_part();
    }
    bytes.remove_prefix(taken);
  }
  return found_;
}

void DeclaredPictureReader::expect(Part part, std::size_t bytes) {
  part_ = part;
  part_bytes_ = bytes;
  held_.clear();
}

void DeclaredPictureReader::skip(std::size_t bytes) {
  if (bytes > 0) return expect(Part::Skipped, bytes);
  expect(Part::Marker, kMarkerBytes);
}

void DeclaredPictureReader::read_part() {
  switch (part_) {
    case Part::Signature:
      return read_signature();
    case Part::FirstChunk:
      if (const auto header = read_first_chunk(held_)) {
        found_ = picture_of(header->width, header->height, PixelWay::Whole);
      }
      return expect(Part::None, 0);
    case Part::Marker:
      return read_marker();
    case Part::Length:
      return read_length();
    case Part::Frame:
      return read_frame();
    case Part::Scan: {
      const bool has_all = static_cast<std::uint8_t>(held_.front()) >= components_;
      found_ = frame_;
      found_->way = has_all ? PixelWay::Rows : PixelWay::Scans;
      return;
    }
    case Part::Skipped:
    case Part::None:
      return;
  }
}

void DeclaredPictureReader::read_signature() {
  const auto format = sniff_format(held_);
  if (!format) return expect(Part::None, 0);
  const std::string signature = held_;
  if (*format == ImageFormat::Jpeg) {
    expect(Part::Marker, kMarkerBytes);
    add(std::string_view(signature).substr(kBehindStart));
    return;
  }
  part_ = Part::FirstChunk;
  part_bytes_ = kFirstChunkBytes;
}

// Section B.1.1.2: any number of bytes 0xFF may stand before a marker.
void DeclaredPictureReader::read_marker() {
  const auto first = static_cast<std::uint8_t>(held_[0]);
  const auto second = static_cast<std::uint8_t>(held_[1]);
  if (first != 0xFF || second == 0xFF) {
    held_.erase(0, 1);
    return;
  }
  if (second == 0 || jpeg_marker_stands_alone(second)) return expect(Part::Marker, kMarkerBytes);
  if (!jpeg_marker_has_length(second)) return expect(Part::None, 0);
  marker_ = second;
  expect(Part::Length, kLengthBytes);
}

// A length that does not count itself is that of a segment without data, as it is for libjpeg.
void DeclaredPictureReader::read_length() {
  const std::size_t length = big_endian<std::uint16_t>(held_);
  segment_bytes_ = std::max(length, kLengthBytes) - kLengthBytes;
  const bool is_scan = marker_ == kJpegStartOfScan;
  if (!is_scan && !jpeg_marker_begins_frame(marker_)) return skip(segment_bytes_);
  // A frame has one header, which comes before its scans.
  const std::size_t wanted = is_scan ? 1 : kJpegFrameBytes;
  if (segment_bytes_ < wanted || is_scan != frame_.has_value()) return expect(Part::None, 0);
  expect(is_scan ? Part::Scan : Part::Frame, wanted);
}

// Section B.2.2: the frame's header. The number of lines may be left to a later segment (DNL),
// which no browser reads.
void DeclaredPictureReader::read_frame() {
  const std::string_view data = held_;
  const auto height = big_endian<std::uint16_t>(data.substr(1));
  const auto width = big_endian<std::uint16_t>(data.substr(3));
  components_ = static_cast<std::uint8_t>(data[5]);
  frame_ = picture_of(width, height, PixelWay::Scans);
  if (jpeg_frame_is_progressive(marker_)) {
    found_ = frame_;
    return;
  }
  skip(segment_bytes_ - kJpegFrameBytes);
}

}  // namespace countersign

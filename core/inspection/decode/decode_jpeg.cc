// jpeglib.h needs the two headers before it, and jerror.h needs the configuration of jpeglib.h.
// clang-format off
#include <cstddef>
#include <cstdio>
#include <jpeglib.h>
#include <jerror.h>
// clang-format on

#include <algorithm>
#include <csetjmp>
#include <utility>
#include <vector>

#include "core/inspection/decode/format_decoders.h"
#include "core/inspection/decode/jpeg_end.h"
#include "core/inspection/decode/orientation.h"

// libjpeg-turbo reports an error by longjmp. So every object with a destructor lives in
// decode_jpeg(), and the functions that call setjmp have plain locals only.

namespace countersign {
namespace {

constexpr int kExifMarker = JPEG_APP0 + 1;    // APP1, which holds Exif data
constexpr unsigned kMaxMarkerBytes = 0xFFFF;  // per marker; the length field has 16 bits

struct JpegReading {
  jpeg_decompress_struct decompress{};
  jpeg_error_mgr errors{};
  jpeg_progress_mgr progress{};
  std::jmp_buf escape{};
  std::uint64_t max_scans = 0;
  bool no_end = false;       // the file ends without the marker of its end
  bool ended_early = false;  // pixels are missing
  bool damaged = false;
  bool too_many_scans = false;
  bool out_of_memory = false;

  JpegReading() = default;
  JpegReading(const JpegReading&) = delete;
  JpegReading& operator=(const JpegReading&) = delete;
  ~JpegReading() { jpeg_destroy_decompress(&decompress); }
};

JpegReading& reading_of(j_common_ptr info) { return *static_cast<JpegReading*>(info->client_data); }

[[noreturn]] void on_error(j_common_ptr info) {
  JpegReading& reading = reading_of(info);
  reading.out_of_memory = info->err->msg_code == JERR_OUT_OF_MEMORY;
  std::longjmp(reading.escape, 1);
}

// libjpeg reports a missing end and broken codes as warnings, and then fills the picture with grey.
// Its other warnings are about things that cameras do write, such as extra bytes before a marker.
// The end of the file alone is no loss: all pixels may be there without the marker behind them.
void on_warning(j_common_ptr info, int level) {
  if (level >= 0) return;
  JpegReading& reading = reading_of(info);
  switch (info->err->msg_code) {
    case JWRN_JPEG_EOF:
      reading.no_end = true;
      return;
    case JWRN_HIT_MARKER:
      reading.ended_early = true;
      return;
    case JWRN_HUFF_BAD_CODE:
    case JWRN_ARITH_BAD_CODE:
    case JWRN_MUST_RESYNC:
    case JWRN_BOGUS_PROGRESSION:
      reading.damaged = true;
      return;
    default:
      return;
  }
}

void on_message(j_common_ptr) {}

void on_progress(j_common_ptr info) {
  const auto* decompress = reinterpret_cast<j_decompress_ptr>(info);
  JpegReading& reading = reading_of(info);
  if (static_cast<std::uint64_t>(decompress->input_scan_number) <= reading.max_scans) return;
  reading.too_many_scans = true;
  std::longjmp(reading.escape, 1);
}

bool read_header(JpegReading& reading, const unsigned char* bytes, std::size_t size) {
  jpeg_decompress_struct& decompress = reading.decompress;
  decompress.err = jpeg_std_error(&reading.errors);
  reading.errors.error_exit = on_error;
  reading.errors.emit_message = on_warning;
  reading.errors.output_message = on_message;
  decompress.client_data = &reading;
  if (setjmp(reading.escape) != 0) return false;
  jpeg_create_decompress(&decompress);
  jpeg_mem_src(&decompress, bytes, size);
  jpeg_save_markers(&decompress, kExifMarker, kMaxMarkerBytes);
  return jpeg_read_header(&decompress, TRUE) == JPEG_HEADER_OK;
}

std::uint8_t scaled(unsigned value, unsigned by) {
  return static_cast<std::uint8_t>((value * by + 127) / 255);
}

// Converts CMYK without a colour profile to the colour that paper with these inks would reflect.
// Adobe stores the inks inverted.
void cmyk_to_rgb(const std::uint8_t* cmyk, std::uint32_t pixels, bool inverted, std::uint8_t* rgb) {
  const std::uint8_t flip = inverted ? 0 : 0xFF;
  for (std::uint32_t x = 0; x < pixels; ++x) {
    const unsigned black = cmyk[3] ^ flip;
    for (int channel = 0; channel < 3; ++channel) {
      rgb[channel] = scaled(cmyk[channel] ^ flip, black);
    }
    cmyk += 4;
    rgb += 3;
  }
}

// Whether the scans so far hold every bit of every coefficient. A progressive picture says which it
// has; of another one each component comes in one scan. REQUIRES: the last scan has been read.
bool has_all(const jpeg_decompress_struct& decompress, unsigned seen_components) {
  const unsigned all = (1U << static_cast<unsigned>(decompress.num_components)) - 1;
  if (decompress.coef_bits == nullptr) return seen_components == all;
  for (int component = 0; component < decompress.num_components; ++component) {
    const int* const bits = decompress.coef_bits[component];
    if (!std::all_of(bits, bits + DCTSIZE2, [](int missing) { return missing == 0; })) return false;
  }
  return true;
}

unsigned components_of_scan(const jpeg_decompress_struct& decompress) {
  unsigned components = 0;
  for (int i = 0; i < decompress.comps_in_scan; ++i) {
    components |= 1U << static_cast<unsigned>(decompress.cur_comp_info[i]->component_index);
  }
  return components;
}

// Reads the scans of a picture that has several, until it is complete: what stands behind the last
// one is nobody's concern. A file that ends earlier and says so is as complete as its maker wanted.
// REQUIRES: the picture is started as a buffered one; called within a setjmp.
void read_scans(JpegReading& reading) {
  jpeg_decompress_struct& decompress = reading.decompress;
  unsigned seen = 0;
  for (;;) {
    const int step = jpeg_consume_input(&decompress);
    if (step == JPEG_REACHED_EOI) break;
    on_progress(reinterpret_cast<j_common_ptr>(&decompress));
    if (step != JPEG_SCAN_COMPLETED) continue;
    seen |= components_of_scan(decompress);
    if (has_all(decompress, seen)) return;
  }
  // The scans are all that its maker wanted, or the file was cut between two. A picture that is not
  // progressive has each component once.
  if (reading.no_end || decompress.coef_bits == nullptr) reading.ended_early = true;
}

// REQUIRES: `row` has four bytes per pixel, `converted` three.
bool read_rows(JpegReading& reading,
               UprightRows& rows,
               std::uint8_t* row,
               std::uint8_t* converted) {
  jpeg_decompress_struct& decompress = reading.decompress;
  if (setjmp(reading.escape) != 0) return false;
  decompress.buffered_image = jpeg_has_multiple_scans(&decompress);
  jpeg_start_decompress(&decompress);
  if (decompress.buffered_image != 0) {
    read_scans(reading);
    jpeg_start_output(&decompress, decompress.input_scan_number);
  }
  const bool cmyk = decompress.out_color_space == JCS_CMYK;
  while (decompress.output_scanline < decompress.output_height) {
    const std::uint32_t y = decompress.output_scanline;
    std::uint8_t* const place = cmyk ? nullptr : rows.place_of(y);
    JSAMPROW target = place != nullptr ? place : row;
    if (jpeg_read_scanlines(&decompress, &target, 1) != 1) return false;
    if (place != nullptr) continue;
    if (cmyk) cmyk_to_rgb(row, rows.stored_width(), decompress.saw_Adobe_marker, converted);
    rows.put_row(y, cmyk ? converted : row);
  }
  // An arithmetic decoder does not say whether it has run out of bytes.
  if (decompress.arith_code != 0 && reading.no_end) reading.ended_early = true;
  return true;
}

// How many bytes of the file were taken for the pixels.
std::size_t fetched_of(const JpegReading& reading, std::size_t size) {
  return reading.no_end ? size : size - reading.decompress.src->bytes_in_buffer;
}

// Whether a marker stands behind the pixels: then nothing is to be asked of their end. Any number
// of bytes 0xFF may stand before it (T.81, B.1.1.2).
bool ends_at_marker(const JpegReading& reading, std::string_view behind) {
  if (reading.decompress.unread_marker != 0) return !reading.no_end;
  const std::size_t marker = behind.find_first_not_of('\xFF');
  return marker != behind.npos && marker > 0 && behind[marker] != '\0';
}

Orientation orientation_of(const jpeg_decompress_struct& decompress) {
  using namespace std::string_view_literals;
  for (auto* marker = decompress.marker_list; marker != nullptr; marker = marker->next) {
    const std::string_view data(reinterpret_cast<const char*>(marker->data), marker->data_length);
    if (marker->marker == kExifMarker && data.starts_with("Exif\0\0"sv)) {
      return read_orientation(data);
    }
  }
  return Orientation::Upright;
}

DecodeError error_of(const JpegReading& reading) {
  if (reading.out_of_memory) return DecodeError::OutOfMemory;
  if (reading.too_many_scans) return DecodeError::TooComplex;
  if (reading.ended_early || reading.no_end) return DecodeError::Truncated;
  return DecodeError::Corrupt;
}

// Requests RGB or, where libjpeg cannot convert, CMYK. Returns false for colour spaces that no
// camera writes, with up to ten components.
bool choose_colours(jpeg_decompress_struct& decompress) {
  const int space = decompress.jpeg_color_space;
  if (space == JCS_CMYK || space == JCS_YCCK) {
    decompress.out_color_space = JCS_CMYK;
    return decompress.num_components == 4;
  }
  decompress.out_color_space = JCS_RGB;
  return space == JCS_GRAYSCALE || space == JCS_YCbCr || space == JCS_RGB;
}

// By how much the sides are divided at least, so that no more pixels are decoded than fit.
unsigned needed_divisor(const jpeg_decompress_struct& decompress, const InspectionLimits& limits) {
  unsigned divisor = 1;
  const auto divided = [&](std::uint64_t side) { return (side + divisor - 1) / divisor; };
  while (divided(decompress.image_width) * divided(decompress.image_height) > limits.max_pixels) {
    divisor *= 2;
  }
  return divisor;
}

// Reads the pixels, and not what stands behind them.
Result<DecodedImage, DecodeError> read_pixels(JpegReading& reading,
                                              std::string_view bytes,
                                              const InspectionLimits& limits,
                                              DecodeScale scale) {
  const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
  if (!read_header(reading, data, bytes.size())) return error_of(reading);

  jpeg_decompress_struct& decompress = reading.decompress;
  const std::uint32_t width = decompress.image_width;
  const std::uint32_t height = decompress.image_height;
  const PixelWay way = jpeg_has_multiple_scans(&decompress) ? PixelWay::Scans : PixelWay::Rows;
  if (const auto refused = refuse_dimensions(width, height, limits, way)) return *refused;
  if (!choose_colours(decompress)) return DecodeError::Corrupt;
  decompress.dct_method = JDCT_ISLOW;

  const std::uint64_t scans_of_pixels = limits.max_scanned_pixels / (std::uint64_t{width} * height);
  reading.max_scans = std::min(static_cast<std::uint64_t>(limits.max_scans),
                               std::max<std::uint64_t>(1, scans_of_pixels));
  reading.progress.progress_monitor = on_progress;
  decompress.progress = &reading.progress;

  decompress.scale_num = 1;
  const std::uint64_t pixels = std::uint64_t{width} * height;
  decompress.scale_denom = std::max(scale.divisor_for(pixels), needed_divisor(decompress, limits));
  jpeg_calc_output_dimensions(&decompress);

  const Orientation orientation = orientation_of(decompress);
  UprightRows rows(decompress.output_width, decompress.output_height, orientation);
  std::vector<std::uint8_t> row(std::size_t{rows.stored_width()} * 4);
  std::vector<std::uint8_t> converted(std::size_t{rows.stored_width()} * 3);
  if (!read_rows(reading, rows, row.data(), converted.data())) return error_of(reading);
  if (reading.ended_early) return DecodeError::Truncated;
  if (reading.damaged) return DecodeError::Corrupt;
  const bool swapped = swaps_sides(orientation);
  return DecodedImage{ImageFormat::Jpeg,
                      swapped ? height : width,
                      swapped ? width : height,
                      std::move(rows).take()};
}

// Whether the pixels end where the file does: without its last byte it would lack some.
bool needs_last_byte(std::string_view bytes, const InspectionLimits& limits) {
  JpegReading reading;
  bytes.remove_suffix(1);
  (void)read_pixels(reading, bytes, limits, {.enough_pixels = 1});
  return reading.ended_early;
}

}  // namespace

Result<DecodedImage, DecodeError> decode_jpeg(std::string_view bytes,
                                              const InspectionLimits& limits,
                                              DecodeScale scale) {
  JpegReading reading;
  auto image = read_pixels(reading, bytes, limits, scale);
  if (!image || reading.decompress.arith_code != 0) return image;
  const std::size_t fetched = fetched_of(reading, bytes.size());
  if (ends_at_marker(reading, bytes.substr(fetched))) return image;
  // A byte 0xFF of the pixels has another byte behind it.
  const std::string_view file = bytes.substr(0, bytes.find_last_not_of('\xFF') + 1);
  if (!jpeg_seems_filled(file, fetched)) return image;
  jpeg_abort_decompress(&reading.decompress);  // frees memory for the next reading
  if (!needs_last_byte(file, limits)) return DecodeError::Truncated;
  return image;
}

}  // namespace countersign

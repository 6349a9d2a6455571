#include "core/inspection/render/jpeg_writer.h"

// jpeglib.h needs the two headers before it.
// clang-format off
#include <cstddef>
#include <cstdio>
#include <jpeglib.h>
// clang-format on

#include <csetjmp>

// libjpeg-turbo reports an error by longjmp. So every object with a destructor lives in jpeg_of(),
// and the function that calls setjmp has plain locals only.

namespace countersign {
namespace {

// The quality, of 100. rendered_jpeg.cc has the tables that belong to it. Chosen, not measured.
constexpr int kQuality = 88;

struct JpegWriting {
  jpeg_compress_struct compress{};
  jpeg_error_mgr errors{};
  jpeg_destination_mgr destination{};
  std::jmp_buf escape{};

  JpegWriting() = default;
  JpegWriting(const JpegWriting&) = delete;
  JpegWriting& operator=(const JpegWriting&) = delete;
  ~JpegWriting() { jpeg_destroy_compress(&compress); }
};

[[noreturn]] void on_error(j_common_ptr info) {
  std::longjmp(static_cast<JpegWriting*>(info->client_data)->escape, 1);
}
void on_message(j_common_ptr) {}
void on_start(j_compress_ptr) {}
// The buffer is as large as the file may be.
boolean on_full(j_compress_ptr info) { on_error(reinterpret_cast<j_common_ptr>(info)); }
void on_end(j_compress_ptr) {}

bool write_rows(JpegWriting& writing, const RgbImage& picture, char* out, std::size_t max_bytes) {
  jpeg_compress_struct& compress = writing.compress;
  compress.err = jpeg_std_error(&writing.errors);
  writing.errors.error_exit = on_error;
  writing.errors.output_message = on_message;
  compress.client_data = &writing;
  if (setjmp(writing.escape) != 0) return false;
  jpeg_create_compress(&compress);
  writing.destination.init_destination = on_start;
  writing.destination.empty_output_buffer = on_full;
  writing.destination.term_destination = on_end;
  writing.destination.next_output_byte = reinterpret_cast<JOCTET*>(out);
  writing.destination.free_in_buffer = max_bytes;
  compress.dest = &writing.destination;
  compress.image_width = picture.width;
  compress.image_height = picture.height;
  compress.input_components = 3;
  compress.in_color_space = JCS_RGB;
  jpeg_set_defaults(&compress);
  jpeg_set_quality(&compress, kQuality, TRUE);
  jpeg_start_compress(&compress, TRUE);
  while (compress.next_scanline < compress.image_height) {
    auto* row = const_cast<JSAMPLE*>(picture.row(compress.next_scanline));
    jpeg_write_scanlines(&compress, &row, 1);
  }
  jpeg_finish_compress(&compress);
  return true;
}

}  // namespace

std::optional<std::string> jpeg_of(const RgbImage& picture, std::size_t max_bytes) {
  JpegWriting writing;
  std::string file(max_bytes, '\0');
  if (!write_rows(writing, picture, file.data(), max_bytes)) return std::nullopt;
  file.resize(max_bytes - writing.destination.free_in_buffer);
  return file;
}

}  // namespace countersign

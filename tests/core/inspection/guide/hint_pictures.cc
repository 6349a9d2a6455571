// Draws frames with each defect, upright as phones are held, and writes them to stdout: for each a
// line of JSON, and behind it the pixels, four bytes each.
//
//   hint_pictures FRAMES SEED...
//
// FRAMES is the number for each row and seed.
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <span>
#include <string>
#include <string_view>

#include "bench/labelled_documents.h"
#include "core/check.h"
#include "core/inspection/decode/decode.h"
#include "core/inspection/review/located_document.h"
#include "core/text/json_writer.h"
#include "tests/core/inspection/guide/hint_rows.h"

namespace countersign {
namespace {

void write(std::string_view bytes) {
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size();
  check(written, "stdout takes the pictures");
}

std::string rgba_of(const RgbImage& image) {
  std::string rgba;
  rgba.reserve(image.bytes.size() / 3 * 4);
  for (std::size_t i = 0; i < image.bytes.size(); i += 3) {
    for (std::size_t channel = 0; channel < 3; ++channel) {
      rgba.push_back(static_cast<char>(image.bytes[i + channel]));
    }
    rgba.push_back('\xff');
  }
  return rgba;
}

void write_picture(const HintFrame& frame, std::uint64_t seed) {
  const bench::Shot& shot = frame.shot;
  const auto image = decode_image(bench::taken(shot), {}, {.enough_pixels = kPhotographPixels});
  check(image.has_value(), "a drawn picture is decoded");
  const Picture picture = image->picture();
  JsonWriter json;
  json.begin_object()
      .member("row", frame.row)
      .member("seed", seed)
      .member("side", shot.side)
      .member("type", shot.type.value_or(DocumentType::Other))
      .member("width", picture.pixels.width)
      .member("height", picture.pixels.height)
      .member("fileWidth", picture.width)
      .member("fileHeight", picture.height)
      .end_object();
  write(json.take() + "\n");
  write(rgba_of(picture.pixels));
}

std::uint64_t number_of(std::string_view text) {
  std::uint64_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  check(read.ec == std::errc() && read.ptr == text.data() + text.size(), "a number is given");
  return number;
}

int run(std::span<char*> arguments) {
  check(arguments.size() >= 2, "the number of frames and the seeds are given");
  const std::uint64_t of_each = number_of(arguments[0]);
  for (const char* text : arguments.subspan(1)) {
    const std::uint64_t seed = number_of(text);
    for (const HintFrame& frame : hint_frames(seed, of_each)) write_picture(frame, seed);
  }
  return std::fflush(stdout) == 0 ? 0 : 1;
}

}  // namespace
}  // namespace countersign

int main(int count, char** arguments) {
  try {
    return countersign::run(std::span(arguments, static_cast<std::size_t>(count)).subspan(1));
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "hint_pictures: %s\n", failure.what());
    return 1;
  }
}

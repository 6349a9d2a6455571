// Draws pictures with each defect, upright as phones are held, and writes them to stdout: for each
// a line of JSON, and behind it the pixels, four bytes each.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/labelled_documents.h"
#include "core/check.h"
#include "core/inspection/decode/decode.h"
#include "core/inspection/review/located_document.h"
#include "core/text/json_writer.h"

namespace countersign {
namespace {

constexpr std::uint64_t kSeed = 38;
constexpr std::size_t kOfEach = 16;
constexpr std::array<std::string_view, 12> kDefects = {"blur",
                                                       "heavy_blur",
                                                       "motion",
                                                       "dark",
                                                       "overexposed",
                                                       "glare",
                                                       "far_away",
                                                       "cropped",
                                                       "no_document",
                                                       "noise",
                                                       "thumb",
                                                       "clean"};

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

void write_picture(std::string_view condition, const bench::Shot& shot) {
  const auto image = decode_image(bench::taken(shot), {}, {.enough_pixels = kPhotographPixels});
  check(image.has_value(), "a drawn picture is decoded");
  const Picture picture = image->picture();
  JsonWriter json;
  json.begin_object()
      .member("condition", condition)
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

void write_pictures() {
  for (std::size_t n = 0; n < kOfEach; ++n) {
    for (const bench::Condition& condition : bench::conditions()) {
      if (std::ranges::find(kDefects, condition.name) == kDefects.end()) continue;
      bench::Shot shot = bench::shot_of(condition, kSeed, n);
      std::swap(shot.scene.width, shot.scene.height);
      write_picture(condition.name, shot);
    }
  }
}

}  // namespace
}  // namespace countersign

int main() {
  try {
    countersign::write_pictures();
    return std::fflush(stdout) == 0 ? 0 : 1;
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "hint_pictures: %s\n", failure.what());
    return 1;
  }
}

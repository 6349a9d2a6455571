#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/inspection/engines/embedded_engine.h"
#include "tests/core/inspection/decode/crafted_files.h"
#include "tests/core/inspection/support/sha256.h"
#include "tests/drawing/camera/encode.h"
#include "tests/drawing/dice.h"

namespace countersign::mutation_test {

constexpr int kMutants = 3000;
constexpr std::size_t kHeaderBytes = 700;  // where a change has the most effect

std::vector<std::string> seeds() {
  using crafted::PngKind;
  std::vector<std::string> files;
  const RgbImage image = crafted::quarters(120, 90);
  for (const ImageFormat format : {ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP}) {
    for (const bool variant : {false, true}) {
      drawing::Encoding encoding;
      encoding.format = format;
      encoding.progressive = variant;
      encoding.interlaced = variant;
      encoding.lossless = variant;
      encoding.orientation = variant ? 6 : 0;
      files.push_back(drawing::encode(image, encoding));
    }
  }
  files.push_back(crafted::jpeg_grey(image));
  files.push_back(crafted::jpeg_cmyk(image));
  files.push_back(crafted::webp_rgba(image, 100));
  files.push_back(crafted::png_of_kind(PngKind::PaletteTransparent, image, true));
  files.push_back(crafted::png_of_kind(PngKind::Rgb16, image, false));
  files.push_back(crafted::animated_webp());
  return files;
}

void mutate(std::string& file, drawing::Dice& dice) {
  if (file.empty()) return;
  const std::size_t anywhere = dice.below(file.size());
  const std::size_t in_header = dice.below(std::min(file.size(), kHeaderBytes));
  switch (dice.below(5)) {
    case 0:
      file[anywhere] = static_cast<char>(dice.below(256));
      return;
    case 1:
      file[in_header] = static_cast<char>(dice.below(256));
      return;
    case 2:
      file[in_header] = "\x00\xFF\x7F\x80\x01"[dice.below(5)];
      return;
    case 3:
      file.resize(anywhere);
      return;
    case 4: {
      const std::string piece = file.substr(anywhere, dice.below(64));
      file.insert(dice.below(file.size()), piece);
      return;
    }
  }
}

// COUNTERSIGN_MUTANTS sets another number of mutants.
int mutants() {
  const char* asked = std::getenv("COUNTERSIGN_MUTANTS");
  return asked == nullptr ? kMutants : std::atoi(asked);
}

TEST_CASE("no mutant of a picture does more than fail to decode") {
  const std::vector<std::string> files = seeds();
  const EmbeddedEngine engine(test_sha256);
  drawing::Dice dice(7);
  int decoded = 0;
  const int count = mutants();
  for (int i = 0; i < count; ++i) {
    std::string file = files[dice.below(files.size())];
    const std::size_t changes = 1 + dice.below(8);
    for (std::size_t change = 0; change < changes; ++change) mutate(file, dice);
    const auto evaluation = engine.evaluate_document({file, Side::Front, std::nullopt, UtcTime()});
    // A failure of the engine would mean that a file can exhaust it.
    REQUIRE(evaluation.has_value());
    if (!evaluation->image) {
      REQUIRE(evaluation->issues.front().code == "DOCUMENT_UNREADABLE");
      continue;
    }
    ++decoded;
    REQUIRE(evaluation->image->width > 0);
  }
  // The mutants are useful only if some still decode and most do not.
  CHECK(decoded > count / 50);
  CHECK(decoded < count / 2);
}

}  // namespace countersign::mutation_test

// The guide's own reader of PDF417 against libzxing.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/inspection/barcode/barcode.h"
#include "core/inspection/barcode/pdf417/contents.h"
#include "core/inspection/barcode/pdf417/correction.h"
#include "core/inspection/barcode/pdf417/patterns.h"
#include "core/inspection/barcode/pdf417/reader.h"
#include "tests/drawing/barcode/pdf417.h"
#include "tests/drawing/barcode/pdf417_symbol.h"
#include "tests/drawing/camera/degrade.h"
#include "tests/drawing/camera/photograph.h"
#include "tests/drawing/dice.h"
#include "tests/drawing/document.h"
#include "tests/drawing/specimen.h"

namespace countersign::pdf417::zxing_test {

using drawing::Dice;
using Word = std::vector<std::uint16_t>;

// The symbol characters of a row that libzxing drew, without the start and the stop pattern.
std::vector<Codeword> characters(const std::vector<bool>& row) {
  std::vector<Codeword> found;
  for (std::size_t x = kModules; x + kModules + 1 < row.size(); x += kModules) {
    Elements widths{};
    std::size_t element = 0;
    for (std::size_t i = x; i < x + kModules; ++i) {
      if (i > x && row[i] != row[i - 1]) ++element;
      REQUIRE(element < kElements);
      ++widths[element];
    }
    const auto codeword = codeword_of(widths);
    REQUIRE(codeword.has_value());
    found.push_back(*codeword);
  }
  return found;
}

// Characters of Latin-1 and their UTF-8, of which libzxing's writer makes Latin-1 again.
struct Written {
  std::string latin;
  std::string utf8;
};
Written any_text(Dice& dice, std::size_t size) {
  Written text;
  while (text.latin.size() < size) {
    const auto byte = static_cast<unsigned>(0x20 + dice.below(0xe0));
    if (byte >= 0x7f && byte < 0xa0) continue;
    text.latin.push_back(static_cast<char>(byte));
    if (byte < 0x80) {
      text.utf8.push_back(static_cast<char>(byte));
    } else {
      text.utf8.push_back(static_cast<char>(0xc0 | byte >> 6));
      text.utf8.push_back(static_cast<char>(0x80 | (byte & 0x3f)));
    }
  }
  return text;
}

TEST_CASE("libzxing draws the same codewords") {
  Dice dice(31);
  std::set<std::pair<unsigned, unsigned>> seen;
  for (int n = 0; n < 1000; ++n) {
    const Written contents = any_text(dice, 30 + dice.below(300));
    drawing::Modules rows = drawing::pdf417(contents.utf8);
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    Word word;
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const std::vector<Codeword> row = characters(rows[r]);
      for (std::size_t i = 0; i < row.size(); ++i) {
        CHECK(row[i].cluster == r % kClusters);
        seen.insert({row[i].cluster, row[i].value});
        if (i > 0 && i + 1 < row.size()) word.push_back(row[i].value);
      }
    }
    constexpr std::size_t kChecks = 16;  // of level 3
    CHECK(correct(word, kChecks, 0) == 0);
    REQUIRE(word.front() == word.size() - kChecks);
    CHECK(contents_of(std::span(word).subspan(1, word.front() - 1U)) == contents.latin);
  }
  CHECK(seen.size() == std::size_t{kClusters} * kValues);
}

TEST_CASE("what libzxing draws is read from a picture, either way up") {
  Dice dice(34);
  for (int n = 0; n < 30; ++n) {
    const Written contents = any_text(dice, 20 + dice.below(300));
    LumaImage picture = drawing::picture_of(drawing::pdf417(contents.utf8), 2 + n % 2, 20);
    const auto reading = read(picture);
    REQUIRE(reading.has_value());
    CHECK(reading->bytes == contents.latin);
    CHECK(reading->corrected == 0);
    CHECK(read_flat_pdf417(picture) == contents.latin);
    CHECK(may_be_read(picture));
    std::ranges::reverse(picture.bytes);
    const auto turned = read(picture);
    REQUIRE(turned.has_value());
    CHECK(turned->bytes == contents.latin);
    CHECK(may_be_read(picture));
  }
}

}  // namespace countersign::pdf417::zxing_test

// PDF417 symbols in pictures, read by the guide's own reader.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/inspection/barcode/pdf417/reader.h"
#include "tests/drawing/barcode/pdf417_symbol.h"
#include "tests/drawing/dice.h"

namespace countersign::pdf417::picture_test {

using drawing::Dice;
using drawing::Modules;
using drawing::picture_of;
using drawing::symbol_of;
using drawing::SymbolPlan;

constexpr std::size_t kMargin = 20;

// Capital letters, two in a codeword.
SymbolPlan letters(std::size_t count, unsigned columns = 6, unsigned level = 3) {
  SymbolPlan plan = {.columns = columns, .level = level};
  for (std::size_t i = 0; i < count; i += 2) {
    plan.data.push_back(static_cast<std::uint16_t>(i % 26 * 30 + (i + 1) % 26));
  }
  return plan;
}
std::string written(std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text.push_back(static_cast<char>('A' + i % 26));
  return text;
}

// Covers a box of the picture with one luma.
void cover(LumaImage& picture, std::size_t left, std::size_t top, std::size_t side) {
  for (std::size_t y = top; y < std::min(top + side, picture.height); ++y) {
    for (std::size_t x = left; x < std::min(left + side, picture.width); ++x) {
      picture.bytes[y * picture.width + x] = 200;
    }
  }
}

TEST_CASE("symbols of every width and level are read") {
  for (unsigned columns = 1; columns <= 30; ++columns) {
    for (const unsigned level : {2U, 3U, 5U}) {
      const SymbolPlan plan = letters(20 + 2 * columns, columns, level);
      if (!fits(plan)) continue;
      CAPTURE(columns);
      CAPTURE(level);
      const auto reading = read(picture_of(symbol_of(plan), 2, kMargin));
      REQUIRE(reading.has_value());
      CHECK(reading->bytes == written(20 + 2 * columns));
      CHECK(reading->corrected == 0);
    }
  }
}

TEST_CASE("a symbol is read in any light, and with print around it") {
  LumaImage picture = picture_of(symbol_of(letters(80)), 3, 80);
  for (std::uint8_t& luma : picture.bytes) luma = static_cast<std::uint8_t>(30 + luma / 6);
  for (std::size_t y = 4; y < picture.height; y += 20) cover(picture, 4, y, 12);
  const auto reading = read(picture);
  REQUIRE(reading.has_value());
  CHECK(reading->bytes == written(80));
}

TEST_CASE("damage is corrected, or nothing is said") {
  Dice dice(35);
  int read_anyway = 0;
  int given_up = 0;
  for (int n = 0; n < 120; ++n) {
    LumaImage picture = picture_of(symbol_of(letters(160, 8, 4)), 3, kMargin);
    for (int i = n / 4; i > 0; --i) {
      cover(picture, dice.below(picture.width), dice.below(picture.height), 10 + dice.below(30));
    }
    const auto reading = read(picture);
    if (reading) CHECK(reading->bytes == written(160));
    ++(reading ? read_anyway : given_up);
  }
  CHECK(read_anyway > 20);
  CHECK(given_up > 20);
}

TEST_CASE("a symbol with too little error correction is not believed") {
  SymbolPlan plan = letters(60, 4, 0);
  CHECK_FALSE(read(picture_of(symbol_of(plan), 3, kMargin)).has_value());
  plan.level = 2;
  CHECK(read(picture_of(symbol_of(plan), 3, kMargin)).has_value());
}

TEST_CASE("a row that is missing is corrected") {
  Modules modules = symbol_of(letters(60, 4, 3));
  modules.resize(modules.size() - 3);
  const auto reading = read(picture_of(modules, 3, kMargin));
  REQUIRE(reading.has_value());
  CHECK(reading->bytes == written(60));
  CHECK(reading->corrected == 4);
}

TEST_CASE("a symbol of which a guard is missing is not read, and may be another reader's") {
  LumaImage picture = picture_of(symbol_of(letters(80)), 3, kMargin);
  for (std::size_t y = 0; y < picture.height; ++y) {
    std::fill_n(picture.bytes.data() + (y + 1) * picture.width - 60, 60, 255);
  }
  CHECK_FALSE(read(picture).has_value());
  CHECK(may_be_read(picture));
}

TEST_CASE("without a start pattern nobody reads") {
  // With narrow modules, pixels could make a start pattern of the bars of a codeword.
  constexpr std::size_t kWide = 9;
  LumaImage picture = picture_of(symbol_of(letters(30, 3)), kWide, kMargin);
  for (std::size_t y = 0; y < picture.height; ++y) {
    std::fill_n(picture.bytes.data() + y * picture.width, kMargin + 17 * kWide, 255);
  }
  CHECK_FALSE(read(picture).has_value());
  CHECK_FALSE(may_be_read(picture));
  LumaImage blank = picture;
  std::ranges::fill(blank.bytes, 128);
  CHECK_FALSE(read(blank).has_value());
  CHECK_FALSE(may_be_read(blank));
}

TEST_CASE("the smallest pictures have no symbol") {
  for (const std::size_t side : {1, 2, 3, 9}) {
    LumaImage picture = {side, side, std::vector<std::uint8_t>(side * side, 90)};
    CHECK_FALSE(read(picture).has_value());
    CHECK_FALSE(may_be_read(picture));
  }
}

TEST_CASE("a picture full of start and stop patterns has no symbol") {
  const Modules symbol = symbol_of(letters(20, 1));
  Modules modules(280, std::vector<bool>());
  for (std::size_t y = 0; y < modules.size(); ++y) {
    const std::vector<bool>& row = symbol[y % 3];
    while (modules[y].size() < 600) {
      const bool stop = modules[y].size() / 40 % 2 != 0;
      const auto from = stop ? row.end() - 18 : row.begin();
      modules[y].insert(modules[y].end(), from, from + (stop ? 18 : 17));
    }
    modules[y].resize(600);
  }
  CHECK_FALSE(read(picture_of(modules, 2, kMargin)).has_value());
}

}  // namespace countersign::pdf417::picture_test

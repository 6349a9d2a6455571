#include "core/inspection/reader/print_reader.h"

#include <doctest/doctest.h>

#include "tests/core/inspection/reader/drawn_print.h"
#include "tests/core/inspection/support/sha256.h"

namespace countersign::reader::print_reader_test {

TEST_CASE("a model that is none is refused in a sentence that names it") {
  const auto missing = PrintReader::load("/nonexistent/eng.traineddata", test_sha256);
  REQUIRE_FALSE(missing.has_value());
  CHECK(missing.error().find("the model /nonexistent/eng.traineddata") == 0);
  const auto program = PrintReader::load("/bin/true", test_sha256);
  REQUIRE_FALSE(program.has_value());
  CHECK(program.error().find("the model /bin/true") == 0);
}

TEST_CASE("reading stops when it is told to, and can begin again") {
  auto reader = PrintReader::load(kReaderModel, test_sha256);
  if (!reader) FAIL(reader.error());
  LumaImage page{800, 200, std::vector<std::uint8_t>(160'000, 255)};
  for (std::size_t y = 60; y < 140; ++y) {
    for (std::size_t x = 100; x < 700; ++x) {
      if (x / 20 % 2 == 0) page.bytes[y * page.width + x] = 0;
    }
  }
  CHECK_FALSE((*reader)->read_page(page, [] { return true; }).has_value());
  CHECK((*reader)->read_page(page, [] { return false; }).has_value());
}

TEST_CASE("a picture without print has no words, however small it is") {
  auto reader = PrintReader::load(kReaderModel, test_sha256);
  REQUIRE(reader.has_value());
  for (const std::size_t side : {2, 3, 40, 900}) {
    CAPTURE(side);
    const LumaImage blank{side, side, std::vector<std::uint8_t>(side * side, 200)};
    const auto text = (*reader)->read_page(blank, [] { return false; });
    REQUIRE(text.has_value());
    CHECK(text->empty());
    CHECK((*reader)->read_line(blank, [] { return false; }).has_value());
  }
}

}  // namespace countersign::reader::print_reader_test

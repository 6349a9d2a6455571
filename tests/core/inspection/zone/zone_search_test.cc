#include "core/inspection/zone/zone_search.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/inspection/image/luma_image.h"
#include "tests/drawing/camera/degrade.h"
#include "tests/drawing/camera/photograph.h"
#include "tests/drawing/canvas.h"
#include "tests/drawing/document.h"
#include "tests/drawing/ocr_b_text.h"
#include "tests/drawing/specimen.h"

namespace countersign::zone_search_test {

using Lines = std::vector<std::string>;

constexpr double kPxPerMm = 12;
constexpr MrzThresholds kUsual;

LumaImage luma_of(const RgbImage& image) { return shrunk_luma(image, 1600UL * 1200); }

// A sheet with lines of OCR-B whose first begins at a place, in millimetres.
void write(drawing::Canvas& canvas, double x, double y, double spacing, const Lines& lines) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const double below = y + spacing * static_cast<double>(i);
    drawing::draw_ocr_b(
        canvas, {x * kPxPerMm, below * kPxPerMm}, 2.54 * kPxPerMm, lines[i], {30, 30, 34});
  }
}

drawing::Canvas sheet(double width_mm, double height_mm) {
  drawing::Canvas canvas(static_cast<std::uint32_t>(width_mm * kPxPerMm),
                         static_cast<std::uint32_t>(height_mm * kPxPerMm));
  canvas.paint([](double, double) { return drawing::Colour{225, 224, 218}; });
  return canvas;
}

drawing::DocumentPlan passport(std::uint64_t seed) {
  return {.seed = seed, .type = DocumentType::Passport};
}

Lines zone_of(const drawing::DocumentPlan& plan) {
  return drawing::make_specimen({.seed = plan.seed, .type = plan.type}).mrz;
}

Lines read_in(const LumaImage& photograph) {
  const auto found = find_zone(photograph, kUsual);
  return found && proven(found->reading, kUsual) ? found->reading.lines : Lines{};
}

TEST_CASE("a zone is found in any direction") {
  for (int degrees = 0; degrees < 360; degrees += 20) {
    const auto plan = passport(3);
    const auto flat = drawing::draw_flat_document(plan);
    drawing::Scene scene;
    scene.width = 1500;
    scene.height = 1500;
    scene.filled = 0.7;
    scene.degrees = degrees;
    const auto photo = drawing::photograph(flat.image, flat.width_mm, scene);
    CAPTURE(degrees);
    CHECK(read_in(luma_of(drawing::noisy(photo.image, 3, 1))) == zone_of(plan));
  }
}

TEST_CASE("the sheet of a zone is the page that was photographed") {
  const auto plan = passport(5);
  const auto flat = drawing::draw_flat_document(plan);
  drawing::Scene scene;
  scene.width = 1600;
  scene.height = 1200;
  scene.degrees = 8;
  const auto photo = drawing::photograph(flat.image, flat.width_mm, scene);
  const auto found = find_zone(luma_of(photo.image), kUsual);
  REQUIRE(found.has_value());
  const Quadrilateral sheet = found->place.sheet();
  for (std::size_t i = 0; i < sheet.size(); ++i) {
    CHECK(distance(sheet[i], photo.corners[i]) < 6 * photo.px_per_mm);
  }
}

TEST_CASE("a zone is found without anything around the document") {
  const auto plan = passport(7);
  CHECK(read_in(luma_of(drawing::draw_flat_document(plan).image)) == zone_of(plan));
}

TEST_CASE("the zone of an open booklet is found below its upper page") {
  const auto plan = passport(9);
  const RgbImage page = drawing::draw_flat_document(plan).image;
  RgbImage spread(page.width, 2 * page.height);
  std::ranges::fill(spread.bytes, std::uint8_t{215});
  std::ranges::copy(page.bytes, spread.bytes.begin() + static_cast<long>(page.bytes.size()));
  CHECK(read_in(luma_of(spread)) == zone_of(plan));
}

TEST_CASE("the zones of ID-2 cards are read, those of French ones too") {
  const Lines td2 = {"I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<",
                     "D231458907UTO7408122F1204159<<<<<<<6"};
  const Lines french = {"IDFRABERTHIER<<<<<<<<<<<<<<<<<<<<<<<",
                        "9409923102854CORINNE<<<<<<<6512068F4"};
  for (const Lines& lines : {td2, french}) {
    drawing::Canvas canvas = sheet(105, 74);
    write(canvas, 6.5, 60, 6.2, lines);
    CHECK(read_in(luma_of(std::move(canvas).take())) == lines);
  }
}

TEST_CASE("the end of a page's lines is not taken for the zone of a smaller document") {
  const Lines lines = zone_of(passport(9));
  drawing::Canvas canvas = sheet(125, 88);
  write(canvas, 6.5, 72, 6.2, lines);
  // The first characters are much paler.
  canvas.overlay([](double x, double) {
    return std::pair(drawing::Colour{225, 224, 218}, x < (6.5 + 8 * 2.54) * kPxPerMm ? 0.72 : 0.0);
  });
  CHECK(read_in(luma_of(std::move(canvas).take())) == lines);
}

TEST_CASE("pictures without a zone have none, whatever their print") {
  CHECK_FALSE(find_zone(LumaImage{}, kUsual).has_value());
  CHECK_FALSE(find_zone({300, 300, std::vector<std::uint8_t>(90000, 200)}, kUsual).has_value());
  const auto front = drawing::draw_document({.seed = 4, .width = 1600, .height = 1200});
  CHECK_FALSE(find_zone(luma_of(front), kUsual).has_value());
  CHECK_FALSE(find_zone(luma_of(drawing::noisy(RgbImage(1600, 1200), 90, 1)), kUsual).has_value());
}

TEST_CASE("among hundreds of lines, and zones in all directions, one zone is proven or none") {
  drawing::Canvas canvas = sheet(130, 100);
  const auto plan = passport(11);
  for (int i = 0; i < 24; ++i) write(canvas, 4, 4 + 4.0 * i, 0, {zone_of(plan)[1]});
  const auto found = find_zone(luma_of(std::move(canvas).take()), kUsual);
  if (found) CHECK(legible(found->reading, kUsual));
}

TEST_CASE("a zone is found below thousands of specks, and not looked for below ten thousand") {
  const auto plan = passport(11);
  const auto read_below_specks = [&](double apart_px) {
    drawing::Canvas canvas = sheet(130, 100);
    for (double y = 10; y < 70 * kPxPerMm; y += apart_px) {
      for (double x = 10; x < canvas.width() - 10; x += apart_px) {
        canvas.box({x, y, 5, 6}, {30, 30, 34});
      }
    }
    write(canvas, 8, 84, 6.35, zone_of(plan));
    return read_in(luma_of(std::move(canvas).take()));
  };
  CHECK(read_below_specks(14) == zone_of(plan));  // 6,500
  CHECK(read_below_specks(10).empty());           // 12,800
}

TEST_CASE("a wrong check digit is read as it is printed, and not proven") {
  drawing::DocumentPlan plan = passport(13);
  plan.wrong_check_digit = true;
  const auto found = find_zone(luma_of(drawing::draw_flat_document(plan).image), kUsual);
  REQUIRE(found.has_value());
  CHECK(legible(found->reading, kUsual));
  CHECK_FALSE(proven(found->reading, kUsual));
}

}  // namespace countersign::zone_search_test

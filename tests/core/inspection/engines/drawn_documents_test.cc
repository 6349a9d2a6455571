// The drawings keep their promises to the code that measures on them.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "core/inspection/image/luma_image.h"
#include "core/inspection/image/rectify.h"
#include "core/inspection/measure/detail.h"
#include "core/inspection/mrz/mrz.h"
#include "tests/drawing/camera/degrade.h"
#include "tests/drawing/camera/hand.h"
#include "tests/drawing/camera/photograph.h"
#include "tests/drawing/canvas.h"
#include "tests/drawing/document.h"
#include "tests/drawing/specimen.h"
#include "tests/drawing/thing.h"
#include "tests/drawing/wear.h"

namespace countersign::drawn_documents_test {

using drawing::DocumentPlan;
using drawing::Layout;

LumaImage luma_of(const RgbImage& image) { return shrunk_luma(image, 100'000'000); }

// Detail down over detail across, of the page seen sharp at 8 px/mm.
double down_over_across(const DocumentPlan& plan) {
  const auto flat = drawing::draw_flat_document(plan);
  const LumaImage fine = luma_of(drawing::blurred(flat.image, 1));
  const LumaImage seen = rectified(
      fine, rectangle(flat.image.width, flat.image.height), fine.width / 2, fine.height / 2);
  const FineDetail detail = fine_detail(seen, 8, 0);
  return detail.down.value_or(0) / detail.across.value_or(1);
}

TEST_CASE("a drawn zone keeps the rules of its format") {
  const std::vector<std::pair<Layout, MrzFormat>> formats = {{Layout::Booklet, MrzFormat::Td3},
                                                             {Layout::Id2Card, MrzFormat::Td2},
                                                             {Layout::VisaA, MrzFormat::MrvA},
                                                             {Layout::VisaB, MrzFormat::MrvB}};
  for (const auto& [layout, format] : formats) {
    for (std::uint64_t seed = 1; seed < 20; ++seed) {
      DocumentPlan plan;
      plan.seed = seed;
      plan.layout = layout;
      plan.type = layout == Layout::Booklet ? DocumentType::Passport : DocumentType::IdCard;
      const auto mrz = parse_mrz(drawing::visible_zone(plan));
      REQUIRE(mrz.has_value());
      CHECK(mrz->format == format);
      CHECK(mrz->wrong.empty());
    }
  }
}

TEST_CASE("the zone of a French card from before 2021 is one of its own") {
  for (std::uint64_t seed = 1; seed < 20; ++seed) {
    const auto lines = drawing::specimen_of({.seed = seed, .layout = Layout::FrenchCard}).mrz;
    REQUIRE(lines.size() == 2);
    REQUIRE(lines[0].size() == 36);
    REQUIRE(lines[1].size() == 36);
    CHECK(lines[0].starts_with("IDFRA"));
    CHECK(lines[1][12] == mrz_check_digit(lines[1].substr(0, 12)));
    CHECK(lines[1][33] == mrz_check_digit(lines[1].substr(27, 6)));
    CHECK(lines[1][35] == mrz_check_digit(lines[0] + lines[1].substr(0, 35)));
  }
}

TEST_CASE("a zone is visible on the side that has it") {
  DocumentPlan plan;
  CHECK(drawing::visible_zone(plan).empty());
  plan.side = Side::Back;
  CHECK(drawing::visible_zone(plan).size() == 3);
  plan.barcode = true;
  CHECK(drawing::visible_zone(plan).empty());
  CHECK(drawing::visible_zone({.type = DocumentType::Passport}).size() == 2);
  CHECK(drawing::visible_zone({.layout = Layout::Id2Card}).size() == 2);
}

TEST_CASE("twins stand side by side in a document's number") {
  const auto number = [](drawing::Twins twins, std::uint64_t seed) {
    return drawing::specimen_of({.seed = seed, .twins = twins}).number;
  };
  const auto has = [](const std::string& text, std::string_view pair) {
    const std::string turned{pair[1], pair[0]};
    return text.find(pair) != text.npos || text.find(turned) != text.npos;
  };
  for (std::uint64_t seed = 1; seed < 20; ++seed) {
    CHECK(number(drawing::Twins::Zero, seed).size() == 9);
    CHECK(has(number(drawing::Twins::Zero, seed), "O0"));
    const std::string others = number(drawing::Twins::Others, seed);
    CHECK((has(others, "B8") || has(others, "I1") || has(others, "S5") || has(others, "Z2")));
  }
}

TEST_CASE("print in upright letters has more detail across than down, as real print has") {
  const auto drawn = [](DocumentType type, drawing::Typeface typeface, std::uint64_t seed) {
    return down_over_across({.seed = seed, .type = type, .typeface = typeface});
  };
  // Sharp pages of real documents: 0.44, 0.64 and 0.84 (tenth, median, nine tenths).
  CHECK(drawn(DocumentType::Passport, drawing::Typeface::Blocks, 1) > 0.85);
  for (std::uint64_t seed = 1; seed < 4; ++seed) {
    const double page = drawn(DocumentType::Passport, drawing::Typeface::Letters, seed);
    CHECK(page > 0.44);
    CHECK(page < 0.84);
    const double card = drawn(DocumentType::IdCard, drawing::Typeface::Letters, seed);
    CHECK(card > 0.44);
    CHECK(card < 0.84);
  }
}

TEST_CASE("an open booklet is two pages high, and its lower half is the page") {
  const DocumentPlan page{.type = DocumentType::Passport};
  DocumentPlan open = page;
  open.layout = Layout::Booklet;
  const RgbImage one = drawing::draw_flat_document(page).image;
  const RgbImage two = drawing::draw_flat_document(open).image;
  CHECK(two.width == one.width);
  CHECK(two.height == 2 * one.height);
  const std::uint32_t low = one.height / 2;
  CHECK(std::equal(
      one.row(low), one.row(low) + 3 * std::size_t{one.width}, two.row(one.height + low)));
}

TEST_CASE("a bend moves the middle of a document up and leaves its sides") {
  constexpr std::uint32_t kPxPerMm = 8;
  drawing::Canvas canvas(125 * kPxPerMm, 88 * kPxPerMm);
  canvas.box({0, 0, canvas.width(), canvas.height()}, {230, 230, 230});
  canvas.box({0, 44 * kPxPerMm, canvas.width(), kPxPerMm}, {20, 20, 20});
  drawing::Scene scene;
  scene.width = 1600;
  scene.height = 1200;
  scene.filled = 0.8;
  scene.table = drawing::Table::Pale;
  scene.bend_mm = 3;
  const auto photo = drawing::photograph(std::move(canvas).take(), 125, scene);
  const auto darkest = [&](double share) {
    const auto x = static_cast<std::uint32_t>(photo.corners[0].x +
                                              share * (photo.corners[1].x - photo.corners[0].x));
    std::uint32_t found = 400;
    for (std::uint32_t y = 400; y < 800; ++y) {
      if (photo.image.row(y)[3 * x] < photo.image.row(found)[3 * x]) found = y;
    }
    return static_cast<double>(found);
  };
  const double moved = darkest(0.01) - darkest(0.5);
  CHECK(moved == doctest::Approx(3 * photo.px_per_mm).epsilon(0.15));
  CHECK(std::abs(darkest(0.01) - darkest(0.99)) < 0.5 * photo.px_per_mm);
}

TEST_CASE("neither a film nor wear hides the print") {
  const RgbImage flat = drawing::draw_flat_document({.type = DocumentType::Passport}).image;
  for (const RgbImage& used : {drawing::laminated(flat, 3), drawing::worn(flat, 3)}) {
    CHECK(used.bytes != flat.bytes);
    const LumaImage luma = luma_of(used);
    // In the band of the zone, ink and paper stay apart.
    const auto from = static_cast<std::ptrdiff_t>(luma.width * (luma.height * 8 / 10));
    const auto [ink, paper] = std::minmax_element(luma.bytes.begin() + from, luma.bytes.end());
    CHECK(*ink < 140);
    CHECK(*paper > *ink + 80);
    CHECK(*paper < 255);
  }
}

TEST_CASE("hands hide nothing of the lower half of what they hold") {
  drawing::Scene scene;
  scene.filled = 0.6;
  const auto flat = drawing::draw_flat_document({.type = DocumentType::Passport});
  const auto photo = drawing::photograph(flat.image, flat.width_mm, scene);
  const RgbImage held = drawing::held(photo.image, photo.corners, photo.px_per_mm, 5);
  CHECK(held.bytes != photo.image.bytes);
  const auto left = static_cast<std::size_t>(photo.corners[3].x) + 8;
  const auto right = static_cast<std::size_t>(photo.corners[2].x) - 8;
  for (auto y = static_cast<std::uint32_t>(photo.corners[3].y) - 200;
       y < static_cast<std::uint32_t>(photo.corners[3].y) - 8;
       ++y) {
    CHECK(
        std::equal(held.row(y) + 3 * left, held.row(y) + 3 * right, photo.image.row(y) + 3 * left));
  }
}

TEST_CASE("equal seeds give equal things, and other seeds others") {
  for (const drawing::Thing thing : {drawing::Thing::Sheet,
                                     drawing::Thing::BankCard,
                                     drawing::Thing::BankCardBack,
                                     drawing::Thing::BookCover,
                                     drawing::Thing::Screen,
                                     drawing::Thing::Receipt}) {
    const auto one = drawing::draw_thing(thing, 1);
    CHECK(one.image.bytes == drawing::draw_thing(thing, 1).image.bytes);
    CHECK(one.image.bytes != drawing::draw_thing(thing, 2).image.bytes);
    CHECK(one.width_mm > 0);
  }
}

}  // namespace countersign::drawn_documents_test

#include "core/inspection/mrz/mrz_reader.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "tests/drawing/camera/degrade.h"
#include "tests/drawing/camera/photograph.h"
#include "tests/drawing/canvas.h"
#include "tests/drawing/document.h"
#include "tests/drawing/ocr_b_text.h"
#include "tests/drawing/specimen.h"

namespace countersign::mrz_reader_test {

struct Seen {
  LumaImage luma;
  Quadrilateral corners;
};

Seen seen(const RgbImage& flat, double width_mm, drawing::Scene scene) {
  scene.width = 1600;
  scene.height = 1200;
  const auto photo = drawing::photograph(flat, width_mm, scene);
  return {shrunk_luma(drawing::noisy(photo.image, 3, 1), 1600UL * 1200), photo.corners};
}

// A sheet of paper with only a zone on it.
constexpr double kPxPerMm = 14;
RgbImage sheet(double width_mm, double height_mm, const std::vector<std::string>& lines) {
  drawing::Canvas canvas(static_cast<std::uint32_t>(std::lround(width_mm * kPxPerMm)),
                         static_cast<std::uint32_t>(std::lround(height_mm * kPxPerMm)));
  canvas.paint([](double, double) { return drawing::Colour{225, 224, 218}; });
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const double bottom = (5.5 + 6.2 * static_cast<double>(lines.size() - 1 - i)) * kPxPerMm;
    drawing::draw_ocr_b(
        canvas, {5 * kPxPerMm, canvas.height() - bottom}, 2.54 * kPxPerMm, lines[i], {30, 30, 34});
  }
  return std::move(canvas).take();
}

TEST_CASE("a zone is read letter by letter, upright and upside down") {
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U}) {
    for (const bool page : {true, false}) {
      drawing::DocumentPlan plan;
      plan.seed = seed;
      plan.type = page ? DocumentType::Passport : DocumentType::IdCard;
      plan.side = page ? Side::Front : Side::Back;
      const auto flat = drawing::draw_flat_document(plan);
      const auto expected = drawing::make_specimen({.seed = seed, .type = plan.type}).mrz;
      drawing::Scene scene;
      scene.slant_x = 0.1;
      scene.slant_y = -0.1;
      scene.degrees = 3;
      const Seen document = seen(flat.image, flat.width_mm, scene);
      for (const unsigned half : {0U, 2U}) {
        const MrzReading reading = read_mrz(document.luma,
                                            turned(document.corners, half),
                                            page ? DocumentSize::Id3 : DocumentSize::Id1,
                                            {});
        CAPTURE(seed);
        CAPTURE(page);
        CHECK(reading.lines == expected);
        CHECK(reading.confidence > 0.9);
      }
    }
  }
}

TEST_CASE("every layout of Doc 9303 is read") {
  struct Specimen {
    double width_mm;
    double height_mm;
    DocumentSize size;
    std::vector<std::string> lines;
  };
  const Specimen specimens[] = {
      {125,
       88,
       DocumentSize::Id3,
       {"P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<",
        "L898902C36UTO7408122F1204159ZE184226B<<<<<10"}},
      {125,
       88,
       DocumentSize::Id3,
       {"V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<",
        "L8988901C4XXX4009078F96121096ZE184226B<<<<<<"}},
      {105,
       74,
       DocumentSize::Id3,
       {"I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", "D231458907UTO7408122F1204159<<<<<<<6"}},
      {105,
       74,
       DocumentSize::Id2,
       {"I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", "D231458907UTO7408122F1204159<<<<<<<6"}},
      {105,
       74,
       DocumentSize::Id3,
       {"V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", "L8988901C4XXX4009078F9612109<<<<<<<<"}},
      {85.6,
       53.98,
       DocumentSize::Id1,
       {"I<UTOD231458907<<<<<<<<<<<<<<<",
        "7408122F1204159UTO<<<<<<<<<<<6",
        "ERIKSSON<<ANNA<MARIA<<<<<<<<<<"}},
  };
  for (const Specimen& specimen : specimens) {
    const Seen document = seen(sheet(specimen.width_mm, specimen.height_mm, specimen.lines),
                               specimen.width_mm,
                               drawing::Scene{});
    const MrzReading reading = read_mrz(document.luma, document.corners, specimen.size, {});
    CAPTURE(specimen.lines[0]);
    CHECK(reading.lines == specimen.lines);
    CHECK(reading.confidence > 0.9);
  }
}

TEST_CASE("a document's code may have a digit, but not 0, which is an O") {
  const auto read = [](const std::string& code) {
    const std::vector<std::string> lines = {code + "UTOD231458907<<<<<<<<<<<<<<<",
                                            "7408122F1204159UTO<<<<<<<<<<<6",
                                            "ERIKSSON<<ANNA<MARIA<<<<<<<<<<"};
    const Seen document = seen(sheet(85.6, 53.98, lines), 85.6, drawing::Scene{});
    const MrzReading reading = read_mrz(document.luma, document.corners, DocumentSize::Id1, {});
    REQUIRE(reading.lines.size() == 3);
    return reading.lines[0].substr(0, 2);
  };
  CHECK(read("IO") == "IO");
  CHECK(read("I0") == "IO");
  CHECK(read("C1") == "C1");
}

TEST_CASE("dark bars above a zone are not taken for its lines") {
  const std::vector<std::string> lines = {"P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<",
                                          "L898902C36UTO7408122F1204159ZE184226B<<<<<10"};
  drawing::Canvas canvas(sheet(125, 88, lines));
  for (const double from_foot : {19.0, 26.0}) {
    const double middle = canvas.height() - from_foot * kPxPerMm;
    canvas.overlay([&](double x, double y) {
      const bool bar = std::abs(y - middle) < kPxPerMm && x > 80 && x < canvas.width() - 80;
      return std::pair(drawing::Colour{40, 40, 60}, bar ? 1.0 : 0.0);
    });
  }
  const Seen document = seen(std::move(canvas).take(), 125, drawing::Scene{});
  CHECK(read_mrz(document.luma, document.corners, DocumentSize::Id3, {}).lines == lines);
}

TEST_CASE("a document without a zone is not read with confidence") {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    drawing::DocumentPlan plan;
    plan.seed = seed;
    for (const Side side : {Side::Front, Side::Back}) {
      plan.type = DocumentType::DrivingLicense;
      plan.side = side;
      const auto flat = drawing::draw_flat_document(plan);
      const Seen document = seen(flat.image, flat.width_mm, drawing::Scene{});
      CHECK(read_mrz(document.luma, document.corners, DocumentSize::Id1, {}).confidence < 0.7);
    }
  }
  const Seen blank = seen(sheet(125, 88, {}), 125, drawing::Scene{});
  CHECK(read_mrz(blank.luma, blank.corners, DocumentSize::Id3, {}).lines.empty());
}

TEST_CASE("a zone that is blurred away is not guessed") {
  drawing::DocumentPlan plan;
  plan.type = DocumentType::Passport;
  const auto flat = drawing::draw_flat_document(plan);
  Seen document = seen(drawing::blurred(flat.image, 9), flat.width_mm, drawing::Scene{});
  const MrzReading reading = read_mrz(document.luma, document.corners, DocumentSize::Id3, {});
  const auto mrz = parse_mrz(reading.lines);
  const bool sure = reading.confidence >= 0.8 && mrz && mrz->wrong.empty();
  CHECK_FALSE(sure);
}

TEST_CASE("corners that make no sense are no reason to fall over") {
  const LumaImage noise{40, 30, std::vector<std::uint8_t>(1200, 90)};
  const Quadrilateral line = {{{0, 0}, {10, 10}, {20, 20}, {30, 30}}};
  CHECK(read_mrz(noise, line, DocumentSize::Id3, {}).lines.empty());
  CHECK(read_mrz(noise, rectangle(5000, 4000), DocumentSize::Id1, {}).lines.empty());
}

}  // namespace countersign::mrz_reader_test

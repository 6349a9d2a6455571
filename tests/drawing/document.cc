#include "tests/drawing/document.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>

#include "tests/drawing/canvas.h"
#include "tests/drawing/degrade.h"
#include "tests/drawing/dice.h"
#include "tests/drawing/head.h"
#include "tests/drawing/ocr_b_text.h"
#include "tests/drawing/pdf417.h"
#include "tests/drawing/photograph.h"
#include "tests/drawing/specimen.h"

namespace countersign::drawing {
namespace {

constexpr double kCardWidthMm = 85.60;  // ISO/IEC 7810 ID-1
constexpr double kCardHeightMm = 53.98;
constexpr double kPassportWidthMm = 125;  // ID-3, the page with the portrait
constexpr double kPassportHeightMm = 88;
constexpr double kPxPerMm = 16;
constexpr double kMrzPitchMm = 2.54;  // ICAO Doc 9303, part 3, 4.2
constexpr double kGrainSigma = 2.0;
constexpr int kPieces = 90;  // straight pieces of a guilloche's thread

constexpr std::array<Colour, 4> kTints = {
    {{206, 222, 228}, {226, 214, 222}, {214, 226, 206}, {230, 222, 200}}};
constexpr Colour kInk = {28, 30, 40};
constexpr Colour kPaleInk = {90, 96, 110};

std::string_view title_of(DocumentType type) {
  switch (type) {
    case DocumentType::Passport:
      return "PASSPORT";
    case DocumentType::IdCard:
      return "IDENTITY CARD";
    case DocumentType::DrivingLicense:
      return "DRIVING LICENSE";
    case DocumentType::ResidencePermit:
      return "RESIDENCE PERMIT";
    case DocumentType::Other:
      return "CERTIFICATE";
  }
  return {};
}

// Converts YYMMDD to DD.MM.YY.
std::string written(const std::string& date) {
  return fmt::format("{}.{}.{}", date.substr(4, 2), date.substr(2, 2), date.substr(0, 2));
}

// Draws fine interwoven waves, as on banknotes.
void draw_guilloches(Canvas& canvas, const Box& card, const Colour& tint, Dice& dice) {
  const Colour thread = mixed(tint, {70, 110, 140}, 0.35);
  const double unit = card.width / 640;
  const int threads = 14;
  const double phase = dice.between(0, 6);
  const double waves = dice.between(5, 9);
  for (int i = 0; i < threads; ++i) {
    const double middle = card.top + card.height * (i + 0.5) / threads;
    const auto y_at = [&](double share) {
      return middle + card.height * 0.03 * std::sin(waves * 6.28 * share + phase + i * 0.7);
    };
    for (int piece = 0; piece < kPieces; ++piece) {
      const double from = 0.02 + 0.96 * piece / kPieces;
      const double to = 0.02 + 0.96 * (piece + 1) / kPieces;
      canvas.line({card.left + from * card.width, y_at(from)},
                  {card.left + to * card.width, y_at(to)},
                  0.9 * unit,
                  thread);
    }
  }
}

void draw_portrait(Canvas& canvas, const Box& box, Dice& dice) {
  canvas.box(box, {196, 202, 208});
  HeadPlace place;
  place.middle = box.at(0.5, 0.47);
  place.radius = 0.36 * std::min(box.height, 1.25 * box.width);
  HeadAngles angles;
  angles.turn = dice.between(-2, 2);
  angles.tilt = dice.between(-2, 2);
  HeadLight light;
  light.from_right = dice.between(-0.3, 0.3);
  draw_person(canvas, box, dice.next(), place, angles, light);
}

void draw_fields(Canvas& canvas, const Box& box, const Specimen& specimen) {
  const std::array<std::pair<std::string_view, std::string>, 5> fields = {{
      {"SURNAME", specimen.surname},
      {"GIVEN NAMES", specimen.given_names},
      {"DATE OF BIRTH", written(specimen.birth_date)},
      {"DOCUMENT NO.", specimen.number},
      {"VALID UNTIL", written(specimen.expiry_date)},
  }};
  const double cell = box.height / 90;
  double top = box.top;
  for (const auto& [label, value] : fields) {
    canvas.text({box.left, top}, 0.75 * cell, label, kPaleInk);
    canvas.text({box.left, top + 7.5 * cell}, 1.1 * cell, value, kInk);
    top += box.height / 5;
  }
}

// Places the MRZ by ICAO Doc 9303: part 4 for a passport's page, part 5 for a card.
void draw_mrz(Canvas& canvas, const Box& card, const Specimen& specimen, Dice& dice) {
  const bool passport = specimen.mrz.size() == 2;
  const double pitch = kMrzPitchMm * kPxPerMm;
  const double left = (passport ? 6.2 : 4.2) * kPxPerMm;
  const double bottom = card.height - (passport ? 6.0 : 4.6) * kPxPerMm;
  const double between = (passport ? 6.35 : dice.between(5.6, 6.35)) * kPxPerMm;
  canvas.box({card.left, card.top + card.height - 23.2 * kPxPerMm, card.width, 23.2 * kPxPerMm},
             {238, 238, 234});
  for (std::size_t i = 0; i < specimen.mrz.size(); ++i) {
    const auto above = static_cast<double>(specimen.mrz.size() - 1 - i);
    draw_ocr_b(canvas, {left, bottom - above * between}, pitch, specimen.mrz[i], kInk);
  }
}

void draw_bars(Canvas& canvas, const Box& box, Dice& dice) {
  canvas.box(box, {240, 240, 238});
  const double unit = box.width / 160;
  double x = 4 * unit;
  while (x < box.width - 5 * unit) {
    const double bar = unit * static_cast<double>(1 + dice.below(3));
    canvas.box({box.left + x, box.top + 0.1 * box.height, bar, 0.8 * box.height}, kInk);
    x += bar + unit * static_cast<double>(1 + dice.below(3));
  }
}

void draw_pdf417(Canvas& canvas, const Box& card, const std::string& contents) {
  const Modules rows = pdf417(contents);
  if (rows.empty()) return;
  const Box space = card.part(0.08, 0.55, 0.84, 0.44);
  canvas.box(space, {242, 242, 240});
  const double unit = 0.95 * space.width / static_cast<double>(rows.front().size());
  const double height = std::min(unit, 0.95 * space.height / static_cast<double>(rows.size()));
  const double left = space.left + 0.025 * space.width;
  const double top = space.top + (space.height - height * static_cast<double>(rows.size())) / 2;
  for (std::size_t y = 0, below = 0; y < rows.size(); y = below) {
    const std::vector<bool>& row = rows[y];
    // Equal rows are drawn as one box, without a seam.
    while (below < rows.size() && rows[below] == row) ++below;
    for (std::size_t from = 0; from < row.size(); ++from) {
      if (!row[from]) continue;
      std::size_t to = from;
      while (to < row.size() && row[to]) ++to;
      canvas.box({left + static_cast<double>(from) * unit,
                  top + static_cast<double>(y) * height,
                  static_cast<double>(to - from) * unit,
                  static_cast<double>(below - y) * height},
                 kInk);
      from = to;
    }
  }
}

void draw_front(
    Canvas& canvas, const Box& card, DocumentType type, const Specimen& specimen, Dice& dice) {
  const bool passport = type == DocumentType::Passport;
  canvas.box(card.part(0, 0.04, 1, 0.11), {46, 78, 120});
  canvas.text(card.at(0.04, 0.065), card.height * 0.0085, title_of(type), {236, 240, 244});
  canvas.text(card.at(0.66, 0.065), card.height * 0.0085, "SPECIMEN", {236, 240, 244});
  draw_portrait(canvas, card.part(0.05, 0.20, 0.27, passport ? 0.48 : 0.56), dice);
  draw_fields(canvas, card.part(0.38, 0.20, 0.58, passport ? 0.50 : 0.70), specimen);
  if (passport) draw_mrz(canvas, card, specimen, dice);
}

void draw_back(Canvas& canvas, const Box& card, const Specimen& specimen, Dice& dice) {
  draw_bars(canvas, card.part(0.05, 0.06, 0.90, 0.16), dice);
  draw_fields(canvas, card.part(0.05, 0.26, 0.90, 0.28), specimen);
  if (specimen.mrz.size() == 3) draw_mrz(canvas, card, specimen, dice);
  if (!specimen.barcode.empty()) draw_pdf417(canvas, card, specimen.barcode);
}

// The side and the type are part of the seed, so that each of them changes everything that is
// drawn.
Dice dice_of(const DocumentPlan& plan) {
  return Dice(plan.seed * 8 + static_cast<std::uint64_t>(plan.side) * 4 +
              static_cast<std::uint64_t>(plan.type) * 1'000'003);
}

}  // namespace

FlatDocument draw_flat_document(const DocumentPlan& plan) {
  const bool page = plan.type == DocumentType::Passport;
  const double width_mm = page ? kPassportWidthMm : kCardWidthMm;
  const double height_mm = page ? kPassportHeightMm : kCardHeightMm;
  Dice dice = dice_of(plan);
  // Both sides of a document belong to one person, so the specimen does not depend on the side.
  const Specimen specimen =
      make_specimen({plan.seed, plan.type, plan.expired, plan.wrong_check_digit, plan.barcode});
  Canvas canvas(static_cast<std::uint32_t>(std::lround(width_mm * kPxPerMm)),
                static_cast<std::uint32_t>(std::lround(height_mm * kPxPerMm)));
  const Box card = {0, 0, canvas.width(), canvas.height()};
  const Colour tint = kTints[dice.below(kTints.size())];
  canvas.box(card, tint);
  draw_guilloches(canvas, card, tint, dice);
  if (plan.side == Side::Front) {
    draw_front(canvas, card, plan.type, specimen, dice);
  } else {
    draw_back(canvas, card, specimen, dice);
  }
  return {std::move(canvas).take(), width_mm};
}

RgbImage draw_document(const DocumentPlan& plan) {
  const FlatDocument flat = draw_flat_document(plan);
  Dice dice = dice_of(plan);
  Scene scene;
  scene.seed = dice.next();
  scene.width = plan.width;
  scene.height = plan.height;
  scene.degrees = dice.between(-1.5, 1.5);
  scene.slant_x = dice.between(-0.05, 0.05);
  scene.slant_y = dice.between(-0.05, 0.05);
  RgbImage image = photograph(flat.image, flat.width_mm, scene).image;
  return noisy(image, kGrainSigma, dice.next());
}

}  // namespace countersign::drawing

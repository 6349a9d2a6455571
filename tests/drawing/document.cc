#include "tests/drawing/document.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>

#include "core/ascii.h"
#include "tests/drawing/background.h"
#include "tests/drawing/barcode/pdf417.h"
#include "tests/drawing/booklet.h"
#include "tests/drawing/camera/degrade.h"
#include "tests/drawing/camera/photograph.h"
#include "tests/drawing/canvas.h"
#include "tests/drawing/dice.h"
#include "tests/drawing/ocr_b_text.h"
#include "tests/drawing/person/head.h"
#include "tests/drawing/print.h"
#include "tests/drawing/specimen.h"

namespace countersign::drawing {
namespace {

constexpr double kCardWidthMm = 85.60;  // ISO/IEC 7810 ID-1
constexpr double kCardHeightMm = 53.98;
constexpr double kPassportWidthMm = 125;  // ID-3, the page with the portrait
constexpr double kPassportHeightMm = 88;
constexpr double kId2WidthMm = 105;  // ISO/IEC 7810 ID-2, and MRV-B
constexpr double kId2HeightMm = 74;
constexpr double kVisaAWidthMm = 120;  // MRV-A
constexpr double kVisaAHeightMm = 80;
constexpr double kPxPerMm = 16;
constexpr double kMrzPitchMm = 2.54;   // ICAO Doc 9303, part 3, 4.2
constexpr double kSmallCellMm = 0.26;  // capitals of 1.8 mm
constexpr double kOcrBCellMm = 0.275;  // capitals of 1.9 mm
constexpr double kRuleMm = 0.15;
constexpr double kRuleShare = 0.2;  // its length, of the width of all fields
constexpr double kGrainSigma = 2.0;

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

// Converts YYMMDD to DDMONYY, as OCR-B has it, which has no points.
std::string written_in_ocr_b(const std::string& date) {
  constexpr std::string_view kMonths = "JANFEBMARAPRMAYJUNJULAUGSEPOCTNOVDEC";
  const std::string_view mm = std::string_view(date).substr(2, 2);
  const bool known = mm != "00" && is_digit(mm[0]) && is_digit(mm[1]);
  const auto month = known ? static_cast<std::size_t>(std::stoi(date.substr(2, 2))) : 0;
  return fmt::format("{}{}{}",
                     date.substr(4, 2),
                     known ? kMonths.substr(3 * (month - 1), 3) : mm,
                     date.substr(0, 2));
}

// An unknown part of a date is XX in print (ICAO Doc 9303, part 3, 3.8).
std::string in_print(std::string date) {
  std::ranges::replace(date, '<', 'X');
  return date;
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

using Fields = std::array<std::pair<std::string_view, std::string>, 5>;

Fields fields_of(const Specimen& specimen, Typeface typeface) {
  const auto date = typeface == Typeface::OcrB ? written_in_ocr_b : written;
  return {{
      {"SURNAME", specimen.surname},
      {"GIVEN NAMES", specimen.given_names},
      {"DATE OF BIRTH", date(in_print(specimen.birth_date))},
      {"DOCUMENT NO.", specimen.number},
      {"VALID UNTIL", date(in_print(specimen.expiry_date))},
  }};
}

// Where a machine does not look: what else a document of real print says.
Fields more_fields_of(const Specimen& specimen) {
  return {{{"NATIONALITY / NAT.", "UTOPIAN"},
           {"SEX / SEXE", specimen.sex == 'M' ? "M / MALE" : "F / FEMALE"},
           {"PLACE OF BIRTH / LIEU", "AMAUROTE"},
           {"AUTHORITY / AUTORITE", "OFFICE 17"},
           {"HEIGHT / TAILLE", "1.74 M"}}};
}

// The labels in blocks, and the values in blocks or in OCR-B.
void draw_fields(Canvas& canvas, const Box& box, const Specimen& specimen, Typeface typeface) {
  const double cell = box.height / 90;
  const bool in_ocr_b = typeface == Typeface::OcrB;
  const double of_value = in_ocr_b ? kOcrBCellMm * kPxPerMm : 1.1 * cell;
  const double below_label = in_ocr_b ? 15 * cell - 7 * of_value : 7.5 * cell;
  const double indent = in_ocr_b ? cell : 0;
  double top = box.top;
  for (const auto& [label, value] : fields_of(specimen, typeface)) {
    draw_print(canvas, {box.left, top}, 0.75 * cell, label, kPaleInk, Typeface::Blocks);
    draw_print(canvas, {box.left + indent, top + below_label}, of_value, value, kInk, typeface);
    top += box.height / 5;
  }
}

// The same in two columns and smaller, as a document that is full of print has them; above short
// rules if `ruled`.
void draw_small_fields(Canvas& canvas, const Box& box, const Specimen& specimen, bool ruled) {
  const double cell = kSmallCellMm * kPxPerMm;
  double left = box.left;
  for (const Fields& column : {fields_of(specimen, Typeface::Letters), more_fields_of(specimen)}) {
    double top = box.top;
    for (const auto& [label, value] : column) {
      draw_print(canvas, {left, top}, 0.62 * cell, label, kPaleInk, Typeface::Letters);
      draw_print(canvas, {left, top + 6 * cell}, cell, value, kInk, Typeface::Letters);
      const double below = top + 14.5 * cell;
      const Point end = {left + kRuleShare * box.width, below};
      if (ruled) canvas.line({left, below}, end, kRuleMm * kPxPerMm, kPaleInk);
      top += box.height / 5;
    }
    left += 0.52 * box.width;
  }
}

// Where an MRZ stands: by ICAO Doc 9303, part 4 for a passport's page, part 5 for a card; in the
// middle of any other document.
struct ZonePlace {
  double left_mm = 4.2;
  double below_mm = 4.6;
  double between_mm = 6.35;
};
ZonePlace place_of_zone(const DocumentPlan& plan, const Specimen& specimen, double width_mm) {
  if (specimen.mrz.empty()) return {};
  const double length_mm = kMrzPitchMm * static_cast<double>(specimen.mrz.front().size());
  if (plan.layout != Layout::OfType) return {(width_mm - length_mm) / 2, 6.0};
  if (specimen.mrz.size() == 2) return {6.2, 6.0};
  return {};
}

void draw_mrz(Canvas& canvas, const DocumentPlan& plan, const Specimen& specimen, Dice& dice) {
  ZonePlace place = place_of_zone(plan, specimen, canvas.width() / kPxPerMm);
  if (specimen.mrz.size() == 3) place.between_mm = dice.between(5.6, 6.35);
  const double bottom = canvas.height() - place.below_mm * kPxPerMm;
  const double zone = 23.2 * kPxPerMm;
  if (!plan.full_bleed) {
    canvas.box({0, canvas.height() - zone, canvas.width(), zone}, {238, 238, 234});
  }
  for (std::size_t i = 0; i < specimen.mrz.size(); ++i) {
    const auto above = static_cast<double>(specimen.mrz.size() - 1 - i);
    draw_ocr_b(canvas,
               {place.left_mm * kPxPerMm, bottom - above * place.between_mm * kPxPerMm},
               kMrzPitchMm * kPxPerMm,
               specimen.mrz[i],
               kInk);
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

bool is_visa(Layout layout) { return layout == Layout::VisaA || layout == Layout::VisaB; }

// Whether the zone stands on the front, below the portrait.
bool has_zone_on_front(const DocumentPlan& plan) {
  return plan.type == DocumentType::Passport || plan.layout != Layout::OfType;
}

// The specimen as people read it.
Specimen specimen_in_print(Specimen specimen, const DocumentPlan& plan) {
  if (!plan.printed_number.empty()) specimen.number = plan.printed_number;
  if (!plan.printed_birth.empty()) specimen.birth_date = plan.printed_birth;
  if (!plan.printed_expiry.empty()) specimen.expiry_date = plan.printed_expiry;
  return specimen;
}

void draw_front(Canvas& canvas, const DocumentPlan& plan, const Specimen& specimen, Dice& dice) {
  const Box card = {0, 0, canvas.width(), canvas.height()};
  const bool above_zone = has_zone_on_front(plan);
  const Colour pale = {236, 240, 244};
  const double cell = card.height * 0.0085;
  const std::string_view title = is_visa(plan.layout) ? "VISA" : title_of(plan.type);
  canvas.box(card.part(0, 0.04, 1, 0.11), {46, 78, 120});
  const Typeface large = plan.typeface == Typeface::OcrB ? Typeface::Blocks : plan.typeface;
  draw_print(canvas, card.at(0.04, 0.065), cell, title, pale, large);
  draw_print(canvas, card.at(0.66, 0.065), cell, "SPECIMEN", pale, large);
  draw_portrait(canvas, card.part(0.05, 0.20, 0.27, above_zone ? 0.48 : 0.56), dice);
  const Box fields = card.part(0.38, 0.20, 0.58, above_zone ? 0.50 : 0.70);
  const Specimen in_print = specimen_in_print(specimen, plan);
  switch (plan.typeface) {
    case Typeface::Letters:
      draw_small_fields(canvas, fields, in_print, !above_zone);
      break;
    case Typeface::OcrB:
      canvas.box(fields, {232, 234, 236});  // without threads that cross the print
      draw_fields(canvas, fields, in_print, Typeface::OcrB);
      break;
    case Typeface::Blocks:
      draw_fields(canvas, fields, in_print, Typeface::Blocks);
      break;
  }
  if (above_zone) draw_mrz(canvas, plan, specimen, dice);
}

void draw_back(Canvas& canvas, const DocumentPlan& plan, const Specimen& specimen, Dice& dice) {
  const Box card = {0, 0, canvas.width(), canvas.height()};
  if (plan.typeface == Typeface::Letters) {
    draw_small_fields(canvas, card.part(0.05, 0.06, 0.90, 0.46), specimen, false);
  } else {
    draw_bars(canvas, card.part(0.05, 0.06, 0.90, 0.16), dice);
    // Letters of OCR-B need more room; the front has them.
    if (plan.typeface == Typeface::Blocks) {
      draw_fields(canvas, card.part(0.05, 0.26, 0.90, 0.28), specimen, Typeface::Blocks);
    }
  }
  if (specimen.mrz.size() == 3) draw_mrz(canvas, plan, specimen, dice);
  if (!specimen.barcode.empty()) draw_pdf417(canvas, card, specimen.barcode);
}

// The side and the type are part of the seed, so that each of them changes everything that is
// drawn.
Dice dice_of(const DocumentPlan& plan) {
  return Dice(plan.seed * 8 + static_cast<std::uint64_t>(plan.side) * 4 +
              static_cast<std::uint64_t>(plan.type) * 1'000'003);
}

struct SizeMm {
  double width = 0;
  double height = 0;
};
SizeMm size_of(const DocumentPlan& plan) {
  switch (plan.layout) {
    case Layout::Id2Card:
    case Layout::FrenchCard:
    case Layout::VisaB:
      return {kId2WidthMm, kId2HeightMm};
    case Layout::VisaA:
      return {kVisaAWidthMm, kVisaAHeightMm};
    case Layout::OfType:
    case Layout::Booklet:
      break;
  }
  if (plan.type == DocumentType::Passport) return {kPassportWidthMm, kPassportHeightMm};
  return {kCardWidthMm, kCardHeightMm};
}

}  // namespace

// Both sides of a document belong to one person, so the specimen does not depend on the side.
DocumentPlan printed_plan(std::uint64_t seed, DocumentType type, Side side) {
  DocumentPlan plan;
  plan.seed = seed;
  plan.type = type;
  plan.side = side;
  plan.width = 1600;
  plan.height = 1200;
  plan.typeface = Typeface::OcrB;
  return plan;
}

Specimen specimen_of(const DocumentPlan& plan) {
  return make_specimen({plan.seed,
                        plan.type,
                        plan.expired,
                        plan.wrong_check_digit,
                        plan.barcode,
                        plan.layout,
                        plan.twins,
                        plan.birth,
                        plan.expiry});
}

std::vector<std::string> visible_zone(const DocumentPlan& plan) {
  const Specimen specimen = specimen_of(plan);
  const bool visible =
      plan.side == Side::Front ? has_zone_on_front(plan) : specimen.mrz.size() == 3;
  return visible ? specimen.mrz : std::vector<std::string>();
}

FlatDocument draw_flat_document(const DocumentPlan& plan) {
  const SizeMm size = size_of(plan);
  Dice dice = dice_of(plan);
  const Specimen specimen = specimen_of(plan);
  Canvas canvas(static_cast<std::uint32_t>(std::lround(size.width * kPxPerMm)),
                static_cast<std::uint32_t>(std::lround(size.height * kPxPerMm)));
  const Box card = {0, 0, canvas.width(), canvas.height()};
  const Colour tint = kTints[dice.below(kTints.size())];
  canvas.box(card, tint);
  if (plan.full_bleed) draw_full_bleed(canvas, card, tint, dice);
  if (!plan.full_bleed) draw_guilloches(canvas, card, tint, dice);
  if (plan.side == Side::Front) {
    draw_front(canvas, plan, specimen, dice);
  } else {
    draw_back(canvas, plan, specimen, dice);
  }
  RgbImage page = std::move(canvas).take();
  if (plan.layout != Layout::Booklet) return {std::move(page), size.width};
  return {booklet(page, tint, dice), size.width};
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

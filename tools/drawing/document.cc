#include "tools/drawing/document.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>

#include "tools/drawing/canvas.h"
#include "tools/drawing/dice.h"
#include "tools/drawing/glyphs.h"

namespace countersign::drawing {
namespace {

constexpr double kCardAspect = 1.586;     // ISO/IEC 7810 ID-1
constexpr double kPassportAspect = 1.42;  // ID-3, the page with the portrait
constexpr double kFilledShare = 0.90;     // of the picture, by the document
constexpr double kGrainSigma = 2.0;
constexpr int kPieces = 90;  // straight ones, of a guilloche's thread

constexpr std::array<std::string_view, 8> kFamilyNames = {
    "ADLER", "BRANDT", "CASTELL", "DUVAL", "ERIKSEN", "FALKE", "GARDE", "HOLM"};
constexpr std::array<std::string_view, 8> kGivenNames = {
    "ANNA", "BELA", "CORA", "DAVID", "ELIN", "FINN", "GRETA", "HUGO"};
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

std::string digits(Dice& dice, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += static_cast<char>('0' + dice.below(10));
  return text;
}

std::string date(Dice& dice, int century) {
  const std::size_t day = 1 + dice.below(28);
  const std::size_t month = 1 + dice.below(12);
  return fmt::format("{:02}.{:02}.{}{}", day, month, century, digits(dice, 2));
}

Box document_box(const DocumentPlan& plan, Dice& dice) {
  const double aspect = plan.type == DocumentType::Passport ? kPassportAspect : kCardAspect;
  double width = kFilledShare * plan.width;
  double height = width / aspect;
  if (height > kFilledShare * plan.height) {
    height = kFilledShare * plan.height;
    width = height * aspect;
  }
  const double shift_x = dice.between(0.3, 0.7);
  const double shift_y = dice.between(0.3, 0.7);
  return {(plan.width - width) * shift_x, (plan.height - height) * shift_y, width, height};
}

void draw_table(Canvas& canvas, Dice& dice) {
  const Colour wood = {dice.between(90, 140), dice.between(80, 105), dice.between(60, 90)};
  const double slope = dice.between(-0.2, 0.2);
  const double phase = dice.between(0, 6);
  const double grain = canvas.height() / dice.between(14, 24);
  const double width = canvas.width();
  canvas.paint([=](double x, double y) {
    const double wave = std::sin((y + slope * x) / grain + phase + 0.8 * std::sin(x / (8 * grain)));
    const double light = 1 + 0.10 * wave - 0.15 * x / width;
    return Colour{wood.red * light, wood.green * light, wood.blue * light};
  });
}

// Fine interwoven waves, as banknotes have them.
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
  const Colour skin = mixed({238, 200, 170}, {120, 80, 58}, dice.share());
  const Colour hair = mixed({30, 24, 20}, {190, 150, 90}, dice.share());
  const Colour shirt = {dice.between(40, 120), dice.between(40, 120), dice.between(60, 150)};
  canvas.box(box, {196, 202, 208});
  canvas.dome(box.part(0.08, 0.72, 0.84, 0.60), box.top + box.height, shirt);
  canvas.box(box.part(0.40, 0.60, 0.20, 0.18), mixed(skin, {60, 40, 30}, 0.15));
  canvas.ellipse(box.part(0.22, 0.08, 0.56, 0.52), hair);
  canvas.ellipse(box.part(0.26, 0.18, 0.48, 0.54), skin);
  canvas.ellipse(box.part(0.35, 0.39, 0.09, 0.04), kInk);
  canvas.ellipse(box.part(0.56, 0.39, 0.09, 0.04), kInk);
  canvas.box(box.part(0.34, 0.34, 0.11, 0.015), hair);
  canvas.box(box.part(0.55, 0.34, 0.11, 0.015), hair);
  canvas.line(box.at(0.50, 0.42), box.at(0.47, 0.52), 0.02 * box.width, mixed(skin, kInk, 0.4));
  canvas.ellipse(box.part(0.41, 0.58, 0.18, 0.035), {150, 70, 70});
}

void draw_fields(Canvas& canvas, const Box& box, Dice& dice) {
  const std::array<std::pair<std::string_view, std::string>, 5> fields = {{
      {"SURNAME", std::string(kFamilyNames[dice.below(kFamilyNames.size())])},
      {"GIVEN NAME", std::string(kGivenNames[dice.below(kGivenNames.size())])},
      {"DATE OF BIRTH", date(dice, 19)},
      {"DOCUMENT NO.", fmt::format("X{}", digits(dice, 8))},
      {"VALID UNTIL", date(dice, 20)},
  }};
  const double cell = box.height / 90;
  double top = box.top;
  for (const auto& [label, value] : fields) {
    canvas.text({box.left, top}, 0.75 * cell, label, kPaleInk);
    canvas.text({box.left, top + 7.5 * cell}, 1.1 * cell, value, kInk);
    top += box.height / 5;
  }
}

// Lines of capitals, digits and fillers. The number of lines and their length
// are those of ICAO 9303, the contents are not.
void draw_machine_lines(Canvas& canvas, const Box& box, bool passport, Dice& dice) {
  const int lines = passport ? 2 : 3;
  const std::size_t length = passport ? 44 : 30;
  const double pitch = box.width / static_cast<double>(length);
  const double cell = pitch / (kGlyphColumns + 1);
  canvas.box(box, {238, 238, 234});
  for (int i = 0; i < lines; ++i) {
    std::string line = "P<XXX";
    if (i > 0) line = fmt::format("{}<XXX{}", digits(dice, 9), digits(dice, 7));
    line += kFamilyNames[dice.below(kFamilyNames.size())];
    line += "<<";
    line += kGivenNames[dice.below(kGivenNames.size())];
    line.resize(length, '<');
    canvas.text({box.left, box.top + box.height * (i + 0.5) / lines - cell * kGlyphRows / 2.0},
                cell,
                line,
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

void draw_front(Canvas& canvas, const Box& card, DocumentType type, Dice& dice) {
  const bool passport = type == DocumentType::Passport;
  canvas.box(card.part(0, 0.04, 1, 0.11), {46, 78, 120});
  canvas.text(card.at(0.04, 0.065), card.height * 0.0085, title_of(type), {236, 240, 244});
  canvas.text(card.at(0.66, 0.065), card.height * 0.0085, "SPECIMEN", {236, 240, 244});
  draw_portrait(canvas, card.part(0.05, 0.21, 0.27, passport ? 0.50 : 0.56), dice);
  draw_fields(canvas, card.part(0.38, 0.21, 0.58, passport ? 0.52 : 0.70), dice);
  if (passport) draw_machine_lines(canvas, card.part(0.03, 0.80, 0.94, 0.16), true, dice);
}

void draw_back(Canvas& canvas, const Box& card, Dice& dice) {
  draw_bars(canvas, card.part(0.05, 0.06, 0.90, 0.20), dice);
  draw_fields(canvas, card.part(0.05, 0.30, 0.90, 0.34), dice);
  draw_machine_lines(canvas, card.part(0.03, 0.68, 0.94, 0.27), false, dice);
}

}  // namespace

RgbImage draw_document(const DocumentPlan& plan) {
  // Each property changes what is drawn, not only where the dice are.
  Dice dice(plan.seed * 8 + static_cast<std::uint64_t>(plan.side) * 4 +
            static_cast<std::uint64_t>(plan.type) * 1'000'003);
  Canvas canvas(plan.width, plan.height);
  draw_table(canvas, dice);
  const Box card = document_box(plan, dice);
  const Colour tint = kTints[dice.below(kTints.size())];
  canvas.rounded_box(card, card.width * 0.03, tint);
  draw_guilloches(canvas, card, tint, dice);
  if (plan.side == Side::Front) {
    draw_front(canvas, card, plan.type, dice);
  } else {
    draw_back(canvas, card, dice);
  }
  canvas.grain(dice, kGrainSigma);
  return std::move(canvas).take();
}

}  // namespace countersign::drawing

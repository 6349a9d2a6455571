#include "tests/drawing/thing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include "tests/drawing/canvas.h"
#include "tests/drawing/dice.h"
#include "tests/drawing/print.h"

namespace countersign::drawing {
namespace {

constexpr Colour kBlack = {34, 34, 38};
constexpr Colour kWhite = {244, 244, 240};
constexpr std::array<std::string_view, 18> kWords = {"THE",
                                                     "ORDER",
                                                     "OF",
                                                     "YOUR",
                                                     "INVOICE",
                                                     "IS",
                                                     "AND",
                                                     "PLEASE",
                                                     "WITHIN",
                                                     "CONTRACT",
                                                     "RETURN",
                                                     "LESS",
                                                     "PAGE",
                                                     "GARDEN",
                                                     "MONTH",
                                                     "SERVICE",
                                                     "SPECIMEN",
                                                     "A"};

struct Size {
  double width_mm;
  double height_mm;
  double px_per_mm;
};

Canvas canvas_of(const Size& size) {
  return {static_cast<std::uint32_t>(std::lround(size.width_mm * size.px_per_mm)),
          static_cast<std::uint32_t>(std::lround(size.height_mm * size.px_per_mm))};
}

Colour any_colour(Dice& dice, double low, double high) {
  return {dice.between(low, high), dice.between(low, high), dice.between(low, high)};
}

// One line of words, at most `width` wide.
std::string words(Dice& dice, double width, double cell) {
  std::string line;
  for (;;) {
    const std::string more = line + std::string(kWords[dice.below(kWords.size())]) + " ";
    if (width_of_print(cell, more, Typeface::Letters) > width) return line;
    line = more;
  }
}

// Lines of words from the top of the box to its bottom, in paragraphs; the cell is a seventh of a
// letter's height.
void draw_paragraphs(Canvas& canvas, const Box& box, double cell, const Colour& ink, Dice& dice) {
  for (double y = box.top; y + 7 * cell < box.top + box.height;) {
    const auto lines = 2 + dice.below(6);
    for (std::size_t i = 0; i < lines && y + 7 * cell < box.top + box.height; ++i) {
      const double width = box.width * (i + 1 == lines ? dice.between(0.2, 0.9) : 1);
      draw_print(canvas, {box.left, y}, cell, words(dice, width, cell), ink, Typeface::Letters);
      y += 13 * cell;
    }
    y += 9 * cell;
  }
}

FlatDocument sheet(Dice& dice) {
  const Size size = {210, 297, 8};
  Canvas canvas = canvas_of(size);
  const Box all = {0, 0, canvas.width(), canvas.height()};
  canvas.box(all, kWhite);
  const double cell = size.px_per_mm * dice.between(0.3, 0.42);
  draw_print(canvas, all.at(0.1, 0.08), 2 * cell, "SPECIMEN LTD.", kBlack, Typeface::Letters);
  draw_paragraphs(canvas, all.part(0.1, 0.16, 0.8, dice.between(0.5, 0.74)), cell, kBlack, dice);
  return {std::move(canvas).take(), size.width_mm};
}

// The colours of a plastic card run into each other.
void draw_card_ground(Canvas& canvas, Dice& dice) {
  const Colour first = any_colour(dice, 20, 190);
  const Colour second = any_colour(dice, 20, 190);
  const double slope = dice.between(0.3, 1.2);
  canvas.paint([&](double x, double y) {
    return mixed(first, second, (x / canvas.width() + slope * y / canvas.height()) / (1 + slope));
  });
}

constexpr Size kCard = {85.60, 53.98, 16};  // ISO/IEC 7810 ID-1

// ISO/IEC 7811-1: embossed characters catch the light on one side.
void draw_embossed(Canvas& canvas, const Point& at, double cell, std::string_view text) {
  draw_print(
      canvas, {at.x + 0.5 * cell, at.y + 0.6 * cell}, cell, text, {25, 25, 30}, Typeface::Letters);
  draw_print(canvas, at, cell, text, {222, 222, 226}, Typeface::Letters);
}

void draw_chip(Canvas& canvas, const Box& box) {
  canvas.rounded_box(box, 0.12 * box.width, {206, 176, 96});
  const Colour groove = {120, 96, 40};
  for (const double share : {0.33, 0.67}) {
    canvas.line(box.at(0, share), box.at(1, share), 0.03 * box.width, groove);
    canvas.line(box.at(share, 0), box.at(share, 1), 0.03 * box.width, groove);
  }
}

FlatDocument bank_card(Dice& dice) {
  Canvas canvas = canvas_of(kCard);
  const Box all = {0, 0, canvas.width(), canvas.height()};
  draw_card_ground(canvas, dice);
  draw_print(canvas, all.at(0.06, 0.08), 9, "BANK OF UTOPIA", kWhite, Typeface::Letters);
  draw_chip(canvas, all.part(0.10, 0.34, 0.13, 0.17));
  const std::string number =
      digits(dice, 4) + " " + digits(dice, 4) + " " + digits(dice, 4) + " " + digits(dice, 4);
  draw_embossed(canvas, all.at(0.10, 0.56), 9, number);
  draw_embossed(canvas, all.at(0.42, 0.73), 5, "VALID THRU 11/99");
  draw_embossed(canvas, all.at(0.10, 0.84), 6.5, "A SPECIMEN");
  canvas.ellipse(all.part(0.74, 0.74, 0.13, 0.2), any_colour(dice, 90, 240));
  canvas.ellipse(all.part(0.81, 0.74, 0.13, 0.2), any_colour(dice, 90, 240));
  return {std::move(canvas).take(), kCard.width_mm};
}

FlatDocument bank_card_back(Dice& dice) {
  Canvas canvas = canvas_of(kCard);
  const Box all = {0, 0, canvas.width(), canvas.height()};
  draw_card_ground(canvas, dice);
  // ISO/IEC 7811-6: the stripe lies at most 5.54 mm below the upper edge and is 10.28 mm high.
  canvas.box(all.part(0, 0.09, 1, 0.2), {28, 24, 22});
  const Box panel = all.part(0.05, 0.36, 0.62, 0.15);
  canvas.box(panel, {236, 234, 224});
  for (double x = 0; x + 0.08 < 1; x += 0.03) {
    canvas.line(panel.at(x, 1), panel.at(x + 0.05, 0), 2, {190, 198, 214});
  }
  draw_print(canvas, panel.at(0.7, 0.3), 6, digits(dice, 7), kBlack, Typeface::Letters);
  draw_paragraphs(canvas, all.part(0.05, 0.6, 0.9, 0.32), 3.6, kWhite, dice);
  return {std::move(canvas).take(), kCard.width_mm};
}

FlatDocument book_cover(Dice& dice) {
  const Size size = {dice.between(110, 150), dice.between(175, 230), 8};
  Canvas canvas = canvas_of(size);
  const Box all = {0, 0, canvas.width(), canvas.height()};
  canvas.box(all, any_colour(dice, 30, 220));
  canvas.box(all.part(0.06, 0.34, 0.88, 0.44), any_colour(dice, 30, 220));
  canvas.ellipse(all.part(0.3, 0.42, 0.4, 0.28), any_colour(dice, 30, 220));
  const double cell = canvas.width() / 62;
  draw_print(canvas, all.at(0.1, 0.08), cell, "THE GARDEN", kWhite, Typeface::Letters);
  draw_print(canvas, all.at(0.1, 0.18), cell, "OF SERVICE", kWhite, Typeface::Letters);
  draw_print(canvas, all.at(0.1, 0.86), 0.6 * cell, "A NOVEL", kWhite, Typeface::Letters);
  return {std::move(canvas).take(), size.width_mm};
}

FlatDocument screen(Dice& dice) {
  const Size size = {dice.between(290, 320), 190, 8};
  Canvas canvas = canvas_of(size);
  const Box all = {0, 0, canvas.width(), canvas.height()};
  canvas.box(all, {22, 22, 24});
  const Box lit = all.part(0.02, 0.03, 0.96, 0.92);
  canvas.box(lit, {236, 240, 246});
  canvas.box(lit.part(0, 0, 1, 0.06), any_colour(dice, 60, 190));
  canvas.box(lit.part(0, 0.06, 0.18, 0.94), {214, 218, 226});
  const double cell = size.px_per_mm * dice.between(0.32, 0.45);
  draw_paragraphs(canvas, lit.part(0.02, 0.1, 0.14, 0.8), cell, {70, 76, 90}, dice);
  draw_paragraphs(canvas, lit.part(0.22, 0.1, 0.72, 0.86), cell, kBlack, dice);
  return {std::move(canvas).take(), size.width_mm};
}

FlatDocument receipt(Dice& dice) {
  const Size size = {80, dice.between(110, 170), 12};
  Canvas canvas = canvas_of(size);
  const Box all = {0, 0, canvas.width(), canvas.height()};
  canvas.box(all, kWhite);
  const double cell = 0.36 * size.px_per_mm;
  draw_print(canvas, all.at(0.2, 0.05), 1.6 * cell, "SPECIMEN STORE", kBlack, Typeface::Letters);
  for (double y = 0.14; y < 0.74; y += 0.045) {
    const std::string what(kWords[dice.below(kWords.size())]);
    draw_print(canvas, all.at(0.07, y), cell, what, kBlack, Typeface::Letters);
    const std::string price = digits(dice, 2) + "." + digits(dice, 2);
    draw_print(canvas, all.at(0.72, y), cell, price, kBlack, Typeface::Letters);
  }
  const Box bars = all.part(0.12, 0.82, 0.76, 0.1);
  for (double x = 0; x < 0.97;) {
    const double bar = 0.006 * static_cast<double>(1 + dice.below(3));
    canvas.box(bars.part(x, 0, bar, 1), kBlack);
    x += bar + 0.006 * static_cast<double>(1 + dice.below(3));
  }
  return {std::move(canvas).take(), size.width_mm};
}

}  // namespace

FlatDocument draw_thing(Thing thing, std::uint64_t seed) {
  Dice dice(seed);
  switch (thing) {
    case Thing::Sheet:
      return sheet(dice);
    case Thing::BankCard:
      return bank_card(dice);
    case Thing::BankCardBack:
      return bank_card_back(dice);
    case Thing::BookCover:
      return book_cover(dice);
    case Thing::Screen:
      return screen(dice);
    case Thing::Receipt:
      return receipt(dice);
  }
  return {};
}

}  // namespace countersign::drawing

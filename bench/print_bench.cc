// How much longer a picture that is full of print takes than a passport does, on one core. Each
// picture is judged in turns with the passport, as every type and side that it may be declared as;
// the longest counts.
//
//   print_bench [--smoke]
#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/rounds.h"
#include "core/inspection/decode/orientation.h"
#include "core/inspection/review/document_review.h"
#include "tests/drawing/camera/degrade.h"
#include "tests/drawing/canvas.h"
#include "tests/drawing/dice.h"
#include "tests/drawing/document.h"
#include "tests/drawing/ocr_b_text.h"
#include "tests/drawing/specimen.h"

namespace countersign::bench {
namespace {

using drawing::Canvas;

constexpr std::uint32_t kWidth = 1600;
constexpr std::uint32_t kHeight = 1200;
constexpr std::size_t kRounds = 9;
constexpr double kNoise = 3;
constexpr double kGoal = 2;
constexpr UtcTime kNow{1'795'219'200'000'000};  // 2026-11-21
constexpr drawing::Colour kInk{30, 30, 34};

Canvas paper(std::uint32_t width, std::uint32_t height) {
  Canvas canvas(width, height);
  canvas.paint([](double, double) { return drawing::Colour{225, 224, 218}; });
  return canvas;
}

// Lines of characters at random, so many pixels wide.
RgbImage full_of_print(double pitch, std::string_view characters) {
  Canvas canvas = paper(kWidth, kHeight);
  drawing::Dice dice(static_cast<std::uint64_t>(pitch));
  const auto length = static_cast<std::size_t>((kWidth - 60) / pitch);
  for (double y = 2 * pitch; y < kHeight - pitch; y += 2 * pitch) {
    std::string line;
    while (line.size() < length) line += characters[dice.below(characters.size())];
    drawing::draw_ocr_b(canvas, {30, y}, pitch, line, kInk);
  }
  return std::move(canvas).take();
}

std::vector<std::string> bent_zone() {
  auto lines = drawing::make_specimen({.seed = 11, .type = DocumentType::Passport}).mrz;
  for (char& digit : lines[1]) {
    if (digit >= '1' && digit <= '8') ++digit;  // no check digit is right
  }
  return lines;
}

void draw_zone(Canvas& canvas, double x, double y, double pitch) {
  for (const std::string& line : bent_zone()) {
    drawing::draw_ocr_b(canvas, {x, y}, pitch, line, kInk);
    y += 2.5 * pitch;
  }
}

RgbImage full_of_zones() {
  constexpr double kPitch = 17;
  Canvas canvas = paper(kWidth, kHeight);
  for (double y = 60; y < kHeight - 60; y += 5.5 * kPitch) {
    for (const double x : {20.0, 810.0}) draw_zone(canvas, x, y, kPitch);
  }
  return std::move(canvas).take();
}

// One zone along each side, its foot towards the border.
RgbImage zones_in_all_directions() {
  constexpr std::uint32_t kSide = 1400;
  RgbImage picture = paper(kSide, kSide).take();
  for (int side = 0; side < 4; ++side) {
    Canvas canvas = paper(kSide, kSide);
    draw_zone(canvas, 260, kSide - 140, 20);
    const RgbImage drawn = std::move(canvas).take();
    picture = upright(std::move(picture), Orientation::QuarterTurnRight);
    for (std::size_t i = 0; i < picture.bytes.size(); ++i) {
      picture.bytes[i] = std::min(picture.bytes[i], drawn.bytes[i]);
    }
  }
  return picture;
}

// The same within a frame, as a page that lies on a table shows one.
RgbImage framed(const RgbImage& print) {
  constexpr std::uint32_t kBorder = 90;
  RgbImage picture(print.width + 2 * kBorder, print.height + 2 * kBorder);
  std::ranges::fill(picture.bytes, std::uint8_t{96});
  for (std::uint32_t y = 0; y < print.height; ++y) {
    std::copy_n(print.row(y), std::size_t{print.width} * 3, picture.row(y + kBorder) + kBorder * 3);
  }
  return picture;
}

RgbImage full_of_boxes() {
  Canvas canvas = paper(kWidth, kHeight);
  drawing::Dice dice(9);
  const auto edge = [&](const drawing::Box& box) {
    canvas.cover(box, kInk, [](double, double) { return 1.0; });
  };
  for (int i = 0; i < 150; ++i) {
    const auto left = static_cast<double>(dice.below(kWidth - 400));
    const auto top = static_cast<double>(dice.below(kHeight - 300));
    const auto width = static_cast<double>(60 + dice.below(320));
    const auto height = static_cast<double>(40 + dice.below(240));
    edge({left, top, width, 3});
    edge({left, top + height, width, 3});
    edge({left, top, 3, height});
    edge({left + width, top, 3, height});
  }
  return std::move(canvas).take();
}

RgbImage full_of_specks() {
  Canvas canvas = paper(kWidth, kHeight);
  drawing::Dice dice(5);
  for (double y = 10; y < kHeight - 10; y += 9) {
    for (double x = 10; x < kWidth - 10; x += 9) {
      canvas.cover({x + static_cast<double>(dice.below(3)), y, 5, 6}, kInk, [](double, double) {
        return 1.0;
      });
    }
  }
  return std::move(canvas).take();
}

struct Page {
  std::string_view name;
  RgbImage picture;
};

std::vector<Page> pages() {
  constexpr std::string_view kCapitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  constexpr std::string_view kZone = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<<<<<<<<<<<<";
  std::vector<Page> all;
  all.push_back({"print_fine", full_of_print(9, kCapitals)});
  all.push_back({"print_middle", full_of_print(16, kCapitals)});
  all.push_back({"print_coarse", full_of_print(30, kCapitals)});
  all.push_back({"print_like_zones", full_of_print(34, kZone)});
  all.push_back({"print_framed", framed(full_of_print(20, kCapitals))});
  all.push_back({"print_like_zones_framed", framed(full_of_print(34, kZone))});
  all.push_back({"boxes", full_of_boxes()});
  all.push_back({"zones_repeated", full_of_zones()});
  all.push_back({"zones_in_all_directions", zones_in_all_directions()});
  all.push_back({"specks", full_of_specks()});
  for (Page& page : all) page.picture = drawing::noisy(page.picture, kNoise, 1);
  return all;
}

double review_ms(const RgbImage& picture, DocumentType type, Side side) {
  const double start = core_ms();
  (void)review_document(picture, {side, type, kNow}, {});
  return core_ms() - start;
}

double longest_ms(const RgbImage& picture) {
  double longest = 0;
  for (const DocumentType type :
       {DocumentType::Passport, DocumentType::IdCard, DocumentType::DrivingLicense}) {
    for (const Side side : {Side::Front, Side::Back}) {
      longest = std::max(longest, review_ms(picture, type, side));
    }
  }
  return longest;
}

int run(bool smoke) {
  const RgbImage passport =
      drawing::draw_document(drawing::printed_plan(3, DocumentType::Passport));
  for (const Page& page : pages()) {
    at_most(
        std::string(page.name),
        "ms",
        smoke ? 1 : kRounds,
        kGoal,
        [&] { return longest_ms(page.picture); },
        [&] { return review_ms(passport, DocumentType::Passport, Side::Front); });
  }
  return 0;
}

}  // namespace
}  // namespace countersign::bench

int main(int argc, char** argv) {
  return countersign::bench::run(argc > 1 && std::string_view(argv[1]) == "--smoke");
}

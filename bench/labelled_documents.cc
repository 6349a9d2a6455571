#include "bench/labelled_documents.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "tests/drawing/camera/encode.h"
#include "tests/drawing/camera/hand.h"
#include "tests/drawing/canvas.h"
#include "tests/drawing/wear.h"

namespace countersign::bench {
namespace {

using drawing::Dice;
using drawing::Table;

constexpr std::uint32_t kWidth = 1600;
constexpr std::uint32_t kHeight = 1200;

struct Kind {
  DocumentType type;
  Side side;
  bool barcode = false;  // instead of a zone
};
constexpr std::array<Kind, 5> kKinds = {{{DocumentType::IdCard, Side::Front},
                                         {DocumentType::IdCard, Side::Back},
                                         {DocumentType::DrivingLicense, Side::Back},
                                         {DocumentType::IdCard, Side::Back, true},
                                         {DocumentType::Passport, Side::Front}}};

void show(const Kind& kind, Shot& shot) {
  shot.plan.type = kind.type;
  shot.plan.side = kind.side;
  shot.plan.barcode = kind.barcode;
  shot.type = kind.type;
  shot.side = kind.side;
}

void only_with_a_zone(Shot& shot, Dice& dice) {
  show(dice.below(2) == 0 ? kKinds[4] : kKinds[1], shot);
}
void only_with_a_barcode(Shot& shot, Dice& dice) { show(kKinds[2 + dice.below(2)], shot); }

std::uint64_t number_of(std::string_view name) {
  std::uint64_t number = 0;
  for (const char c : name) number = number * 31 + static_cast<std::uint64_t>(c);
  return number;
}

bool wholly_inside(const drawing::Photograph& photo) {
  return std::all_of(photo.corners.begin(), photo.corners.end(), [&](const PicturePoint& p) {
    return p.x > 0.012 * photo.image.width && p.x < 0.988 * photo.image.width &&
           p.y > 0.012 * photo.image.height && p.y < 0.988 * photo.image.height;
  });
}

RgbImage with_thumb(const RgbImage& image, const Quadrilateral& corners, int corner) {
  const PicturePoint at = corners[static_cast<std::size_t>(corner - 1)];
  const double length = 0.30 * distance(corners[0], corners[1]);
  drawing::Canvas canvas(image);
  PicturePoint middle;
  for (const PicturePoint& p : corners) middle = {middle.x + p.x / 4, middle.y + p.y / 4};
  const double whole = distance(at, middle);
  const PicturePoint tip = {at.x + (middle.x - at.x) * length / whole,
                            at.y + (middle.y - at.y) * length / whole};
  const PicturePoint root = {2 * at.x - tip.x, 2 * at.y - tip.y};
  canvas.line({root.x, root.y}, {tip.x, tip.y}, 0.9 * length, {196, 148, 124});
  return std::move(canvas).take();
}

std::vector<Condition> with_real_ones(std::vector<Condition> conditions) {
  const std::vector<Condition> real = real_conditions();
  conditions.insert(conditions.end(), real.begin(), real.end());
  return conditions;
}

// Draws the thing that lies on the table, seen flat.
drawing::FlatDocument flat_of(const Shot& shot) {
  if (shot.thing) return drawing::draw_thing(*shot.thing, shot.plan.seed);
  drawing::FlatDocument flat = drawing::draw_flat_document(shot.plan);
  if (shot.worn) flat.image = drawing::worn(flat.image, shot.plan.seed);
  if (shot.laminated) flat.image = drawing::laminated(flat.image, shot.plan.seed);
  return flat;
}

// The photograph, before the camera's faults.
drawing::Photograph photographed(const Shot& shot) {
  if (shot.empty) return {drawing::empty_table(shot.scene), rectangle(kWidth, kHeight), 16};
  const drawing::FlatDocument flat = flat_of(shot);
  drawing::Scene scene = shot.scene;
  drawing::Photograph photo = drawing::photograph(flat.image, flat.width_mm, scene);
  const bool off = std::max(std::abs(scene.shift_x), std::abs(scene.shift_y)) > 0.1;
  while (!off && !shot.keeps_place && !wholly_inside(photo)) {
    scene.filled *= 0.95;
    photo = drawing::photograph(flat.image, flat.width_mm, scene);
  }
  return photo;
}

}  // namespace

std::vector<std::string> zone_of(const Shot& shot) {
  if (shot.empty || shot.thing) return {};
  return drawing::visible_zone(shot.plan);
}

const std::vector<Condition>& conditions() {
  const Expectation accepted = {Expected::Accepted};
  const Expectation refused = {Expected::Refused};
  const Expectation either = {Expected::Either};
  static const std::vector<Condition> all = with_real_ones({
      {"clean", accepted, [](Shot&, Dice&) {}},
      {"mild",
       accepted,
       [](Shot& s, Dice& d) {
         s.blur_mm = d.between(0.08, 0.16);
         s.noise = d.between(3, 6);
       }},
      {"tilted",
       accepted,
       [](Shot& s, Dice& d) {
         s.scene.slant_x = d.between(-0.3, 0.3);
         s.scene.slant_y = d.between(-0.3, 0.3);
         s.scene.degrees = d.between(-11, 11);
         s.scene.filled = d.between(0.62, 0.76);
       }},
      {"rotated",
       accepted,
       [](Shot& s, Dice& d) {
         s.scene.degrees = d.between(-20, 20);
         s.scene.filled = d.between(0.60, 0.70);
       }},
      {"upside_down", accepted, [](Shot& s, Dice& d) { s.scene.degrees = 180 + d.between(-5, 5); }},
      {"quarter_turn",
       accepted,
       [](Shot& s, Dice& d) {
         std::swap(s.scene.width, s.scene.height);
         s.scene.degrees = (d.below(2) == 0 ? 90 : -90) + d.between(-5, 5);
         s.scene.filled = 1.2 * s.scene.filled;
       }},
      {"dim", accepted, [](Shot& s, Dice& d) { s.light = d.between(0.5, 0.65); }},
      {"small_glare",
       accepted,
       [](Shot& s, Dice& d) {
         s.lamp = {d.between(0.001, 0.004), d.between(0.55, 0.75), d.between(0.3, 0.45)};
       }},
      {"border_blur", either, [](Shot& s, Dice& d) { s.blur_mm = d.between(0.2, 0.35); }},
      {"border_size", either, [](Shot& s, Dice& d) { s.scene.filled = d.between(0.25, 0.45); }},
      {"blur", refused, [](Shot& s, Dice& d) { s.blur_mm = d.between(0.42, 0.7); }},
      {"heavy_blur", refused, [](Shot& s, Dice& d) { s.blur_mm = d.between(0.8, 2); }},
      {"motion",
       refused,
       [](Shot& s, Dice& d) {
         s.motion_mm = d.between(1.8, 4);
         s.motion_degrees = d.between(0, 180);
       }},
      {"dark",
       refused,
       [](Shot& s, Dice& d) {
         s.light = d.between(0.05, 0.14);
         s.noise = d.between(3, 6);
       }},
      {"overexposed", refused, [](Shot& s, Dice& d) { s.washed_out = d.between(0.7, 0.95); }},
      {"glare",
       refused,
       [](Shot& s, Dice& d) {
         s.lamp = {d.between(0.09, 0.2), d.between(0.35, 0.65), d.between(0.35, 0.65)};
       }},
      {"far_away", refused, [](Shot& s, Dice& d) { s.scene.filled = d.between(0.10, 0.20); }},
      {"cropped",
       refused,
       [](Shot& s, Dice& d) {
         const double shift = (d.below(2) == 0 ? 1 : -1) * d.between(0.25, 0.4);
         (d.below(2) == 0 ? s.scene.shift_x : s.scene.shift_y) = shift;
       }},
      {"no_document", refused, [](Shot& s, Dice&) { s.empty = true; }},
      {"noise", refused, [](Shot& s, Dice& d) { s.noise = d.between(45, 70); }},
      {"thumb", refused, [](Shot& s, Dice& d) { s.thumb = 1 + static_cast<int>(d.below(4)); }},
      {"expired",
       refused,
       [](Shot& s, Dice& d) {
         only_with_a_zone(s, d);
         s.plan.expired = true;
       }},
      {"wrong_check_digit",
       refused,
       [](Shot& s, Dice& d) {
         only_with_a_zone(s, d);
         s.plan.wrong_check_digit = true;
       }},
      {"other_type",
       refused,
       [](Shot& s, Dice& d) {
         only_with_a_zone(s, d);
         const bool passport = s.type == DocumentType::Passport;
         s.type = passport ? DocumentType::IdCard : DocumentType::Passport;
       }},
      {"expired_barcode",
       refused,
       [](Shot& s, Dice& d) {
         only_with_a_barcode(s, d);
         s.plan.expired = true;
       }},
      {"other_type_barcode",
       refused,
       [](Shot& s, Dice& d) {
         only_with_a_barcode(s, d);
         const bool licence = s.type == DocumentType::DrivingLicense;
         s.type = licence ? DocumentType::IdCard : DocumentType::DrivingLicense;
       }},
      {"other_side",
       refused,
       [](Shot& s, Dice&) {
         show(kKinds[1], s);
         s.side = Side::Front;
       }},
  });
  return all;
}

Shot shot_of(const Condition& condition, std::uint64_t seed, std::size_t n) {
  Dice dice(seed * 1'000'003 + n * 7919 + number_of(condition.name));
  Shot shot;
  const Kind& kind = kKinds[n % kKinds.size()];
  shot.plan.seed = dice.next();
  show(kind, shot);
  shot.scene.seed = dice.next();
  shot.scene.width = kWidth;
  shot.scene.height = kHeight;
  shot.scene.table = static_cast<Table>(dice.below(4));
  shot.scene.filled = dice.between(0.70, 0.92);
  shot.scene.degrees = dice.between(-3.4, 3.4);
  shot.scene.slant_x = dice.between(-0.1, 0.1);
  shot.scene.slant_y = dice.between(-0.1, 0.1);
  shot.scene.shift_x = dice.between(-0.02, 0.02);
  shot.scene.shift_y = dice.between(-0.02, 0.02);
  shot.blur_mm = dice.between(0.02, 0.08);
  shot.noise = dice.between(1.5, 4);
  shot.light = dice.between(0.85, 1.0);
  shot.jpeg_quality = static_cast<int>(80 + dice.below(15));
  const std::size_t format = n % 10;
  if (format == 8) shot.format = ImageFormat::Png;
  if (format == 9) shot.format = ImageFormat::WebP;
  condition.apply(shot, dice);
  return shot;
}

std::string taken(const Shot& shot) {
  drawing::Photograph photo = photographed(shot);
  RgbImage image = std::move(photo.image);
  if (shot.held) image = drawing::held(image, photo.corners, photo.px_per_mm, shot.plan.seed);
  if (shot.thumb > 0) image = with_thumb(image, photo.corners, shot.thumb);
  image = drawing::blurred(image, std::max(0.5, shot.blur_mm * photo.px_per_mm));
  if (shot.motion_mm > 0) {
    image = drawing::moved(image, shot.motion_mm * photo.px_per_mm, shot.motion_degrees);
  }
  if (shot.light < 1) image = drawing::darkened(image, shot.light);
  if (shot.washed_out > 0) image = drawing::washed_out(image, shot.washed_out);
  if (shot.lamp.share > 0) image = drawing::with_glare(image, shot.lamp);
  image = drawing::noisy(image, shot.noise, shot.plan.seed);
  drawing::Encoding encoding;
  encoding.format = shot.format;
  encoding.quality = shot.jpeg_quality;
  return drawing::encode(image, encoding);
}

}  // namespace countersign::bench

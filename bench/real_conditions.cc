#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "bench/labelled_documents.h"

namespace countersign::bench {
namespace {

using drawing::Dice;
using drawing::Layout;
using drawing::Thing;
using Apply = std::function<void(Shot&, Dice&)>;

constexpr std::uint32_t kLongSide = 1600;
constexpr double kCardAspect = 85.60 / 53.98;
constexpr double kPageAspect = 125.0 / 88.0;
// The motion that took away what a reader needs, and that was once let through along the text.
constexpr double kMotionMm = 1.2;

const Expectation kFit = {Expected::Accepted};
const Expectation kBlurry = {Expected::Refused, {"DOCUMENT_BLURRY"}};
const Expectation kOtherType = {Expected::Refused, {"DOCUMENT_TYPE_MISMATCH"}};
const Expectation kPerhapsCropped = {Expected::Either, {"DOCUMENT_CROPPED"}};
const Expectation kNoDocument = {Expected::Review,
                                 {"DOCUMENT_NOT_RECOGNIZED", "DOCUMENT_NOT_FOUND"}};

void show(Shot& shot, DocumentType type, Side side) {
  shot.plan.type = type;
  shot.plan.side = side;
  shot.plan.barcode = false;
  shot.type = type;
  shot.side = side;
}

void show_zone(Shot& shot, Dice& dice) {
  if (dice.below(2) == 0) return show(shot, DocumentType::Passport, Side::Front);
  show(shot, DocumentType::IdCard, Side::Back);
}

// A passport that lies open, held upright before a standing camera or lying before a lying one.
void show_booklet(Shot& shot, Dice& dice) {
  show(shot, DocumentType::Passport, Side::Front);
  shot.plan.layout = Layout::Booklet;
  shot.scene.filled = dice.between(0.80, 0.94);
  if (dice.below(3) == 0) {
    shot.scene.degrees += 90;
    shot.scene.filled *= 1.2;
    return;
  }
  std::swap(shot.scene.width, shot.scene.height);
}

// The document is seen from straight above, and its sides are those of the picture, but for
// `beyond` of the picture's width and height, which is cut off at each side; below 0 it is a
// margin.
void fill(Shot& shot, double beyond) {
  const double aspect = shot.plan.type == DocumentType::Passport ? kPageAspect : kCardAspect;
  shot.scene.width = kLongSide;
  shot.scene.height = static_cast<std::uint32_t>(std::lround(kLongSide / aspect));
  shot.scene.degrees = 0;
  shot.scene.slant_x = shot.scene.slant_y = 0;
  shot.scene.shift_x = shot.scene.shift_y = 0;
  shot.scene.filled = 1 + 2 * beyond;
  shot.keeps_place = true;
}

void move(Shot& shot, double degrees) {
  shot.motion_mm = kMotionMm;
  shot.motion_degrees = degrees;
}

void show_visa(Shot& shot, Dice& dice) {
  show(shot, DocumentType::Other, Side::Front);
  shot.plan.layout = dice.below(2) == 0 ? Layout::VisaA : Layout::VisaB;
}

// Something else, declared as each type and side in turn.
Apply show_thing(std::initializer_list<Thing> things) {
  struct Claim {
    DocumentType type;
    Side side;
  };
  static constexpr std::array<Claim, 8> kClaims = {{{DocumentType::Passport, Side::Front},
                                                    {DocumentType::IdCard, Side::Front},
                                                    {DocumentType::IdCard, Side::Back},
                                                    {DocumentType::DrivingLicense, Side::Front},
                                                    {DocumentType::DrivingLicense, Side::Back},
                                                    {DocumentType::ResidencePermit, Side::Front},
                                                    {DocumentType::ResidencePermit, Side::Back},
                                                    {DocumentType::Other, Side::Front}}};
  return [all = std::vector<Thing>(things)](Shot& shot, Dice& dice) {
    const Claim& claim = kClaims[dice.below(kClaims.size())];
    shot.thing = all[dice.below(all.size())];
    shot.type = claim.type;
    shot.side = claim.side;
    const bool stands = *shot.thing == Thing::Sheet || *shot.thing == Thing::BookCover ||
                        *shot.thing == Thing::Receipt;
    if (stands && dice.below(2) == 0) std::swap(shot.scene.width, shot.scene.height);
    if (*shot.thing != Thing::BankCard && *shot.thing != Thing::BankCardBack) {
      shot.scene.corner_mm = 0.3;
    }
  };
}

Condition in_letters(std::string_view name, const Expectation& expected, const Apply& apply) {
  return {name, expected, [apply](Shot& shot, Dice& dice) {
            shot.plan.typeface = drawing::Typeface::Letters;
            apply(shot, dice);
          }};
}

std::vector<Condition> whole_documents() {
  return {
      in_letters("letters", kFit, [](Shot&, Dice&) {}),
      in_letters("booklet", kFit, show_booklet),
      in_letters("booklet_held",
                 kFit,
                 [](Shot& s, Dice& d) {
                   show_booklet(s, d);
                   s.held = true;
                 }),
      in_letters("fills", kFit, [](Shot& s, Dice&) { fill(s, 0); }),
      in_letters("fills_nearly", kFit, [](Shot& s, Dice& d) { fill(s, -d.between(0, 0.01)); }),
      in_letters("cut", kPerhapsCropped, [](Shot& s, Dice& d) { fill(s, d.between(0, 0.01)); }),
      in_letters("id2",
                 kFit,
                 [](Shot& s, Dice&) {
                   show(s, DocumentType::IdCard, Side::Front);
                   s.plan.layout = Layout::Id2Card;
                 }),
      in_letters("french_card",
                 kFit,
                 [](Shot& s, Dice&) {
                   show(s, DocumentType::IdCard, Side::Front);
                   s.plan.layout = Layout::FrenchCard;
                 }),
      in_letters("visa", kFit, show_visa),
      in_letters("visa_as_passport",
                 kOtherType,
                 [](Shot& s, Dice& d) {
                   show_visa(s, d);
                   s.type = DocumentType::Passport;
                 }),
  };
}

std::vector<Condition> used_documents() {
  return {
      in_letters("full_bleed", kFit, [](Shot& s, Dice&) { s.plan.full_bleed = true; }),
      in_letters("laminated", kFit, [](Shot& s, Dice&) { s.laminated = true; }),
      in_letters("worn", kFit, [](Shot& s, Dice&) { s.worn = true; }),
      in_letters("twin_zeros",
                 kFit,
                 [](Shot& s, Dice& d) {
                   show_zone(s, d);
                   s.plan.twins = drawing::Twins::Zero;
                 }),
      in_letters("twin_others",
                 kFit,
                 [](Shot& s, Dice& d) {
                   show_zone(s, d);
                   s.plan.twins = drawing::Twins::Others;
                 }),
      in_letters("bent",
                 kFit,
                 [](Shot& s, Dice& d) {
                   show(s, DocumentType::Passport, Side::Front);
                   s.scene.bend_mm = d.between(2, 3);
                   s.scene.filled = d.between(0.70, 0.84);
                 }),
      in_letters("motion_along", kBlurry, [](Shot& s, Dice&) { move(s, 0); }),
      in_letters("motion_down", kBlurry, [](Shot& s, Dice&) { move(s, 90); }),
      in_letters(
          "motion_aslant", kBlurry, [](Shot& s, Dice& d) { move(s, d.below(2) == 0 ? 45 : 135); }),
  };
}

std::vector<Condition> no_documents() {
  return {
      {"sheet", kNoDocument, show_thing({Thing::Sheet})},
      {"bank_card", kNoDocument, show_thing({Thing::BankCard, Thing::BankCardBack})},
      {"book_cover", kNoDocument, show_thing({Thing::BookCover})},
      {"screen", kNoDocument, show_thing({Thing::Screen})},
      {"receipt", kNoDocument, show_thing({Thing::Receipt})},
  };
}

}  // namespace

std::vector<Condition> real_conditions() {
  std::vector<Condition> all = whole_documents();
  for (const auto& more : {used_documents(), no_documents()}) {
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

}  // namespace countersign::bench

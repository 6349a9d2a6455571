#include "core/inspection/review/reflection_review.h"

#include <algorithm>
#include <array>

#include "core/inspection/review/mrz_review.h"

namespace countersign {
namespace {

// The height of the zone's strip: Doc 9303, part 3, 4.2.
constexpr double kZoneStripMm = 23.2;
// The light around a reflection fades over so much.
constexpr double kFadeMm = 2;
// A reflection of half a portrait's width may hide a face.
constexpr double kHidesFaceMm = 8;
// The shares of a face's box that a reflection has to cover to be told, and to be refused.
constexpr double kTouchedFace = 0.02;
constexpr double kHiddenFace = 0.25;

constexpr std::string_view kOnLines =
    "A light is reflected on the lines of letters and < signs. Tilt the document until the "
    "reflection leaves the lines.";
constexpr std::string_view kOnPortrait =
    "A light is reflected on the portrait. Tilt the document until the reflection leaves the face.";

Judgement* find_judgement(std::vector<Judgement>& judgements, Check check) {
  const auto found = std::ranges::find(judgements, name_of(check), &Judgement::check);
  return found == judgements.end() ? nullptr : &*found;
}

double shared_length(double a_from, double a_to, double b_from, double b_to) {
  return std::min(a_to, b_to) - std::max(a_from, b_from);
}

bool meets(const Glare& glare, const FlatBox& box, double around) {
  const auto number = [](std::size_t px) { return static_cast<double>(px); };
  return shared_length(number(glare.left), number(glare.right), box.left, box.right) > -around &&
         shared_length(number(glare.top), number(glare.bottom), box.top, box.bottom) > -around;
}

// The share of a face's box that a reflection's box covers.
double covered_share(const Glare& glare, const Face& face) {
  const double half = face.side / 2;
  const auto number = [](std::size_t px) { return static_cast<double>(px); };
  const double across =
      shared_length(number(glare.left), number(glare.right), face.x - half, face.x + half);
  const double down =
      shared_length(number(glare.top), number(glare.bottom), face.y - half, face.y + half);
  return across > 0 && down > 0 ? across * down / (face.side * face.side) : 0;
}

// Tells a reflection for the place where it lies, whatever its size.
void tell(const Glare& glare, CheckStatus status, std::string_view hint, Judgement& told) {
  if (refused(told) || (told.status == status && told.threshold == 0)) return;
  told.status = status;
  told.value = glare.area_share;
  told.threshold = 0;
  told.hint = hint;
}

bool is_doubtful(const Judgement* judgement) {
  return judgement != nullptr &&
         (judgement->status == CheckStatus::Failed || judgement->status == CheckStatus::Warning);
}

// Whether a zone was read wrongly.
bool is_wrong(std::vector<Judgement>& judgements) {
  const Judgement* digits = find_judgement(judgements, Check::DocumentMrzCheckDigits);
  const Judgement* dates = find_judgement(judgements, Check::DocumentMrzDates);
  return (digits != nullptr && refused(*digits)) || (dates != nullptr && refused(*dates));
}

// Takes back what was said of a zone that could not be read, or was read wrongly. Returns whether
// it would have been refused.
bool take_back_zone(std::vector<Judgement>& judgements) {
  const Judgement* digits = find_judgement(judgements, Check::DocumentMrzCheckDigits);
  const bool wrong = is_wrong(judgements);
  Judgement* lines = find_judgement(judgements, Check::DocumentMrz);
  const bool unread = digits == nullptr && is_doubtful(lines);
  if (!wrong && !unread) return false;
  const Judgement* recognition = find_judgement(judgements, Check::DocumentRecognition);
  const bool refusal = wrong || (lines != nullptr && refused(*lines)) ||
                       (recognition != nullptr && refused(*recognition));
  for (const Check check :
       {Check::DocumentMrz, Check::DocumentMrzCheckDigits, Check::DocumentMrzDates}) {
    if (Judgement* judgement = find_judgement(judgements, check)) {
      if (is_doubtful(judgement)) *judgement = not_performed(check);
    }
  }
  return refusal;
}

void judge_on_zone(const Reflections& reflections,
                   std::vector<Judgement>& judgements,
                   Judgement& told) {
  for (const Glare& glare : reflections.found) {
    const bool on_zone = std::ranges::any_of(reflections.zone, [&](const FlatBox& box) {
      return meets(glare, box, kFadeMm * reflections.px_per_mm);
    });
    const Judgement* lines = find_judgement(judgements, Check::DocumentMrz);
    const bool certain = glare.soft_rim >= kGlareSoftRim;
    if (!on_zone || (!certain && !is_wrong(judgements) && !is_doubtful(lines))) continue;
    const bool refusal = take_back_zone(judgements);
    tell(glare, refusal ? CheckStatus::Failed : CheckStatus::Warning, kOnLines, told);
    return;
  }
}

void judge_on_portrait(const Reflections& reflections,
                       const std::vector<Judgement>& judgements,
                       Judgement& told) {
  const auto missing =
      std::ranges::find(judgements, name_of(Check::DocumentPortrait), &Judgement::check);
  const bool sought_in_vain = missing != judgements.end() && refused(*missing);
  for (const Glare& glare : reflections.found) {
    if (reflections.portrait) {
      const double covered = covered_share(glare, *reflections.portrait);
      if (covered < kTouchedFace || glare.soft_rim < kGlareSoftRim) continue;
      const bool hidden = covered >= kHiddenFace;
      tell(glare, hidden ? CheckStatus::Failed : CheckStatus::Warning, kOnPortrait, told);
    } else if (sought_in_vain) {
      const double least = kHidesFaceMm * reflections.px_per_mm;
      if (static_cast<double>(glare.right - glare.left) < least) continue;
      if (static_cast<double>(glare.bottom - glare.top) < least) continue;
      tell(glare, CheckStatus::Failed, kOnPortrait, told);
    }
  }
}

}  // namespace

std::optional<FlatBox> flat_box(const Quadrilateral& place,
                                const Quadrilateral& corners,
                                const LumaImage& flat) {
  const double width = static_cast<double>(flat.width);
  const double height = static_cast<double>(flat.height);
  const auto map = Homography::between(corners, rectangle(width, height));
  if (!map) return std::nullopt;
  FlatBox box = {width, height, 0, 0};
  for (const PicturePoint& corner : place) {
    const PicturePoint p = (*map)(corner.x, corner.y);
    box = {std::min(box.left, p.x),
           std::min(box.top, p.y),
           std::max(box.right, p.x),
           std::max(box.bottom, p.y)};
  }
  return box;
}

FlatBox zone_strip(const LumaImage& flat, double px_per_mm, bool upside_down) {
  const double width = static_cast<double>(flat.width);
  const double height = static_cast<double>(flat.height);
  const double strip = kZoneStripMm * px_per_mm;
  if (upside_down) return {0, 0, width, strip};
  return {0, height - strip, width, height};
}

void judge_reflections(const Reflections& reflections, std::vector<Judgement>& judgements) {
  Judgement* told = find_judgement(judgements, Check::DocumentGlare);
  if (told == nullptr) return;
  judge_on_zone(reflections, judgements, *told);
  judge_on_portrait(reflections, judgements, *told);
}

void judge_reflections_unread(const std::vector<Glare>& reflections,
                              const LumaImage& flat,
                              double px_per_mm,
                              const DocumentClaim& claim,
                              std::vector<Judgement>& judgements) {
  const MrzExpected expected = mrz_expected(claim);
  if (expected != MrzExpected::Required && expected != MrzExpected::Usual) return;
  const Reflections on_strip = {
      reflections, px_per_mm, {zone_strip(flat, px_per_mm, false)}, std::nullopt};
  judge_reflections(on_strip, judgements);
}

}  // namespace countersign

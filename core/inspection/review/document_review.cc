#include "core/inspection/review/document_review.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

#include "core/inspection/image/rectify.h"
#include "core/inspection/measure/border_width.h"
#include "core/inspection/measure/print.h"
#include "core/inspection/review/copy_review.h"
#include "core/inspection/review/document_contents.h"
#include "core/inspection/review/located_document.h"
#include "core/inspection/review/mrz_review.h"
#include "core/inspection/review/picture_quality.h"
#include "core/inspection/review/portrait_review.h"
#include "core/inspection/review/recognition_review.h"
#include "core/inspection/review/reflection_review.h"
#include "core/inspection/trace_shape.h"
#include "core/inspection/zone/found_document.h"

namespace countersign {
namespace {

constexpr double kPrintSquareMm = 5;  // the squares of DocumentThresholds::printed_share
constexpr double kAroundMm = 2;       // how much of a document's surroundings is looked at
// A zone can be read where the portrait and the other print have too few pixels for anybody else.
constexpr double kSmallestProven = 0.7;
// The share of the picture's side by which a corner that follows from a zone may be off. It has to
// be less if the zone is not proven.
constexpr double kOffOfZone = 0.08;
constexpr double kOffOfUnprovenZone = 0.02;
// How much is seen of the side that is seen the most poorly, and of the two beside it, where it is
// only pale. Sides are pale beside a table of their colour. A finger over a corner covers 0.15 or
// more of both sides.
constexpr double kLeastSeen = 0.65;
constexpr double kNeighboursSeen = 0.85;
// From this score on a face is certain (face_detector.h).
constexpr double kCertainPortrait = 1;

Judgement judge_framing(const FoundDocument& found,
                        bool proven,
                        const DocumentThresholds& thresholds) {
  Judgement judgement =
      refuse_below(wording(Check::DocumentFraming), found.margin_share, thresholds.margin);
  if (found.outline.cut) {
    judgement.status = CheckStatus::Failed;
    judgement.threshold = thresholds.margin.error;
    return judgement;
  }
  // The corners of a border that was seen are in the picture. Those that follow from a zone are off
  // by some millimetres.
  const bool by_zone = found.known_by == KnownBy::Zone;
  const double may_be_off = proven ? kOffOfZone : kOffOfUnprovenZone;
  const bool whole = !by_zone || found.margin_share >= -may_be_off;
  const bool settled = proven || by_zone || found.known_by == KnownBy::Picture;
  return settled && whole ? at_most_a_warning(std::move(judgement)) : judgement;
}

Judgement judge_size(const FoundDocument& found,
                     bool proven,
                     const DocumentThresholds& thresholds) {
  Judgement judgement =
      refuse_below(wording(Check::DocumentSize), found.px_per_mm, thresholds.px_per_mm);
  const bool large = found.px_per_mm >= kSmallestProven * thresholds.px_per_mm.error;
  return proven && large ? at_most_a_warning(std::move(judgement)) : judgement;
}

// The border in the photograph, of a document that is known by it.
std::optional<BorderWidths> border_of(const FoundDocument& found,
                                      const LumaImage& photograph,
                                      const Quadrilateral& corners) {
  if (found.known_by != KnownBy::Border) return std::nullopt;
  const Millimetres mm = millimetres_of(found.size);
  const FramedDocument framed = {mm.width, mm.height, kAroundMm, kFlatPxPerMm};
  const auto flat = rectified_with_frame(photograph, corners, framed);
  return flat ? border_widths_mm(*flat, framed) : BorderWidths{};
}

Judgement judge_print(const LumaImage& flat, const DocumentThresholds& thresholds) {
  const auto square = static_cast<std::size_t>(kPrintSquareMm * kFlatPxPerMm);
  return refuse_below(
      wording(Check::DocumentPrint), printed_share(flat, square), thresholds.printed_share);
}

// Whether the side that is seen the most poorly is only pale, and nothing covers an end of it.
bool is_pale(const FoundDocument& found) {
  const std::array<double, 4>& seen = found.outline.seen;
  const auto worst = static_cast<std::size_t>(std::ranges::min_element(seen) - seen.begin());
  return found.least_seen >= kLeastSeen && seen[(worst + 1) % 4] >= kNeighboursSeen &&
         seen[(worst + 3) % 4] >= kNeighboursSeen;
}

Judgement judge_visibility(const FoundDocument& found, const DocumentThresholds& thresholds) {
  const bool seen = found.known_by == KnownBy::Border || found.known_by == KnownBy::Portrait;
  if (!seen) return not_performed(Check::DocumentVisibility);
  Judgement judgement =
      refuse_below(wording(Check::DocumentVisibility), found.least_seen, thresholds.side_seen);
  return is_pale(found) ? at_most_a_warning(std::move(judgement)) : judgement;
}

// Adds the places where things were seen to the trace, if there is one.
class Seen {
 public:
  Seen(Trace* trace, const Picture& picture, const LumaImage& photograph)
      : trace_(trace), picture_(picture), photograph_(photograph) {}

  void add_document(const FoundDocument& found) const {
    add_shape(trace_, "document", found.outline.corners);
  }
  // Reflections are in pixels of `luma`, which shows the area that `corners` enclose.
  void add_reflections(const std::vector<Glare>& reflections,
                       const LumaImage& luma,
                       const Quadrilateral& corners) const {
    for (const Glare& glare : reflections) {
      add_box("glare",
              static_cast<double>(glare.left),
              static_cast<double>(glare.top),
              static_cast<double>(glare.right),
              static_cast<double>(glare.bottom),
              luma,
              corners);
    }
  }
  // The same for a face.
  void add_portrait(const Face& face, const LumaImage& luma, const Quadrilateral& corners) const {
    const double half = face.side / 2;
    add_box("portrait", face.x - half, face.y - half, face.x + half, face.y + half, luma, corners);
  }
  void add_zone(const MrzReading& reading) const {
    if (!reading.place) return;
    add_shape(trace_,
              "machine-readable zone",
              scaled(*reading.place,
                     picture_.width / static_cast<double>(photograph_.width),
                     picture_.height / static_cast<double>(photograph_.height)));
  }
  Quadrilateral whole_picture() const { return rectangle(picture_.width, picture_.height); }

 private:
  void add_box(std::string_view name,
               double left,
               double top,
               double right,
               double bottom,
               const LumaImage& luma,
               const Quadrilateral& corners) const {
    const auto map = Homography::between(
        rectangle(static_cast<double>(luma.width), static_cast<double>(luma.height)), corners);
    if (!map) return;
    add_shape(trace_,
              name,
              {(*map)(left, top), (*map)(right, top), (*map)(right, bottom), (*map)(left, bottom)});
  }

  Trace* trace_;
  const Picture& picture_;
  const LumaImage& photograph_;
};

// The measures of a flat document, whatever is read on it.
struct FlatReview {
  std::vector<Judgement> judgements;  // people get them in this order
  std::vector<Glare> reflections;
};

FlatReview review_flat(const LumaImage& flat,
                       const LumaImage& photograph,
                       const Quadrilateral& corners,
                       const FoundDocument& found,
                       bool proven,
                       const DocumentThresholds& thresholds,
                       const Seen& seen) {
  PictureQuality quality = judge_document_quality(flat, kFlatPxPerMm, thresholds);
  seen.add_reflections(quality.reflections, flat, found.lying());
  quality.sharpness =
      judge_focus(quality, border_of(found, photograph, corners), kFlatPxPerMm, proven, thresholds);
  std::vector<Judgement> judgements = {
      quality.light,
      judge_framing(found, proven, thresholds),
      judge_size(found, proven, thresholds),
      quality.sharpness,
      judge_detail(flat, quality, kFlatPxPerMm, proven, thresholds),
      quality.overexposure,
      quality.glare,
      judge_visibility(found, thresholds),
      quality.noise};
  // A blur washes the print out, so sharpness comes first; but if everything is white, there are no
  // edges to be sharp, so overexposure does.
  if (quality.white) std::rotate(&judgements[3], &judgements[5], &judgements[6]);
  return {std::move(judgements), std::move(quality.reflections)};
}

// Without a document, judges the whole picture, to find why the document may be missing. People get
// the judgements in the order of the list.
std::vector<Judgement> review_photograph(const LumaImage& photograph,
                                         Judgement detection,
                                         const DocumentThresholds& thresholds,
                                         const Seen& seen) {
  PictureQuality quality = judge_document_quality(photograph, 1, thresholds);
  seen.add_reflections(quality.reflections, photograph, seen.whole_picture());
  quality.sharpness.hint = "Wait for the focus.";
  return {quality.light,
          quality.overexposure,
          quality.glare,
          std::move(detection),
          quality.sharpness,
          quality.noise};
}

// Where noise alone is refused, looks whether the document can be read all the same.
void yield_noise(const LumaImage& flat,
                 const DocumentClaim& claim,
                 bool proven,
                 const Thresholds& thresholds,
                 std::vector<Judgement>& judgements) {
  const auto noise = std::ranges::find_if(judgements, refused);
  if (noise == judgements.end() || noise->check != name_of(Check::DocumentNoise)) return;
  const auto shows_face = [&] {
    const auto face = review_portrait(flat, kFlatPxPerMm, claim, thresholds.face).face;
    return face && face->score >= kCertainPortrait;
  };
  *noise = judge_noise_of_readable(std::move(*noise), proven || shows_face(), thresholds.document);
}

// The claim by which a portrait is sought. A document of any type that shows the zone of a page has
// the portrait of one.
DocumentClaim portrait_claim(const DocumentClaim& claim, const DocumentContents& contents) {
  DocumentClaim sought = claim;
  if (claim.type == DocumentType::Other && contents.zone &&
      contents.zone->place.layout() == kTwoLinesOf44) {
    sought.type.reset();
  }
  return sought;
}

// Where the zone is on the flat document; if it was not read, where it may be.
std::vector<FlatBox> places_of_zone(const LumaImage& flat,
                                    const Quadrilateral& corners,
                                    const DocumentContents& contents,
                                    const PortraitReview& portrait,
                                    const DocumentClaim& claim,
                                    const MrzThresholds& thresholds) {
  const MrzReading& reading = contents.reading();
  if (legible(reading, thresholds) && reading.place) {
    const auto box = flat_box(*reading.place, corners, flat);
    return box ? std::vector<FlatBox>{*box} : std::vector<FlatBox>{};
  }
  const MrzExpected expected = mrz_expected(claim);
  if (expected != MrzExpected::Required && expected != MrzExpected::Usual) return {};
  if (portrait.face) return {zone_strip(flat, kFlatPxPerMm, portrait.upside_down)};
  return {zone_strip(flat, kFlatPxPerMm, false), zone_strip(flat, kFlatPxPerMm, true)};
}

// A zone whose digits are right shows that this is the page; that no portrait is found on it is for
// a person to judge.
void leave_portrait_to_person(PortraitReview& portrait) {
  for (Judgement& judgement : portrait.judgements) {
    judgement = at_most_a_warning(std::move(judgement));
  }
}

// The checks of a document that is not fit to be read.
std::vector<Judgement> not_read(const DocumentClaim& claim) {
  std::vector<Judgement> judgements = {not_performed(Check::DocumentPrint)};
  append(contents_not_read(claim), judgements);
  append(portrait_not_sought(claim), judgements);
  judgements.push_back(not_performed(Check::DocumentRecognition));
  judgements.push_back(not_performed(Check::DocumentCopy));
  return judgements;
}

// Some states print the zone of a card on its front. A zone beside a portrait does not show that
// the back was sent for the front.
void accept_zone_beside_portrait(std::vector<Judgement>& judgements) {
  const std::string_view side = wording(Check::DocumentSide).check;
  for (Judgement& judgement : judgements) {
    if (judgement.check == side) judgement.status = CheckStatus::Passed;
  }
}

}  // namespace

std::vector<Judgement> review_document(const Picture& picture,
                                       const DocumentClaim& claim,
                                       const Thresholds& thresholds,
                                       Trace* trace,
                                       DocumentContents* read) {
  const DocumentThresholds& levels = thresholds.document;
  const LumaImage photograph = shrunk_luma(picture.pixels, kPhotographPixels);
  auto [found, contents, proven] = locate_document(picture, photograph, claim, thresholds);
  const Seen seen(trace, picture, photograph);
  if (found) seen.add_document(*found);
  if (read != nullptr) *read = contents;
  Judgement detection = judge_detection(found, levels);
  std::vector<Judgement> judgements = {
      judge_document_resolution(picture, !refused(detection), levels)};
  if (refused(detection)) {
    append(review_photograph(photograph, std::move(detection), levels, seen), judgements);
    append(contents_not_read(claim), judgements);
    append(portrait_not_sought(claim), judgements);
    return judgements;
  }
  judgements.push_back(std::move(detection));
  const Quadrilateral corners = corners_in(photograph, picture, *found);
  const LumaImage flat = flattened(photograph, corners, found->size);
  FlatReview flat_review = review_flat(flat, photograph, corners, *found, proven, levels, seen);
  append(std::move(flat_review.judgements), judgements);
  yield_noise(flat, claim, proven, thresholds, judgements);
  // After a quality failure, skip the print check, reading and the portrait: they would only repeat
  // it.
  if (std::any_of(judgements.begin(), judgements.end(), refused)) {
    append(not_read(claim), judgements);
    return judgements;
  }
  judgements.push_back(judge_print(flat, levels));
  read_foot(photograph, corners, found->size, claim, thresholds.mrz, contents);
  if (read != nullptr) *read = contents;
  std::vector<Judgement> of_contents = judge_contents(contents, claim, thresholds.mrz);
  if (legible(contents.reading(), thresholds.mrz)) seen.add_zone(contents.reading());
  append(std::move(of_contents), judgements);
  PortraitReview portrait =
      review_portrait(flat, kFlatPxPerMm, portrait_claim(claim, contents), thresholds.face);
  if (portrait.face) {
    seen.add_portrait(*portrait.face, flat, found->lying());
    accept_zone_beside_portrait(judgements);
  } else if (proven) {
    leave_portrait_to_person(portrait);
  }
  append(std::move(portrait.judgements), judgements);
  judgements.push_back(judge_recognition(
      signs_of(picture, flat, *found, contents, portrait, claim, thresholds), levels));
  judgements.push_back(judge_copy(picture, *found, claim, levels));
  judge_reflections({flat_review.reflections,
                     kFlatPxPerMm,
                     places_of_zone(flat, corners, contents, portrait, claim, thresholds.mrz),
                     portrait.face},
                    judgements);
  return judgements;
}

DocumentGlance glance_at_document(const Picture& picture,
                                  const DocumentClaim& claim,
                                  const Thresholds& thresholds) {
  const DocumentThresholds& levels = thresholds.document;
  const LumaImage photograph = shrunk_luma(picture.pixels, kPhotographPixels);
  DocumentGlance glance;
  glance.found = find_documents(picture, claim.type, levels).best;
  Judgement detection = judge_detection(glance.found, levels);
  bool proven = false;
  if (refused(detection) && mrz_expected(claim) != MrzExpected::Elsewhere) {
    if (const auto zone = find_zone(photograph, thresholds.mrz)) {
      glance.found = document_of(*zone, glance.found, picture, photograph, levels);
      detection = judge_detection(glance.found, levels);
      proven = countersign::proven(zone->reading, thresholds.mrz);
    }
  }
  glance.judgements = {judge_document_resolution(picture, !refused(detection), levels)};
  const Seen seen(nullptr, picture, photograph);
  if (refused(detection)) {
    append(review_photograph(photograph, std::move(detection), levels, seen), glance.judgements);
    return glance;
  }
  glance.judgements.push_back(std::move(detection));
  const Quadrilateral corners = corners_in(photograph, picture, *glance.found);
  const LumaImage flat = flattened(photograph, corners, glance.found->size);
  FlatReview review = review_flat(flat, photograph, corners, *glance.found, proven, levels, seen);
  append(std::move(review.judgements), glance.judgements);
  judge_reflections_unread(review.reflections, flat, kFlatPxPerMm, claim, glance.judgements);
  glance.judgements.push_back(judge_print(flat, levels));
  return glance;
}

}  // namespace countersign

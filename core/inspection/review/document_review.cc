#include "core/inspection/review/document_review.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/inspection/barcode/barcode.h"
#include "core/inspection/image/rectify.h"
#include "core/inspection/measure/detail.h"
#include "core/inspection/measure/print.h"
#include "core/inspection/mrz/mrz_reader.h"
#include "core/inspection/review/barcode_review.h"
#include "core/inspection/review/picture_quality.h"
#include "core/inspection/review/portrait_review.h"
#include "core/inspection/review/trace_shape.h"

namespace countersign {
namespace {

constexpr double kCardWidthMm = 85.60;  // ISO/IEC 7810 ID-1 and ID-3
constexpr double kCardHeightMm = 53.98;
constexpr double kPageWidthMm = 125;
constexpr double kPageHeightMm = 88;

// A card that fills a 1600 x 1200 picture has 15 px per millimetre at this size.
constexpr std::size_t kWorkingPixels = 1600UL * 1200;
// The scale at which a flat document is judged.
constexpr double kFlatPxPerMm = 8;
constexpr double kPrintSquareMm = 5;

// Seen at a slant, a card and a page have nearly the same shape, so a declared type decides.
bool is_page(double lying_aspect, const std::optional<DocumentType>& declared) {
  const bool nearer_page =
      std::abs(std::log(lying_aspect / kAspectId3)) < std::abs(std::log(lying_aspect / kAspectId1));
  switch (declared.value_or(DocumentType::Other)) {
    case DocumentType::Passport:
      return true;
    case DocumentType::IdCard:
    case DocumentType::DrivingLicense:
    case DocumentType::ResidencePermit:
      return false;
    case DocumentType::Other:
      break;
  }
  return nearer_page;
}

double margin_of(const Quadrilateral& corners, double width, double height) {
  double margin = 1;
  for (const PicturePoint& corner : corners) {
    margin = std::min(
        {margin, corner.x / width, corner.y / height, 1 - corner.x / width, 1 - corner.y / height});
  }
  return margin;
}

// The document's corners in the photograph: the picture at the size at which it is judged.
Quadrilateral corners_in(const LumaImage& photograph,
                         const RgbImage& picture,
                         const FoundDocument& document) {
  Quadrilateral corners = document.lying();
  for (PicturePoint& corner : corners) {
    corner.x *= static_cast<double>(photograph.width) / picture.width;
    corner.y *= static_cast<double>(photograph.height) / picture.height;
  }
  return corners;
}

LumaImage flattened(const LumaImage& photograph,
                    const Quadrilateral& corners,
                    const FoundDocument& document) {
  const double per_mm = kFlatPxPerMm;
  const double width = document.page ? kPageWidthMm : kCardWidthMm;
  const double height = document.page ? kPageHeightMm : kCardHeightMm;
  return rectified(photograph,
                   corners,
                   static_cast<std::size_t>(std::lround(width * per_mm)),
                   static_cast<std::size_t>(std::lround(height * per_mm)));
}

// Whether the document is seen clearly but is too small. It is then reported as too small, not as
// not found.
bool far_away(const FoundDocument& found, const DocumentThresholds& thresholds) {
  return found.px_per_mm < thresholds.px_per_mm.error &&
         found.outline.clearness >= thresholds.far_outline;
}

Judgement judge_detection(const std::optional<FoundDocument>& found,
                          const DocumentThresholds& thresholds) {
  double score = 0;
  if (found) score = far_away(*found, thresholds) ? found->outline.clearness : found->outline.score;
  return refuse_below(wording(Check::DocumentDetection), score, thresholds.outline);
}

Judgement judge_framing(const FoundDocument& found, const DocumentThresholds& thresholds) {
  Judgement judgement =
      refuse_below(wording(Check::DocumentFraming), found.margin_share, thresholds.margin);
  if (!found.outline.cut) return judgement;
  judgement.status = CheckStatus::Failed;
  judgement.threshold = thresholds.margin.error;
  return judgement;
}

Judgement judge_size(const FoundDocument& found, const DocumentThresholds& thresholds) {
  return refuse_below(wording(Check::DocumentSize), found.px_per_mm, thresholds.px_per_mm);
}

// Motion along one axis leaves the edges parallel to it sharp. A picture that is refused for its
// edges is not refused again.
Judgement judge_detail(const LumaImage& flat,
                       const PictureQuality& quality,
                       const DocumentThresholds& thresholds) {
  if (refused(quality.sharpness)) return not_performed(Check::DocumentDetail);
  const FineDetail detail = fine_detail(flat, kFlatPxPerMm, quality.noise.value.value_or(0));
  return refuse_below(
      wording(Check::DocumentDetail), detail.evenness(), thresholds.detail_evenness);
}

Judgement judge_print(const LumaImage& flat, const DocumentThresholds& thresholds) {
  const auto square = static_cast<std::size_t>(kPrintSquareMm * kFlatPxPerMm);
  return refuse_below(
      wording(Check::DocumentPrint), printed_share(flat, square), thresholds.printed_share);
}

Judgement judge_visibility(const FoundDocument& found, const DocumentThresholds& thresholds) {
  return refuse_below(
      wording(Check::DocumentVisibility), found.outline.least_seen(), thresholds.side_seen);
}

// Adds the places where things were seen to the trace, if there is one.
class Seen {
 public:
  Seen(Trace* trace, const RgbImage& picture, const LumaImage& photograph)
      : trace_(trace), picture_(picture), photograph_(photograph) {}

  void add_document(const FoundDocument& found) const {
    add_shape(trace_, "document", found.outline.corners);
  }
  // `glare` is in pixels of `luma`, which shows the area that `corners` enclose.
  void add_reflection(const Glare& glare,
                      const LumaImage& luma,
                      const Quadrilateral& corners) const {
    if (glare.area_share == 0) return;
    add_box("glare",
            static_cast<double>(glare.left),
            static_cast<double>(glare.top),
            static_cast<double>(glare.right),
            static_cast<double>(glare.bottom),
            luma,
            corners);
  }
  // The same for a face.
  void add_portrait(const Face& face, const LumaImage& luma, const Quadrilateral& corners) const {
    const double half = face.side / 2;
    add_box("portrait", face.x - half, face.y - half, face.x + half, face.y + half, luma, corners);
  }
  void add_zone(const MrzReading& reading) const {
    if (!reading.place) return;
    Quadrilateral place = *reading.place;
    for (PicturePoint& corner : place) {
      corner.x *= picture_.width / static_cast<double>(photograph_.width);
      corner.y *= picture_.height / static_cast<double>(photograph_.height);
    }
    add_shape(trace_, "machine-readable zone", place);
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
  const RgbImage& picture_;
  const LumaImage& photograph_;
};

// Judges the document's own data. The bar code comes first: finding it, or finding that it is
// missing, takes less time than the MRZ, and an AAMVA bar code states what an MRZ would.
std::vector<Judgement> review_contents(const LumaImage& photograph,
                                       const Quadrilateral& corners,
                                       bool page,
                                       const DocumentClaim& claim,
                                       const MrzThresholds& thresholds,
                                       const Seen& seen,
                                       MrzReading* read) {
  std::vector<Judgement> judgements;
  if (barcode_expected(claim) && reads_barcodes()) {
    const auto barcode = read_pdf417(photograph, corners);
    if (barcode) judgements.push_back(barcode_was_read());
    if (const auto card = barcode ? parse_aamva(*barcode) : std::nullopt) {
      append(judge_aamva(*card, claim), judgements);
      return judgements;
    }
  }
  const MrzReading zone = read_mrz(photograph, corners, page, thresholds);
  if (read != nullptr) *read = zone;
  if (legible(zone, thresholds) || !barcode_expected(claim)) {
    std::vector<Judgement> of_zone = judge_mrz(zone, claim, thresholds);
    const bool judged = !of_zone.empty() && of_zone.front().status != CheckStatus::NotPerformed;
    if (judged) seen.add_zone(zone);
    append(std::move(of_zone), judgements);
  } else if (!judgements.empty()) {
    append(nothing_to_compare(), judgements);
  } else if (mrz_expected(claim) == MrzExpected::Usual) {
    append(judge_mrz(zone, claim, thresholds), judgements);
  } else {
    append(reads_barcodes() ? judge_no_barcode() : barcode_not_read(claim), judgements);
  }
  return judgements;
}

// Judges the document seen flat. People get the judgements in the order of the list.
std::vector<Judgement> review_flat(const LumaImage& flat,
                                   const FoundDocument& found,
                                   const DocumentThresholds& thresholds,
                                   const Seen& seen) {
  const PictureQuality quality = judge_document_quality(flat, kFlatPxPerMm, thresholds);
  seen.add_reflection(quality.reflection, flat, found.lying());
  std::vector<Judgement> judgements = {quality.light,
                                       judge_framing(found, thresholds),
                                       judge_size(found, thresholds),
                                       quality.sharpness,
                                       judge_detail(flat, quality, thresholds),
                                       quality.overexposure,
                                       quality.glare,
                                       judge_visibility(found, thresholds),
                                       quality.noise};
  // A blur washes the print out, so sharpness comes first; but if everything is white, there are no
  // edges to be sharp, so overexposure does.
  if (quality.white) std::rotate(&judgements[3], &judgements[5], &judgements[6]);
  return judgements;
}

// Without a document, judges the whole picture, to find why the document may be missing. People get
// the judgements in the order of the list.
std::vector<Judgement> review_photograph(const LumaImage& photograph,
                                         Judgement detection,
                                         const DocumentThresholds& thresholds,
                                         const Seen& seen) {
  PictureQuality quality = judge_document_quality(photograph, 1, thresholds);
  seen.add_reflection(quality.reflection, photograph, seen.whole_picture());
  quality.sharpness.hint = "Wait for the focus.";
  return {quality.light,
          quality.overexposure,
          quality.glare,
          std::move(detection),
          quality.sharpness,
          quality.noise};
}

}  // namespace

Quadrilateral FoundDocument::lying() const {
  return outline.aspect() < 1 ? turned(outline.corners, 1) : outline.corners;
}

std::optional<FoundDocument> find_document(const RgbImage& picture,
                                           const std::optional<DocumentType>& declared,
                                           const DocumentThresholds& thresholds) {
  const auto outline = find_outline(picture, thresholds);
  if (!outline) return std::nullopt;
  FoundDocument found;
  found.outline = *outline;
  const double aspect = outline->aspect();
  found.page = is_page(std::max(aspect, 1 / aspect), declared);
  const double area_mm = found.page ? kPageWidthMm * kPageHeightMm : kCardWidthMm * kCardHeightMm;
  found.px_per_mm = std::sqrt(area_of(outline->corners) / area_mm);
  found.margin_share = margin_of(outline->corners, picture.width, picture.height);
  return found;
}

std::vector<Judgement> contents_not_read(const DocumentClaim& claim) {
  std::vector<Judgement> judgements = barcode_not_read(claim);
  append(mrz_not_read(claim), judgements);
  return judgements;
}

std::vector<Judgement> review_document(const RgbImage& picture,
                                       const DocumentClaim& claim,
                                       const Thresholds& thresholds,
                                       Trace* trace,
                                       MrzReading* zone) {
  const DocumentThresholds& levels = thresholds.document;
  const LumaImage photograph = shrunk_luma(picture, kWorkingPixels);
  const auto found = find_document(picture, claim.type, levels);
  const Seen seen(trace, picture, photograph);
  if (found) seen.add_document(*found);
  std::vector<Judgement> judgements = {judge_document_resolution(picture, levels)};
  Judgement detection = judge_detection(found, levels);
  if (refused(detection)) {
    append(review_photograph(photograph, std::move(detection), levels, seen), judgements);
    append(contents_not_read(claim), judgements);
    append(portrait_not_sought(claim), judgements);
    return judgements;
  }
  judgements.push_back(std::move(detection));
  const Quadrilateral corners = corners_in(photograph, picture, *found);
  const LumaImage flat = flattened(photograph, corners, *found);
  append(review_flat(flat, *found, levels, seen), judgements);
  // After a quality failure, skip the print check, reading and the portrait: they would only repeat
  // it.
  if (std::any_of(judgements.begin(), judgements.end(), refused)) {
    judgements.push_back(not_performed(Check::DocumentPrint));
    append(contents_not_read(claim), judgements);
    append(portrait_not_sought(claim), judgements);
    return judgements;
  }
  judgements.push_back(judge_print(flat, levels));
  append(review_contents(photograph, corners, found->page, claim, thresholds.mrz, seen, zone),
         judgements);
  PortraitReview portrait = review_portrait(flat, kFlatPxPerMm, claim, thresholds.face);
  if (portrait.face) seen.add_portrait(*portrait.face, flat, found->lying());
  append(std::move(portrait.judgements), judgements);
  return judgements;
}

}  // namespace countersign

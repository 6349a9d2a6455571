#include "core/inspection/review/located_document.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "core/inspection/face/face_detector.h"
#include "core/inspection/image/rectify.h"
#include "core/inspection/mrz/mrz_reader.h"
#include "core/inspection/review/portrait_review.h"

namespace countersign {
namespace {

// Whether the document is seen clearly but is too small. It is then reported as too small, not as
// not found.
bool far_away(const FoundDocument& found, const DocumentThresholds& thresholds) {
  return found.px_per_mm < thresholds.px_per_mm.error &&
         found.outline.clearness >= thresholds.far_outline;
}

// The side of the portrait on a document, as a share of the document's height.
std::optional<double> portrait_share(const Picture& picture,
                                     const LumaImage& photograph,
                                     const FoundDocument& found,
                                     const DocumentClaim& claim,
                                     const FaceThresholds& thresholds) {
  const LumaImage flat = flattened(photograph, corners_in(photograph, picture, found), found.size);
  const auto face = review_portrait(flat, kFlatPxPerMm, claim, thresholds).face;
  if (!face) return std::nullopt;
  return face->side / static_cast<double>(flat.height);
}

// The least share of a picture's height that the face of a document has that fills the picture.
// Portraits of cards have 0.25 and more of the card's.
constexpr double kLeastFaceOfPicture = 0.2;

// Whether the rim of a photograph is a surface on which something lies: nearly of one brightness,
// which is not that of the middle. A document's own rim is the background of its print.
bool has_rim_of_surface(const LumaImage& photograph) {
  // Shares of the picture's sides, and luma. Chosen on drawings, not measured.
  constexpr std::size_t kSmallPixels = 160UL * 120;
  constexpr double kRim = 0.05;
  constexpr double kMiddle = 0.2;  // the middle begins there
  constexpr double kFew = 0.05;    // of the pixels are left out on either side
  constexpr int kMostUneven = 24;
  constexpr int kLeastUnlike = 40;
  const LumaImage small = shrunk(photograph, kSmallPixels);
  LumaImage rim;
  LumaImage middle;
  for (std::size_t y = 0; y < small.height; ++y) {
    const double v = (static_cast<double>(y) + 0.5) / static_cast<double>(small.height);
    for (std::size_t x = 0; x < small.width; ++x) {
      const double u = (static_cast<double>(x) + 0.5) / static_cast<double>(small.width);
      const double nearest = std::min({u, v, 1 - u, 1 - v});
      if (nearest < kRim) rim.bytes.push_back(small.at(x, y));
      if (nearest >= kMiddle) middle.bytes.push_back(small.at(x, y));
    }
  }
  const int uneven = luma_percentile(rim, 1 - kFew) - luma_percentile(rim, kFew);
  const int unlike = luma_percentile(rim, 0.5) - luma_percentile(middle, 0.5);
  return uneven < kMostUneven && std::abs(unlike) > kLeastUnlike;
}

// Whether the picture shows a face that is not within the shape that was taken for a document. The
// portrait of a document that the picture cuts off is beside its chip or its emblem.
bool has_face_beside(const Picture& picture,
                     const LumaImage& photograph,
                     const FoundDocument& found,
                     const FaceThresholds& thresholds) {
  // In pixels: a portrait of a tenth of the height then has 48, enough to be found.
  constexpr std::size_t kFacePixels = 640UL * 480;
  const LumaImage small = shrunk(photograph, kFacePixels);
  const auto least = kLeastFaceOfPicture * static_cast<double>(std::min(small.width, small.height));
  const std::vector<Face> faces = find_faces(small, least, thresholds.score);
  if (faces.empty()) return false;
  const double scale = static_cast<double>(picture.width) / static_cast<double>(small.width);
  const PicturePoint middle = {faces.front().x * scale, faces.front().y * scale};
  return !encloses(found.outline.corners, middle);
}

// Whether the picture may be cut along the document's border, in which case what was taken for a
// border is print: the picture has exactly the shape of a document, and the border encloses most of
// it, with a side that was seen poorly or reaches the picture's edge; or it encloses no more of it
// than a portrait.
bool may_be_print(const Picture& picture,
                  const std::optional<FoundDocument>& found,
                  const DocumentThresholds& thresholds) {
  if (!found) return false;
  // Shares of the picture, chosen on real specimens. In a border of more than the first a strip of
  // print was taken for a side, and a border of less than the second was that of a portrait.
  constexpr double kMostOfPicture = 0.6;
  constexpr double kPortraitOfPicture = 0.2;
  if (!has_exact_shape(picture)) return false;
  const double share =
      area_of(found->outline.corners) / (static_cast<double>(picture.width) * picture.height);
  return share < kPortraitOfPicture ||
         (share > kMostOfPicture && (found->least_seen < thresholds.side_seen.error ||
                                     found->margin_share < thresholds.margin.error));
}

// The document of a picture that shows no clear border of one: four sides that are seen poorly, or
// the picture's own, if a portrait is between them; or the picture's own around a bar code. Where
// the picture seems to cut a document off (`cut`), its border is the document's only if it has
// exactly the shape of one. Sides that may be print (`print`) are looked at last.
std::optional<FoundDocument> without_border(const Picture& picture,
                                            const LumaImage& photograph,
                                            bool cut,
                                            bool print,
                                            const std::optional<FoundDocument>& unclear,
                                            const DocumentContents& contents,
                                            const DocumentClaim& claim,
                                            const Thresholds& thresholds) {
  std::optional<FoundDocument> whole;
  if (!cut || has_exact_shape(picture)) whole = whole_picture(picture, claim.type);
  if (whole && contents.barcode) return whole;
  for (const auto& found : {print ? whole : unclear, print ? unclear : whole}) {
    if (!found || found->px_per_mm < thresholds.document.px_per_mm.error) continue;
    const auto share = portrait_share(picture, photograph, *found, claim, thresholds.face);
    if (!share) continue;
    if (found->known_by != KnownBy::Picture) return found;
    // The picture may be of a table on which the document lies.
    if (has_sensor_shape(picture) && *share < kLeastFaceOfPicture) continue;
    if (!has_rim_of_surface(photograph)) return found;
  }
  return std::nullopt;
}

// Reads a legible but unproven zone at the foot of the document: print beside a zone, or a gap in
// it, may have been taken for a part of it, or for its end.
void read_again(const LumaImage& photograph,
                const Picture& picture,
                const FoundDocument& found,
                const MrzThresholds& thresholds,
                LocatedDocument& located) {
  if (!located.contents.zone || located.proven) return;
  if (evenly_legible(located.contents.zone->reading, thresholds)) return;
  MrzReading reading =
      read_mrz(photograph, corners_in(photograph, picture, found), found.size, thresholds);
  if (!proven(reading, thresholds)) return;
  located.contents.zone.reset();
  located.contents.foot = std::move(reading);
  located.proven = true;
}

}  // namespace

Quadrilateral corners_in(const LumaImage& photograph,
                         const Picture& picture,
                         const FoundDocument& document) {
  return scaled(document.lying(),
                static_cast<double>(photograph.width) / picture.width,
                static_cast<double>(photograph.height) / picture.height);
}

LumaImage flattened(const LumaImage& photograph, const Quadrilateral& corners, DocumentSize size) {
  const Millimetres mm = millimetres_of(size);
  return rectified(photograph,
                   corners,
                   static_cast<std::size_t>(std::lround(mm.width * kFlatPxPerMm)),
                   static_cast<std::size_t>(std::lround(mm.height * kFlatPxPerMm)));
}

Judgement judge_detection(const std::optional<FoundDocument>& found,
                          const DocumentThresholds& thresholds) {
  // Without its border a document is known by its zone or by the picture's own shape.
  if (found && found->known_by != KnownBy::Border) return wording(Check::DocumentDetection);
  double score = 0;
  if (found) score = far_away(*found, thresholds) ? found->outline.clearness : found->outline.score;
  return refuse_below(wording(Check::DocumentDetection), score, thresholds.outline);
}

LocatedDocument locate_document(const Picture& picture,
                                const LumaImage& photograph,
                                const DocumentClaim& claim,
                                const Thresholds& thresholds) {
  LocatedDocument located;
  const auto [bordered, unclear] = find_documents(picture, claim.type, thresholds.document);
  const bool seen = bordered && !refused(judge_detection(bordered, thresholds.document));
  // A border that reaches the picture's edge may be that of a part of the document.
  const bool of_a_part = seen && bordered->margin_share < thresholds.document.margin.error;
  std::optional<Quadrilateral> corners;
  if (seen && !of_a_part) corners = corners_in(photograph, picture, *bordered);
  located.contents = read_contents(photograph, corners, claim, thresholds.mrz);
  located.proven = has_proven_zone(located.contents, thresholds.mrz);
  located.found = bordered;
  if (seen) read_again(photograph, picture, *bordered, thresholds.mrz, located);
  if (located.contents.zone) {
    located.found =
        document_of(*located.contents.zone, bordered, picture, photograph, thresholds.document);
    // Within a border the zone was looked for above.
    if (!seen) read_again(photograph, picture, *located.found, thresholds.mrz, located);
    return located;
  }
  const bool print = may_be_print(picture, bordered, thresholds.document) ||
                     may_be_print(picture, unclear, thresholds.document);
  // A clear but small shape may be another thing, or the portrait itself.
  const bool far = seen && far_away(*bordered, thresholds.document);
  if (!seen || far || bordered->outline.cut || print || (of_a_part && located.contents.barcode)) {
    const auto found = without_border(
        picture, photograph, seen, print, unclear, located.contents, claim, thresholds);
    if (found) located.found = found;
    if (!found && far && !located.contents.barcode && claim.side == Side::Front) {
      const auto cut = cut_picture(picture, claim.type);
      if (cut && has_face_beside(picture, photograph, *bordered, thresholds.face)) {
        located.found = cut;
      }
    }
  }
  return located;
}

}  // namespace countersign

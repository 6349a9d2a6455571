#include "core/inspection/review/recognition_review.h"

#include <algorithm>
#include <cstddef>

#include "core/checks/document_signs.h"
#include "core/inspection/measure/print.h"
#include "core/inspection/outline/card_shape.h"
#include "core/inspection/review/located_document.h"

namespace countersign {
namespace {

// Whether the document has lines of print on that side of a face that has more room.
bool has_print_beside(const LumaImage& flat, const Face& face) {
  constexpr double kApartMm = 2;  // hair, the portrait's background, and the document's rim
  // In lines of print. A name and a title beside a photograph are two.
  constexpr std::size_t kLeastLines = 3;
  const double apart = kApartMm * kFlatPxPerMm;
  const double left = face.x - face.side / 2 - apart;
  const double right = face.x + face.side / 2 + apart;
  const double width = static_cast<double>(flat.width);
  const auto column = [&](double x) { return static_cast<std::size_t>(std::clamp(x, 0.0, width)); };
  const Columns columns = left > width - right ? Columns{column(apart), column(left)}
                                               : Columns{column(right), column(width - apart)};
  return printed_lines(flat, columns, kFlatPxPerMm) >= kLeastLines;
}

}  // namespace

DocumentSigns signs_of(const Picture& picture,
                       const LumaImage& flat,
                       const FoundDocument& found,
                       const DocumentContents& contents,
                       const PortraitReview& portrait,
                       const DocumentClaim& claim,
                       const Thresholds& thresholds) {
  DocumentSigns signs;
  signs.zone = legible(contents.reading(), thresholds.mrz);
  signs.barcode = contents.barcode;
  if (signs.zone || signs.barcode) return signs;
  DocumentClaim of_any_type = claim;
  of_any_type.type.reset();
  std::optional<Face> face = portrait.face;
  if (claim.type == DocumentType::Other && !face) {
    face = review_portrait(flat, kFlatPxPerMm, of_any_type, thresholds.face).face;
  }
  const bool bordered =
      found.known_by == KnownBy::Border ||
      (face && found.size == DocumentSize::Id1 && has_cut_round_corners(flat, kFlatPxPerMm));
  signs.portrait = face && bordered && has_print_beside(flat, *face);
  signs.lone_portrait = face.has_value();
  signs.card_shape =
      !face && found.size == DocumentSize::Id1 && has_card_shape(picture, found.lying());
  return signs;
}

Judgement judge_recognition(const DocumentSigns& signs, const DocumentThresholds& thresholds) {
  double value = 0;
  if (signs.card_shape || signs.lone_portrait) value = 1;
  if (signs.portrait) value = kFaceAndPrintMilli / 1000.0;
  if (signs.zone || signs.barcode) value = 2;
  return refuse_below(wording(Check::DocumentRecognition), value, thresholds.signs);
}

}  // namespace countersign

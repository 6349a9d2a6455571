#include "core/inspection/review/document_contents.h"

#include <algorithm>
#include <utility>

#include "core/inspection/barcode/barcode.h"
#include "core/inspection/mrz/mrz_reader.h"
#include "core/inspection/review/barcode_review.h"
#include "core/inspection/review/mrz_review.h"

namespace countersign {

DocumentContents read_contents(const LumaImage& photograph,
                               const std::optional<Quadrilateral>& corners,
                               const DocumentClaim& claim,
                               const MrzThresholds& thresholds) {
  DocumentContents contents;
  const bool has_area = std::min(photograph.width, photograph.height) > 1;
  if (has_area && barcode_expected(claim) && reads_barcodes()) {
    const Quadrilateral whole =
        rectangle(static_cast<double>(photograph.width), static_cast<double>(photograph.height));
    const auto barcode = read_pdf417(photograph, corners.value_or(whole));
    contents.barcode = barcode.has_value();
    if (barcode) contents.card = parse_aamva(*barcode);
    if (contents.card) return contents;
  }
  contents.zone = find_zone(photograph, thresholds);
  return contents;
}

void read_foot(const LumaImage& photograph,
               const Quadrilateral& corners,
               DocumentSize size,
               const DocumentClaim& claim,
               const MrzThresholds& thresholds,
               DocumentContents& contents) {
  if (contents.zone || contents.barcode) return;
  const MrzExpected expected = mrz_expected(claim);
  if (expected != MrzExpected::Required && expected != MrzExpected::Usual) return;
  contents.foot = read_mrz(photograph, corners, size, thresholds);
}

bool has_proven_zone(const DocumentContents& contents, const MrzThresholds& thresholds) {
  return contents.zone && proven(contents.zone->reading, thresholds);
}

std::vector<Judgement> judge_contents(const DocumentContents& contents,
                                      const DocumentClaim& claim,
                                      const MrzThresholds& thresholds) {
  std::vector<Judgement> judgements;
  if (contents.barcode) judgements.push_back(barcode_was_read());
  if (contents.card) {
    append(judge_aamva(*contents.card, claim), judgements);
  } else if (legible(contents.reading(), thresholds) || !barcode_expected(claim)) {
    append(judge_mrz(contents.reading(), claim, thresholds), judgements);
  } else if (contents.barcode) {
    append(nothing_to_compare(), judgements);
  } else if (mrz_expected(claim) == MrzExpected::Usual) {
    append(judge_mrz(contents.reading(), claim, thresholds), judgements);
  } else {
    append(reads_barcodes() ? judge_no_barcode() : barcode_not_read(claim), judgements);
  }
  return judgements;
}

std::vector<Judgement> contents_not_read(const DocumentClaim& claim) {
  std::vector<Judgement> judgements = barcode_not_read(claim);
  append(mrz_not_read(claim), judgements);
  return judgements;
}

}  // namespace countersign

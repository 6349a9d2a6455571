#pragma once
#include <optional>
#include <vector>

#include "core/inspection/barcode/aamva.h"
#include "core/inspection/image/homography.h"
#include "core/inspection/image/luma_image.h"
#include "core/inspection/judgement.h"
#include "core/inspection/mrz/mrz_reading.h"
#include "core/inspection/outline/document_size.h"
#include "core/inspection/review/document_claim.h"
#include "core/inspection/thresholds/thresholds.h"
#include "core/inspection/zone/zone_search.h"

namespace countersign {

// The statements of a document about itself, before it is judged. Personal data: see mrz.h and
// aamva.h.
struct DocumentContents {
  bool barcode = false;           // a bar code was read
  std::optional<AamvaCard> card;  // the bar code is one of a North American card
  std::optional<FoundZone> zone;  // legible, wherever in the picture it is
  MrzReading foot;                // read at the foot of a border, if no zone was found

  const MrzReading& reading() const { return zone ? zone->reading : foot; }
};

// Reads the bar code, where the claim expects one, and the zone. The bar code comes first: finding
// it, or finding that it is missing, takes less time, and one by AAMVA states what a zone would.
// `corners` are those of the document in the photograph, if its border is seen.
DocumentContents read_contents(const LumaImage& photograph,
                               const std::optional<Quadrilateral>& corners,
                               const DocumentClaim& claim,
                               const MrzThresholds& thresholds);

// Reads a zone that shows no lines of even print at the foot of the document, if one is expected
// there: a last attempt, which takes up to a tenth of a second on a document without a zone.
void read_foot(const LumaImage& photograph,
               const Quadrilateral& corners,
               DocumentSize size,
               const DocumentClaim& claim,
               const MrzThresholds& thresholds,
               DocumentContents& contents);

// Whether every check digit of the zone is right.
bool has_proven_zone(const DocumentContents& contents, const MrzThresholds& thresholds);

// The checks of the contents.
std::vector<Judgement> judge_contents(const DocumentContents& contents,
                                      const DocumentClaim& claim,
                                      const MrzThresholds& thresholds);

// The same checks when the document was not read.
std::vector<Judgement> contents_not_read(const DocumentClaim& claim);

}  // namespace countersign

#pragma once
#include <cstdint>
#include <optional>

#include "core/inspection/image/homography.h"
#include "core/inspection/image/luma_image.h"
#include "core/inspection/image/picture.h"
#include "core/inspection/outline/document_size.h"
#include "core/inspection/outline/outline.h"
#include "core/inspection/thresholds/thresholds.h"
#include "core/inspection/zone/zone_search.h"
#include "core/terms.h"

namespace countersign {

// How the place of a document in a picture is known.
enum class KnownBy : std::uint8_t {
  Border,    // its four sides were seen
  Portrait,  // four sides were seen, not clearly; a portrait between them makes it a document
  Zone,      // its machine-readable zone was read; its sides were not seen
  Picture,   // the whole picture has the shape of a document, and no border is seen in it
};

// A document in a picture, in pixels of the picture.
struct FoundDocument {
  Outline outline;  // of Zone and Picture: only the corners
  KnownBy known_by = KnownBy::Border;
  DocumentSize size = DocumentSize::Id1;
  double px_per_mm = 0;
  double margin_share = 0;  // nearest corner to the border, in shares of the side; below 0 outside

  // The uncovered share of the worst side; a side that lies at the border of the picture, where no
  // edge can be seen, does not count.
  double least_seen = 1;

  // The corners, turned so that the longer sides are the upper and the lower one.
  Quadrilateral lying() const;
};

// The documents of which sides are seen.
struct BorderedDocuments {
  std::optional<FoundDocument> best;     // known by its border
  std::optional<FoundDocument> unclear;  // all four sides are in the picture, however poorly seen
};

// A declared type decides what the shape of a border leaves open. Seen at a slant, a card and a
// page have nearly the same shape.
BorderedDocuments find_documents(const Picture& picture,
                                 const std::optional<DocumentType>& declared,
                                 const DocumentThresholds& thresholds);

// The document on which a zone is printed, upright. Its corners are those of a border that agrees
// with the zone, or those of a picture that was cut along the border, or follow from the zone
// alone. `photograph` is the picture in which the zone was found.
FoundDocument document_of(const FoundZone& zone,
                          const std::optional<FoundDocument>& bordered,
                          const Picture& picture,
                          const LumaImage& photograph,
                          const DocumentThresholds& thresholds);

// The whole picture as a document, if it has the shape of one: a scan, or a picture that was cut
// along the border.
std::optional<FoundDocument> whole_picture(const Picture& picture,
                                           const std::optional<DocumentType>& declared);

// The whole picture as a card of which the picture shows the greater part, cut off at one side or
// two; nullopt if the picture has another shape than that of two thirds of a card, or the shape of
// a sensor: a camera's picture shows more than a document.
std::optional<FoundDocument> cut_picture(const Picture& picture,
                                         const std::optional<DocumentType>& declared);

// Whether a picture has the shape of a sensor, 4:3, 3:2 or 16:9, within 1 %.
bool has_sensor_shape(const Picture& picture);

// Whether a picture has a document's shape as no camera's picture has: 4:3, 3:2 and 16:9 are off by
// more.
bool has_exact_shape(const Picture& picture);

}  // namespace countersign

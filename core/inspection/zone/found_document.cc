#include "core/inspection/zone/found_document.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace countersign {
namespace {

// A border and a zone are of one document if the area of the one is this share of the other's, at
// least and at most: a sheet that follows from a zone alone is off by some millimetres. Chosen on
// the first set of real specimens.
constexpr double kLeastArea = 0.75;
constexpr double kMostArea = 1.33;

// Around a document with less of a margin, as a share of the picture's side, there is nothing that
// its border could differ from. Chosen on the first set of real specimens.
constexpr double kLeastMargin = 0.03;

// Largest difference of log(aspect) of a whole picture from a document's shape. The first one was
// chosen on the first set of real specimens. The second is below what pictures of cameras are off:
// 0.054 (3:2) and more.
constexpr double kMaxPictureOff = 0.08;
constexpr double kExactPictureOff = 0.025;

double off(double aspect, DocumentSize size) {
  return std::abs(std::log(aspect / aspect_of(size)));
}

// An ID-2 and an ID-3 have one shape: what is declared tells a card from a page.
DocumentSize nearest_size(double lying_aspect, const std::optional<DocumentType>& declared) {
  const bool card = off(lying_aspect, DocumentSize::Id1) < off(lying_aspect, DocumentSize::Id2);
  switch (declared.value_or(DocumentType::Other)) {
    case DocumentType::Passport:
      return DocumentSize::Id3;
    case DocumentType::IdCard:
    case DocumentType::DrivingLicense:
    case DocumentType::ResidencePermit:
      return card ? DocumentSize::Id1 : DocumentSize::Id2;
    case DocumentType::Other:
      break;
  }
  return card ? DocumentSize::Id1 : DocumentSize::Id3;
}

double lying_aspect(const Picture& picture) {
  const double aspect = static_cast<double>(picture.width) / picture.height;
  return std::max(aspect, 1 / aspect);
}

double margin_of(const Quadrilateral& corners, double width, double height) {
  double margin = 1;
  for (const PicturePoint& corner : corners) {
    margin = std::min(
        {margin, corner.x / width, corner.y / height, 1 - corner.x / width, 1 - corner.y / height});
  }
  return margin;
}

// Whether a side lies at the border of the picture.
bool at_border(const PicturePoint& from, const PicturePoint& to, double width, double height) {
  constexpr double kShare = 0.015;  // of the picture's side: 6 of the 400 pixels that are searched
  const double x = kShare * width;
  const double y = kShare * height;
  return (from.x < x && to.x < x) || (from.x > width - x && to.x > width - x) ||
         (from.y < y && to.y < y) || (from.y > height - y && to.y > height - y);
}

double least_seen_of(const Outline& outline, double width, double height) {
  double least = 1;
  for (std::size_t i = 0; i < outline.corners.size(); ++i) {
    const PicturePoint& to = outline.corners[(i + 1) % outline.corners.size()];
    if (at_border(outline.corners[i], to, width, height)) continue;
    least = std::min(least, outline.uncovered[i]);
  }
  return least;
}

void measure(const Picture& picture, FoundDocument& found) {
  const Millimetres mm = millimetres_of(found.size);
  found.px_per_mm = std::sqrt(area_of(found.outline.corners) / (mm.width * mm.height));
  found.margin_share = margin_of(found.outline.corners, picture.width, picture.height);
}

std::optional<FoundDocument> document_in(const Picture& picture,
                                         const std::optional<Outline>& outline,
                                         const std::optional<DocumentType>& declared) {
  if (!outline) return std::nullopt;
  FoundDocument found;
  found.outline = *outline;
  const double aspect = outline->aspect();
  found.size = nearest_size(std::max(aspect, 1 / aspect), declared);
  found.least_seen = least_seen_of(*outline, picture.width, picture.height);
  measure(picture, found);
  return found;
}

PicturePoint middle_of(const Quadrilateral& corners) {
  return {(corners[0].x + corners[2].x) / 2, (corners[0].y + corners[2].y) / 2};
}

bool agrees(const FoundDocument& bordered,
            const Quadrilateral& sheet,
            double margin,
            const DocumentThresholds& thresholds) {
  if (margin < kLeastMargin && bordered.least_seen < thresholds.side_seen.error) return false;
  if (bordered.outline.cut || bordered.outline.score < thresholds.outline.error) return false;
  const Quadrilateral& corners = bordered.outline.corners;
  const double share = area_of(corners) / std::max(1.0, area_of(sheet));
  return share > kLeastArea && share < kMostArea && encloses(corners, middle_of(sheet)) &&
         encloses(sheet, middle_of(corners));
}

// Whether the picture was cut along the border of the document that a zone belongs to.
bool is_cut_to(const Picture& picture,
               DocumentSize size,
               const Quadrilateral& sheet,
               double margin) {
  if (margin >= kLeastMargin || off(lying_aspect(picture), size) >= kExactPictureOff) return false;
  const double width = picture.width;
  const double height = picture.height;
  const double share = width * height / std::max(1.0, area_of(sheet));
  return share > kLeastArea && share < kMostArea && encloses(sheet, {width / 2, height / 2});
}

// The corners of a border, from the sheet's upper left on.
Quadrilateral turned_as(const Quadrilateral& corners, const Quadrilateral& sheet) {
  std::array<double, 4> distances{};
  for (unsigned quarters = 0; quarters < distances.size(); ++quarters) {
    const Quadrilateral turned = countersign::turned(corners, quarters);
    for (std::size_t i = 0; i < turned.size(); ++i) {
      distances[quarters] += distance(turned[i], sheet[i]);
    }
  }
  const auto nearest = std::ranges::min_element(distances) - distances.begin();
  return turned(corners, static_cast<unsigned>(nearest));
}

}  // namespace

Quadrilateral FoundDocument::lying() const {
  return outline.aspect() < 1 ? turned(outline.corners, 1) : outline.corners;
}

BorderedDocuments find_documents(const Picture& picture,
                                 const std::optional<DocumentType>& declared,
                                 const DocumentThresholds& thresholds) {
  // The least score of sides that a portrait may confirm: less than that of a border. Pictures
  // without a document seldom have 0.6. Chosen on the first set of real specimens.
  constexpr double kLeastScore = 0.5;
  const Outlines outlines = find_outlines(picture, thresholds);
  BorderedDocuments found;
  found.best = document_in(picture, outlines.best, declared);
  if (outlines.whole && outlines.whole->score >= kLeastScore) {
    found.unclear = document_in(picture, outlines.whole, declared);
    found.unclear->known_by = KnownBy::Portrait;
  }
  return found;
}

FoundDocument document_of(const FoundZone& zone,
                          const std::optional<FoundDocument>& bordered,
                          const Picture& picture,
                          const LumaImage& photograph,
                          const DocumentThresholds& thresholds) {
  const Quadrilateral sheet =
      scaled(zone.place.sheet(),
             static_cast<double>(picture.width) / static_cast<double>(photograph.width),
             static_cast<double>(picture.height) / static_cast<double>(photograph.height));
  const DocumentSize size = size_of(zone.place.layout());
  FoundDocument found;
  const double margin = margin_of(sheet, picture.width, picture.height);
  if (bordered && agrees(*bordered, sheet, margin, thresholds)) {
    found = *bordered;
    found.outline.corners = turned_as(found.outline.corners, sheet);
  } else if (is_cut_to(picture, size, sheet, margin)) {
    found.known_by = KnownBy::Picture;
    found.outline.corners = turned_as(rectangle(picture.width, picture.height), sheet);
  } else {
    found.known_by = KnownBy::Zone;
    found.outline.corners = sheet;
  }
  found.size = size;
  measure(picture, found);
  return found;
}

bool has_exact_shape(const Picture& picture) {
  const double lying = lying_aspect(picture);
  return std::min(off(lying, DocumentSize::Id1), off(lying, DocumentSize::Id3)) < kExactPictureOff;
}

bool has_sensor_shape(const Picture& picture) {
  // The width of a camera's picture to its height.
  constexpr std::array kSensors = {4.0 / 3, 3.0 / 2, 16.0 / 9};
  // The logarithm of a ratio, about a share: cameras crop by some pixels at most.
  constexpr double kSensorOff = 0.01;
  const double lying = lying_aspect(picture);
  return std::ranges::any_of(
      kSensors, [&](double shape) { return std::abs(std::log(lying / shape)) < kSensorOff; });
}

std::optional<FoundDocument> cut_picture(const Picture& picture,
                                         const std::optional<DocumentType>& declared) {
  constexpr double kCutPictureOff = 0.4;  // of log(aspect): two thirds of a card
  const double lying = lying_aspect(picture);
  FoundDocument found;
  found.known_by = KnownBy::Picture;
  found.size = nearest_size(lying, declared);
  if (off(lying, found.size) > kCutPictureOff || has_sensor_shape(picture)) return std::nullopt;
  found.outline.corners = rectangle(picture.width, picture.height);
  found.outline.cut = true;
  measure(picture, found);
  return found;
}

std::optional<FoundDocument> whole_picture(const Picture& picture,
                                           const std::optional<DocumentType>& declared) {
  const double lying = lying_aspect(picture);
  FoundDocument found;
  found.known_by = KnownBy::Picture;
  found.size = nearest_size(lying, declared);
  if (off(lying, found.size) > kMaxPictureOff) return std::nullopt;
  found.outline.corners = rectangle(picture.width, picture.height);
  measure(picture, found);
  return found;
}

}  // namespace countersign

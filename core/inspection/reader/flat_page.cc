#include "core/inspection/reader/flat_page.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "core/inspection/image/rectify.h"
#include "core/inspection/outline/document_size.h"

namespace countersign::reader {
namespace {

constexpr double kAboveZoneMm = 1;  // that belong to the zone's first line
constexpr double kLeastMm = 5;      // of a page above a zone: less has no room for print

// Every character of a zone tells the size of its document; a border tells its shape.
Millimetres sheet_of(const FoundDocument& found, const MrzReading& zone) {
  if (!zone.place || zone.lines.empty()) return millimetres_of(found.size);
  return millimetres_of(size_of(MrzLayout{zone.lines.size(), zone.lines.front().size()}));
}

PicturePoint direction(const PicturePoint& from, const PicturePoint& to) {
  const double length = std::max(distance(from, to), 1e-9);
  return {(to.x - from.x) / length, (to.y - from.y) / length};
}

// The corners of a document that lies, turned as the zone is read.
Quadrilateral turned_like(const Quadrilateral& corners, const Quadrilateral& zone) {
  const PicturePoint reading = direction(zone[0], zone[1]);
  const PicturePoint top = direction(corners[0], corners[1]);
  const bool upside_down = reading.x * top.x + reading.y * top.y < 0;
  return upside_down ? turned(corners, 2) : corners;
}

std::size_t pixels(double mm, double px_per_mm) {
  return static_cast<std::size_t>(std::max(2L, std::lround(mm * px_per_mm)));
}

}  // namespace

std::optional<FlatPage> FlatPage::of(const Picture& picture,
                                     const LumaImage& photograph,
                                     const LocatedDocument& document) {
  if (!document.found) return std::nullopt;
  const MrzReading& zone = document.contents.reading();
  const Millimetres sheet = sheet_of(*document.found, zone);
  LumaImage luma = shrunk_luma(picture.pixels, kPixelsMax);
  const Quadrilateral corners = corners_in(luma, picture, *document.found);
  const double across = static_cast<double>(luma.width) / static_cast<double>(photograph.width);
  const double down = static_cast<double>(luma.height) / static_cast<double>(photograph.height);
  FlatPage page(std::move(luma), corners);
  page.width_mm_ = sheet.width;
  page.height_mm_ = sheet.height;
  page.read_height_mm_ = sheet.height;
  if (zone.place) {
    const Quadrilateral place = scaled(*zone.place, across, down);
    page.corners_ = turned_like(page.corners_, place);
    page.has_zone_ = true;
    page.read_height_mm_ =
        std::clamp(page.top_mm_of(place) - kAboveZoneMm, kLeastMm, page.height_mm_);
  }
  return page;
}

double FlatPage::top_mm_of(const Quadrilateral& zone) const {
  const auto map = Homography::between(corners_, rectangle(width_mm_, height_mm_));
  if (!map) return 0;
  double top = height_mm_;
  for (const PicturePoint& corner : zone) top = std::min(top, (*map)(corner.x, corner.y).y);
  return top;
}

LumaImage FlatPage::at(double px_per_mm) const {
  const std::size_t width = pixels(width_mm_, px_per_mm);
  LumaImage flat = rectified(picture_, corners_, width, pixels(height_mm_, px_per_mm));
  flat.height = std::min(flat.height, pixels(read_height_mm_, px_per_mm));
  flat.bytes.resize(flat.width * flat.height);
  return flat;
}

LumaImage FlatPage::closer(const TextBox& box, double px_per_mm, double closer_px_per_mm) const {
  const double around = (box.bottom - box.top) / 2.0;
  const double left = std::max(0.0, box.left - around) / px_per_mm;
  const double top = std::max(0.0, box.top - around) / px_per_mm;
  const double right = std::min(width_mm_, (box.right + around) / px_per_mm);
  const double bottom = std::min(read_height_mm_, (box.bottom + around) / px_per_mm);
  const auto map = Homography::between(rectangle(width_mm_, height_mm_), corners_);
  if (!map || right <= left || bottom <= top) return LumaImage{2, 2, {0, 0, 0, 0}};
  const Quadrilateral part = {
      (*map)(left, top), (*map)(right, top), (*map)(right, bottom), (*map)(left, bottom)};
  return rectified(picture_,
                   part,
                   pixels(right - left, closer_px_per_mm),
                   pixels(bottom - top, closer_px_per_mm));
}

FlatPage FlatPage::upside_down() const {
  FlatPage other = *this;
  other.corners_ = turned(corners_, 2);
  return other;
}

}  // namespace countersign::reader

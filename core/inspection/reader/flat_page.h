#pragma once
#include <optional>
#include <utility>

#include "core/inspection/image/homography.h"
#include "core/inspection/image/luma_image.h"
#include "core/inspection/image/picture.h"
#include "core/inspection/printed/printed_text.h"
#include "core/inspection/review/located_document.h"

namespace countersign::reader {

// One side of a document, to be looked at flat and as people read it, without its machine-readable
// zone. Holds its own copy of the picture's brightness. Immutable.
class FlatPage {
 public:
  // The most pixels of a picture that are looked at. A page of 125 mm that fills such a picture has
  // 16 px per millimetre.
  static constexpr std::size_t kPixelsMax = 2000UL * 1500;

  // Takes the corners, the zone's place and the document's size from where the document was found:
  // by its border, or by its zone alone, as on a scan or in a booklet. Without a zone the longer
  // sides are above and below, and the page may be upside down. Returns nullopt if no document was
  // found. `photograph` is the one in which the zone was found.
  static std::optional<FlatPage> of(const Picture& picture,
                                    const LumaImage& photograph,
                                    const LocatedDocument& document);

  // The print above the zone, or the whole page if it has none.
  LumaImage at(double px_per_mm) const;
  // A part of it, enlarged: `box` is in pixels of at(px_per_mm). Takes half of the box's height
  // more on each side.
  LumaImage closer(const TextBox& box, double px_per_mm, double closer_px_per_mm) const;

  bool has_zone() const { return has_zone_; }
  FlatPage upside_down() const;

 private:
  FlatPage(LumaImage picture, const Quadrilateral& corners)
      : picture_(std::move(picture)), corners_(corners) {}

  // How far below the top of the page the zone begins.
  double top_mm_of(const Quadrilateral& zone) const;

  LumaImage picture_;
  Quadrilateral corners_;  // in pixels of picture_, from the top left of what is read
  double width_mm_ = 0;
  double height_mm_ = 0;
  double read_height_mm_ = 0;  // from the top; the zone is below
  bool has_zone_ = false;
};

}  // namespace countersign::reader

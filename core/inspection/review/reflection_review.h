#pragma once
#include <optional>
#include <vector>

#include "core/inspection/face/face_detector.h"
#include "core/inspection/image/homography.h"
#include "core/inspection/image/luma_image.h"
#include "core/inspection/judgement.h"
#include "core/inspection/measure/glare.h"
#include "core/inspection/review/document_claim.h"

namespace countersign {

// Judges the reflections on a flat document by the places that they may hide, in its pixels. Pure
// functions.

// A box whose sides are those of the flat document.
struct FlatBox {
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;
};

// The box around a quadrilateral of the photograph, in a flat picture of what `corners` enclose
// there; nullopt if three of the corners lie on a line.
std::optional<FlatBox> flat_box(const Quadrilateral& place,
                                const Quadrilateral& corners,
                                const LumaImage& flat);

// The strip in which a document has its machine-readable zone (ICAO Doc 9303: 23.2 mm), at the foot
// of the upright flat document, or at its head if it is upside down.
FlatBox zone_strip(const LumaImage& flat, double px_per_mm, bool upside_down);

// The reflections, and where a flat document has what is read.
struct Reflections {
  const std::vector<Glare>& found;  // the largest first
  double px_per_mm = 0;
  std::vector<FlatBox> zone;     // the box of the zone, or the strips in which it may be
  std::optional<Face> portrait;  // if one was found
};

// Tells a reflection, however small, that lies on the machine-readable zone or the portrait, by the
// judgement of DOCUMENT_GLARE among `judgements`. Nothing is said of what the reflection hides: a
// zone that was not read, or whose digits or dates are wrong, has NOT_PERFORMED in its place. If
// that was refused, the reflection is; else it is a warning. A reflection that covers a quarter of
// the face is refused. Where no portrait is found, a reflection that is large enough to hide one is
// told first.
void judge_reflections(const Reflections& reflections, std::vector<Judgement>& judgements);

// A warning of a reflection in the strip of the zone of a document that has one on this side, where
// nothing was read.
void judge_reflections_unread(const std::vector<Glare>& reflections,
                              const LumaImage& flat,
                              double px_per_mm,
                              const DocumentClaim& claim,
                              std::vector<Judgement>& judgements);

}  // namespace countersign

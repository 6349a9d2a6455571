#pragma once
#include <optional>
#include <vector>

#include "core/inspection/image/luma_image.h"
#include "core/inspection/image/picture.h"
#include "core/inspection/image/rgb_image.h"
#include "core/inspection/judgement.h"
#include "core/inspection/measure/border_width.h"
#include "core/inspection/measure/glare.h"
#include "core/inspection/measure/sharpness.h"
#include "core/inspection/thresholds/thresholds.h"

namespace countersign {

// Judges whether a picture is fit to be read, one measure at a time. Pure functions.

// Judges the size of the picture in pixels: the most that the file could show. Where a document was
// found in it (`found`), its pixels per millimetre say more, and the sides decide nothing.
Judgement judge_document_resolution(const Picture& picture,
                                    bool found,
                                    const DocumentThresholds& thresholds);

struct PictureQuality {
  Judgement light;
  Judgement overexposure;
  Judgement sharpness;
  Judgement glare;
  Judgement noise;
  bool white = false;                // the picture is nothing but white
  std::vector<Glare> reflections;    // the largest first
  std::optional<EdgeWidths> widths;  // of the print's edges, in pixels
};

// Judges a document seen flat, at so many pixels per millimetre; or, with px_per_mm = 1, a picture
// without a document, whose "millimetres" are its pixels.
PictureQuality judge_document_quality(const LumaImage& luma,
                                      double px_per_mm,
                                      const DocumentThresholds& thresholds);

// Noise that the print outlasts is a warning: halftone and sharpening measure as noise. `readable`:
// the check digits of the zone are right, or a portrait is certain. Noise far beyond the limit is
// refused all the same.
Judgement judge_noise_of_readable(Judgement noise,
                                  bool readable,
                                  const DocumentThresholds& thresholds);

// Judges whether the camera was in focus and still. Print may be soft by itself; the border of the
// document is not, and `border_mm` tells which it is. That is nullopt for a document that is not
// known by its border. `proven`: the check digits of the document's zone are right.
Judgement judge_focus(const PictureQuality& quality,
                      const std::optional<BorderWidths>& border_mm,
                      double px_per_mm,
                      bool proven,
                      const DocumentThresholds& thresholds);

// Judges the print's detail: motion along one axis leaves the edges parallel to it sharp. A picture
// that is refused for its edges is not refused again.
Judgement judge_detail(const LumaImage& flat,
                       const PictureQuality& quality,
                       double px_per_mm,
                       bool proven,
                       const DocumentThresholds& thresholds);

// The judgements are in the order in which one explains the next: a picture that is too dark has no
// edges either.
std::vector<Judgement> judge_frame_picture(const RgbImage& picture,
                                           const FrameThresholds& thresholds);

}  // namespace countersign

#pragma once
#include <vector>

#include "core/inspection/image/luma_image.h"
#include "core/inspection/image/rgb_image.h"
#include "core/inspection/judgement.h"
#include "core/inspection/measure/glare.h"
#include "core/inspection/thresholds/thresholds.h"

namespace countersign {

// Whether a picture is fit to be read, by one measure each. Pure functions.

// What the file could show at best.
Judgement judge_document_resolution(const RgbImage& picture, const DocumentThresholds& thresholds);

struct PictureQuality {
  Judgement light;
  Judgement overexposure;
  Judgement sharpness;
  Judgement glare;
  Judgement noise;
  bool white = false;  // there is nothing but white
  Glare reflection;    // the largest
};

// Of a document seen flat, at so many pixels a millimetre; or of a picture in
// which there is none, whose "millimetres" are its pixels.
PictureQuality judge_document_quality(const LumaImage& luma,
                                      double px_per_mm,
                                      const DocumentThresholds& thresholds);

// In the order in which one explains the next: a picture that is too dark has no
// edges either.
std::vector<Judgement> judge_frame_picture(const RgbImage& picture,
                                           const FrameThresholds& thresholds);

}  // namespace countersign

#pragma once
#include <vector>

#include "core/inspection/image/luma_image.h"
#include "core/inspection/image/picture.h"
#include "core/inspection/image/rgb_image.h"
#include "core/inspection/judgement.h"
#include "core/inspection/measure/glare.h"
#include "core/inspection/thresholds/thresholds.h"

namespace countersign {

// Judges whether a picture is fit to be read, one measure at a time. Pure functions.

// Judges the size of the picture in pixels: the most that the file could show.
Judgement judge_document_resolution(const Picture& picture, const DocumentThresholds& thresholds);

struct PictureQuality {
  Judgement light;
  Judgement overexposure;
  Judgement sharpness;
  Judgement glare;
  Judgement noise;
  bool white = false;  // the picture is nothing but white
  Glare reflection;    // the largest reflection
  // Whether the edges have about the same width in all directions: nothing moved.
  bool evenly_soft = false;
};

// Judges a document seen flat, at so many pixels per millimetre; or, with px_per_mm = 1, a picture
// without a document, whose "millimetres" are its pixels.
PictureQuality judge_document_quality(const LumaImage& luma,
                                      double px_per_mm,
                                      const DocumentThresholds& thresholds);

// The judgements are in the order in which one explains the next: a picture that is too dark has no
// edges either.
std::vector<Judgement> judge_frame_picture(const RgbImage& picture,
                                           const FrameThresholds& thresholds);

}  // namespace countersign

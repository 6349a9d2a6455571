#pragma once
#include <vector>

#include "core/inspection/judgement.h"
#include "core/inspection/rgb_image.h"

namespace countersign {

// Judges whether a picture is fit to be read. Pure functions. The judgements
// are in the order in which one explains the next: a picture that is too dark
// has no edges either, and a lack of focus makes soft rims like a reflection.
std::vector<Judgement> judge_document_picture(const RgbImage& picture);
std::vector<Judgement> judge_frame_picture(const RgbImage& picture);

}  // namespace countersign

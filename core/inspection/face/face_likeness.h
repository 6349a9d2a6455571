#pragma once
#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "core/inspection/face/face_detector.h"
#include "core/inspection/image/rgb_image.h"
#include "core/inspection/judgement.h"
#include "core/inspection/thresholds/face_thresholds.h"

// Whether the frames of one recording show one person, by what seconds change little before one
// camera: colours and how light is spread, as in M. Swain and D. Ballard, Color Indexing (IJCV
// 1991). It is no recognition of faces: of two recordings it says nothing, and two people of alike
// complexion, hair and clothes are one to it. The features of a face are not among its marks: the
// histograms of fhog.h differ more between two poses of one head than between two people.
// Pure functions; lengths are in sides of the face (see Face).
namespace countersign {

// Evenly spaced quantiles, from the least: how a value is spread over a part of the picture.
using Spread = std::array<float, 8>;

// The marks of the person in a frame: numbers, of which no picture can be made. Values are
// logarithms of ratios, which more or less light nearly leaves as they are, on dark skin and on
// light skin. Still a drawn person of dark skin differs from itself by 0.09 and one of light skin
// by 0.07, in the median of recordings; both levels are several times as much.
struct FaceLook {
  // Of the face, its mean without the extremes: red over green, blue over green.
  std::array<float, 2> complexion{};
  // Over head and hair, upright: light, over that of the middle of the face. None where too little
  // of it is in the picture.
  std::optional<Spread> head;
  // Over what is below the chin: light over the face's, red over green, blue over green.
  std::optional<std::array<Spread, 3>> clothes;
};

// REQUIRES: the face is one of the picture. `tilt_degrees` as in HeadPose.
FaceLook look_of(const RgbImage& picture, const Face& face, double tilt_degrees);

// From 0 to 1: the mean of the three marks' differences, each of which counts for a third at most,
// and for nothing where one of both frames does not show it. So the complexion alone, which other
// light changes too, comes to a third.
double difference_of(const FaceLook& a, const FaceLook& b);

// Of the frames that fall into two groups with the greatest difference between them: as much
// as the most alike two of both groups differ. A head that turns looks like itself in the frames
// on the way, whichever order they are in; another person looks like nobody else, wherever
// in the recording.
struct LookChange {
  double difference = 0;
  std::size_t frame = 0;  // the first that is not of the first one's group; counted from 0
};
LookChange greatest_change(std::span<const FaceLook> frames);

// Of all frames of a recording. Not performed without a frame.
Judgement judge_same_face(std::span<const FaceLook> frames, const FaceThresholds& thresholds);

}  // namespace countersign

#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/inspection/face/face_detector.h"
#include "core/inspection/image/rgb_image.h"
#include "core/inspection/judgement.h"
#include "core/inspection/thresholds/face_thresholds.h"

// Judges whether the frames of one recording show one person, by traits that change little within
// seconds in front of one camera: colours and the distribution of light, as in M. Swain and D.
// Ballard, Color Indexing (IJCV 1991). This is not face recognition: it says nothing about two
// recordings, and cannot tell apart two people of similar complexion, hair and clothes. Facial
// features are not among the traits: the histograms of fhog.h differ more between two poses of one
// head than between two people. Pure functions; the unit of length is the side of the face (see
// Face).
namespace countersign {

// Evenly spaced quantiles, the least first: how a value is distributed over a part of the picture.
using Spread = std::array<float, 8>;

// The traits of the person in a frame: numbers from which no picture can be reconstructed. The
// values are logarithms of ratios, which more or less light hardly changes, on dark skin and on
// light skin. Still, in the median recording a drawn person of dark skin differs from itself by
// 0.09 and one of light skin by 0.07; both levels of the threshold are several times as much.
struct FaceLook {
  // The mean of the face without the extremes: red over green, blue over green.
  std::array<float, 2> complexion{};
  // Over head and hair, upright: light, relative to the median of the face. None if too little of
  // them is in the picture.
  std::optional<Spread> head;
  // Over the part below the chin: light relative to the median of the face, red over green, and
  // blue over green.
  std::optional<std::array<Spread, 3>> clothes;
};

// REQUIRES: `face` is in the picture. `tilt_degrees` as in HeadPose.
FaceLook look_of(const RgbImage& picture, const Face& face, double tilt_degrees);

// Returns 0 to 1: the sum of the differences of the three traits. Each trait counts for at most a
// third, and for nothing if one of the frames does not show it. So the complexion alone, which a
// change of light affects too, counts for at most a third.
double difference_of(const FaceLook& a, const FaceLook& b);

// The split of the frames into the two groups that differ most. The difference of two groups is
// that of their two most similar frames. A turning head resembles itself in the frames on the way,
// in whatever order they are; another person resembles nobody else, wherever in the recording.
struct LookChange {
  double difference = 0;
  std::size_t frame = 0;  // the first that is not in frame 0's group; counted from 0
};
LookChange greatest_change(std::span<const FaceLook> frames);

// Judges the frames of a recording that show a face; `numbers` has the number of each frame. Not
// performed if no frame does.
Judgement judge_same_face(std::span<const FaceLook> frames,
                          std::span<const std::uint32_t> numbers,
                          const FaceThresholds& thresholds);

}  // namespace countersign

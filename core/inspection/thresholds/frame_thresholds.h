#pragma once
#include <optional>
#include <tuple>

#include "core/inspection/image/bounds.h"
#include "core/inspection/thresholds/threshold_row.h"

namespace countersign {

// Frames of a face: lenient bounds, since a face is soft and a screen is small.
struct FrameThresholds {
  // The least number of frames, whatever else is required.
  Bounds count = {1, 1};

  Bounds short_side = {240, 360};
  Bounds long_side = {320, 480};
  Bounds edge_width_px = {3.0, 2.2};  // of the working picture

  Bounds highlight_luma = {50, 80};
  Bounds shadow_luma = {225, 225};
  Bounds blown_shadow_luma = {150, 110};
  double blown_share = 0.45;
  // The median luma of a frame in which no face is found, below which light is asked for first: in
  // a fifth of the light one in twelve faces was lost that were found in all of it.
  double faceless_luma = 60;

  bool operator==(const FrameThresholds&) const = default;
};

template <>
inline constexpr auto rows_of<FrameThresholds> = std::tuple{
    ThresholdRow{&FrameThresholds::count,
                 {"frame-count",
                  "frames",
                  Worse::Smaller,
                  1,
                  100,
                  "frames of a liveness submission",
                  Check::LivenessFrameCount}},
    ThresholdRow{&FrameThresholds::short_side,
                 {"frame-short-side",
                  "px",
                  Worse::Smaller,
                  1,
                  16'384,
                  "the short side of a frame",
                  Check::LivenessResolution}},
    ThresholdRow{&FrameThresholds::long_side,
                 {"frame-long-side",
                  "px",
                  Worse::Smaller,
                  1,
                  16'384,
                  "the long side of a frame",
                  Check::LivenessResolution}},
    ThresholdRow{&FrameThresholds::edge_width_px,
                 {"frame-edge-width",
                  "px",
                  Worse::Larger,
                  0.1,
                  20,
                  "width of the strong edges of a frame at 0.48 megapixels",
                  Check::LivenessSharpness}},
    ThresholdRow{&FrameThresholds::highlight_luma,
                 {"frame-highlight",
                  "luma",
                  Worse::Smaller,
                  1,
                  255,
                  "brightness of the brightest fiftieth",
                  Check::LivenessLight}},
    ThresholdRow{&FrameThresholds::shadow_luma,
                 {"frame-shadow",
                  "luma",
                  Worse::Larger,
                  1,
                  255,
                  "brightness of the darkest thousandth",
                  Check::LivenessOverexposure}},
    ThresholdRow{&FrameThresholds::blown_shadow_luma,
                 {"frame-blown-shadow",
                  "luma",
                  Worse::Larger,
                  1,
                  255,
                  "the same, where much of the frame is blown",
                  Check::LivenessOverexposure}},
    ThresholdRow{&FrameThresholds::blown_share,
                 {"frame-blown-area",
                  "share",
                  Worse::Larger,
                  0.01,
                  1,
                  "blown pixels from which on frame-blown-shadow counts"}},
    ThresholdRow{&FrameThresholds::faceless_luma,
                 {"frame-faceless-median",
                  "luma",
                  Worse::Smaller,
                  0,
                  255,
                  "median brightness of a frame without a face, below which more light is asked "
                  "for first",
                  Check::LivenessLight}},
};

// Whether two faces are one person's, by models that the operator names.
struct FaceMatchThresholds {
  // Likeness of two faces: the cosine of the angle between their features, -1 to 1. Below `error`
  // they are two persons', from `warning` on one person's, and between them it is undecided. Unset:
  // the recognizer's own levels, which only a known recognizer has (match_levels.h). The cosines of
  // one recognizer say nothing about another's: a network of 128 numbers gave 0.74 to 0.90 for 91
  // pairs of different people, all of which the level of SFace, 0.363, would take for one person.
  std::optional<Bounds> likeness{};
  // The detector's confidence in a face of a frame, 0 to 1. The default of
  // cv::FaceDetectorYN::create.
  double score = 0.9;
  // The same for the portrait on a document, which is printed, small and under a pattern. YuNet of
  // 2023 found 21 of 25 portraits on photographed specimens from 0.9 on, and 24 from 0.6 on.
  double portrait_score = 0.6;
  // Width of a face. A recognizer sees 112 pixels; if fewer than half of them were photographed, it
  // would see what interpolation invented.
  double width_px = 48;

  bool operator==(const FaceMatchThresholds&) const = default;
};

template <>
inline constexpr auto rows_of<FaceMatchThresholds> = std::tuple{
    ThresholdRow{&FaceMatchThresholds::likeness,
                 {"face-match-likeness",
                  "cosine",
                  Worse::Smaller,
                  -1,
                  1,
                  "likeness of the face on the document and the person's, and of the person in the "
                  "first frame and in every other; of a likeness between the two levels it is not "
                  "known whose face it is; unset: the levels of SFace for SFace, and none for a "
                  "recognizer that is not known",
                  Check::FaceMatch}},
    ThresholdRow{&FaceMatchThresholds::score,
                 {"face-match-score",
                  "score",
                  Worse::Smaller,
                  0.1,
                  1,
                  "how sure the detector is of a face in a frame that is to be compared"}},
    ThresholdRow{&FaceMatchThresholds::portrait_score,
                 {"face-match-portrait-score",
                  "score",
                  Worse::Smaller,
                  0.1,
                  1,
                  "the same of the portrait on a document"}},
    ThresholdRow{&FaceMatchThresholds::width_px,
                 {"face-match-width",
                  "px",
                  Worse::Smaller,
                  1,
                  16'384,
                  "width of a face that is to be compared; on a document at 8 px/mm"}},
};

// Whether a person is present before the camera, by a model that the operator names.
struct PresentationThresholds {
  // The model's probability of a person who is present, 0 to 1. Below `error` the recording is
  // refused, below `warning` a person looks at it. Unset: nothing is judged. A probability of one
  // model says nothing about another's, so no level is right for a model that is not known.
  std::optional<Bounds> live{};

  bool operator==(const PresentationThresholds&) const = default;
};

template <>
inline constexpr auto rows_of<PresentationThresholds> = std::tuple{
    ThresholdRow{&PresentationThresholds::live,
                 {"presentation-live",
                  "score",
                  Worse::Smaller,
                  0,
                  1,
                  "how sure the operator's model of presentation attacks is that a person is "
                  "present, in the median of the frames; below the WARNING level the result is a "
                  "review; unset: the check is not performed; without a model there is no check",
                  Check::LivenessPresentation}},
};

}  // namespace countersign

#pragma once
#include <tuple>

#include "core/inspection/image/bounds.h"
#include "core/inspection/thresholds/threshold_row.h"

namespace countersign {

// The thresholds for faces and actions. Shares of a picture refer to its shorter side unless
// another is named.
struct FaceThresholds {
  // The detector's score. The detector was trained to decide at 0. At 0 it finds all of a hundred
  // photographed faces, and no face in any picture without one.
  double score = 0;
  // The same for a face where the previous frame had one.
  double followed_score = -0.35;
  // A second face counts from this share of the first face's side on, and from this score on.
  double second_side = 0.45;
  double second_score = 0.2;
  // A frame without a face counts as a turn beside a face turned by this signal, if not more such
  // frames follow each other. Heads are lost beyond about 45 degrees. 35 in 36 drawn heads of 20 to
  // 30 degrees are turned by 1.7 or more; photographed heads of 20 to 35 degrees by 2.4 to
  // 3.5, and frontal ones by at most 1.1.
  double lost_turn = 1.7;
  double lost_frames = 2;
  // The side of the face. 0.18 of 480 pixels is 86: below that, a turn of the head is lost in
  // noise.
  Bounds side = {0.18, 0.22};
  // The distance of the face's centre from the picture's, as a share of the width or the height.
  Bounds off_center = {0.38, 0.30};
  // Maximum changes between two frames: the distance that the centre moves, as a share of the
  // picture's sides, and the factor by which the side changes. A person who moves as asked stays
  // far below, a different picture does not.
  double jump = 0.35;
  double growth = 1.9;
  // The difference of two groups of frames in complexion, hair and clothes (see face_likeness.h), 0
  // to 1. No trait alone reaches 0.35. A person who moves as asked stays below 0.25; of people side
  // by side in group photographs, 9 in 10 exceed 0.5.
  Bounds look_change = {0.50, 0.35};

  // Looking straight: the turn signal (see head_pose.h) and the tilt, to either side. Light from
  // the side moves the signal by up to 1.5.
  double straight_turn = 1.5;
  double straight_tilt = 9;
  // A turn: the signal itself, and its change since the face looked straight. Heads exceed 1.5 from
  // about 10 degrees on, and so does 1 in 64 photographs that are turned by hand.
  double turn = 1.5;
  double turn_change = 1;
  // A turn of a tilted head: above the signal that a mere tilt causes.
  double tilted_turn = 2;
  // A tilt: degrees since the face looked straight. Turning people tilt by less.
  double tilt = 11;
  // Coming closer: the face's side divided by the smallest side in the few frames before.
  double closer = 1.25;

  // A portrait on a document: the side of the face, in millimetres. Portraits to ICAO Doc 9303 have
  // 16 or more; smaller faces are copies of the portrait, repeated as a watermark.
  double portrait_mm = 11;
  // Likeness to a face of a portrait, which is printed, small and known to look straight: of 25
  // portraits on real documents 24 have this much, and nothing else on them has half as much.
  double portrait_score = -0.1;

  bool operator==(const FaceThresholds&) const = default;
};

template <>
inline constexpr auto rows_of<FaceThresholds> = std::tuple{
    ThresholdRow{
        &FaceThresholds::score,
        {"face-score",
         "score",
         Worse::Smaller,
         -1,
         3,
         "likeness to a face, from which on something is one; the detector was trained for 0",
         {Check::LivenessFace, Check::DocumentPortrait}}},
    ThresholdRow{&FaceThresholds::followed_score,
                 {"face-followed-score",
                  "score",
                  Worse::Smaller,
                  -1,
                  3,
                  "the same, where the frame before had a face"}},
    ThresholdRow{&FaceThresholds::second_side,
                 {"face-second-side",
                  "share",
                  Worse::Smaller,
                  0.05,
                  1,
                  "side of a face, of the largest one's, from which on it counts as a second"}},
    ThresholdRow{&FaceThresholds::second_score,
                 {"face-second-score",
                  "score",
                  Worse::Smaller,
                  -1,
                  3,
                  "likeness to a face from which on a second one counts"}},
    ThresholdRow{
        &FaceThresholds::lost_turn,
        {"face-lost-turn",
         "score",
         Worse::Smaller,
         1.5,
         5,
         "signal of a turn from which on a frame beside it that shows no face is a part of "
         "the turn"}},
    ThresholdRow{&FaceThresholds::lost_frames,
                 {"face-lost-frames",
                  "frames",
                  Worse::Larger,
                  0,
                  6,
                  "frames without a face that may follow each other in a turn"}},
    ThresholdRow{&FaceThresholds::side,
                 {"face-side",
                  "share",
                  Worse::Smaller,
                  0.1,
                  1,
                  "side of the face in a frame, of the frame's shorter side",
                  Check::LivenessFaceSize}},
    ThresholdRow{&FaceThresholds::off_center,
                 {"face-off-center",
                  "share",
                  Worse::Larger,
                  0.05,
                  0.5,
                  "how far the face's middle is from the frame's, of its width or height",
                  Check::LivenessFacePosition}},
    ThresholdRow{&FaceThresholds::jump,
                 {"face-jump",
                  "share",
                  Worse::Larger,
                  0.05,
                  2,
                  "how far the face moves from one frame to the next",
                  Check::LivenessFaceContinuity}},
    ThresholdRow{&FaceThresholds::growth,
                 {"face-growth",
                  "factor",
                  Worse::Larger,
                  1.05,
                  10,
                  "by how much the face's side changes from one frame to the next",
                  Check::LivenessFaceContinuity}},
    ThresholdRow{&FaceThresholds::look_change,
                 {"face-look-change",
                  "difference",
                  Worse::Larger,
                  0.1,
                  1,
                  "how much complexion, hair and clothes change within a recording, of a whole "
                  "change; no one of the three alone comes to more than a third",
                  Check::LivenessSameFace}},
    ThresholdRow{&FaceThresholds::straight_turn,
                 {"face-straight-turn",
                  "score",
                  Worse::Larger,
                  0.1,
                  5,
                  "signal of a turn up to which a face looks straight",
                  Check::LivenessLookStraight}},
    ThresholdRow{&FaceThresholds::straight_tilt,
                 {"face-straight-tilt",
                  "degrees",
                  Worse::Larger,
                  1,
                  30,
                  "tilt up to which a face looks straight",
                  Check::LivenessLookStraight}},
    ThresholdRow{&FaceThresholds::turn,
                 {"face-turn",
                  "score",
                  Worse::Smaller,
                  0.5,
                  5,
                  "signal of a turn from which on the head is turned",
                  {Check::LivenessTurnLeft, Check::LivenessTurnRight}}},
    ThresholdRow{&FaceThresholds::turn_change,
                 {"face-turn-change",
                  "score",
                  Worse::Smaller,
                  0.1,
                  5,
                  "its change since the face looked straight",
                  {Check::LivenessTurnLeft, Check::LivenessTurnRight}}},
    ThresholdRow{&FaceThresholds::tilted_turn,
                 {"face-tilted-turn",
                  "score",
                  Worse::Smaller,
                  0.5,
                  5,
                  "the same in a tilted head, and how a turn is weighed against a tilt",
                  {Check::LivenessTurnLeft, Check::LivenessTurnRight}}},
    ThresholdRow{&FaceThresholds::tilt,
                 {"face-tilt",
                  "degrees",
                  Worse::Smaller,
                  3,
                  30,
                  "tilt of the head since the face looked straight",
                  {Check::LivenessTiltLeft, Check::LivenessTiltRight}}},
    ThresholdRow{&FaceThresholds::closer,
                 {"face-closer",
                  "factor",
                  Worse::Smaller,
                  1.05,
                  3,
                  "side of the face, over the smallest in the four frames before",
                  Check::LivenessMoveCloser}},
    ThresholdRow{&FaceThresholds::portrait_mm,
                 {"portrait-side",
                  "mm",
                  Worse::Smaller,
                  5,
                  40,
                  "side of the face in a document's portrait"}},
    ThresholdRow{&FaceThresholds::portrait_score,
                 {"portrait-score",
                  "score",
                  Worse::Smaller,
                  -1,
                  3,
                  "likeness to a face of a document's portrait",
                  Check::DocumentPortrait}},
};

}  // namespace countersign

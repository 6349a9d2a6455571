#pragma once
#include "core/inspection/image/bounds.h"

namespace countersign {

// What faces, and what they do, are judged by. Shares of a picture are of its shorter side where
// nothing else is said.
struct FaceThresholds {
  // The detector's score: it was trained to decide at 0, and finds all of a hundred photographed
  // faces there and in no picture without one a face.
  double score = 0;
  // The same for a face at the place where one was in the frame before.
  double followed_score = -0.35;
  // A second face counts from this share of the first one's side, and this score.
  double second_side = 0.45;
  double second_score = 0.2;
  // The side of the face. 0.18 of 480 pixels are 86: below, a turn of the head is lost in noise.
  Bounds side = {0.18, 0.22};
  // How far the face's middle is from the picture's, as a share of the width or the height.
  Bounds off_center = {0.38, 0.30};
  // From one frame to the next: how far the middle goes, as a share of the picture's sides, and by
  // what factor the side changes. Who moves as asked stays far below; another picture does not.
  double jump = 0.35;
  double growth = 1.9;
  // How much two groups of frames differ in complexion, hair and clothes (see face_likeness.h), of
  // 1. No one mark comes to 0.35. Who moves as asked stays below 0.25; of people side by side in
  // photographs of groups 9 in 10 pass 0.5.
  Bounds look_change = {0.50, 0.35};

  // Looking straight: the signal for a turn (see head_pose.h) and the tilt, either way. Light from
  // the side moves the signal by up to 1.5.
  double straight_turn = 1.5;
  double straight_tilt = 9;
  // A turn: the signal itself, and its change since the face looked straight. Heads pass 1.5 from
  // about 10 degrees on, and so does 1 in 64 photographs that are turned by hand.
  double turn = 1.5;
  double turn_change = 1;
  // A turn that was not asked for: more than a tilt looks like one.
  double other_turn = 2;
  // A tilt: degrees since the face looked straight; people who turn tilt by less.
  double tilt = 11;
  // Coming closer: the face's side over what it was when it looked straight.
  double closer = 1.25;

  // A portrait on a document: the side of the face, in millimetres. Those of ICAO Doc 9303 have
  // 16 and more; smaller ones are repeated as a watermark.
  double portrait_mm = 11;

  bool operator==(const FaceThresholds&) const = default;
};

}  // namespace countersign

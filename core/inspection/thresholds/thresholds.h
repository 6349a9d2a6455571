#pragma once
#include "core/inspection/thresholds/document_thresholds.h"
#include "core/inspection/thresholds/face_thresholds.h"
#include "core/inspection/thresholds/frame_thresholds.h"

// The thresholds by which pictures and faces are judged: every limit above or below which a measure
// is refused or remarked on. An operator may set all of them. Each is a member of a group, with its
// value and reason, and a row below that group, with its name, unit and range. How something is
// measured (a scale, a radius) is not a threshold: it belongs to the engine's version, since a
// change of it would change the meaning of every threshold.
//
// Luma is 0 to 255. Lengths are pixels of the picture itself or, where stated, of the working
// picture: shrunk to a fixed number of pixels, so that one edge width means about the same loss of
// print whatever the camera.
namespace countersign {

struct Thresholds {
  DocumentThresholds document;
  MrzThresholds mrz;
  FrameThresholds frame;
  FaceMatchThresholds face_match;
  PresentationThresholds presentation;
  FaceThresholds face;

  bool operator==(const Thresholds&) const = default;
};

}  // namespace countersign

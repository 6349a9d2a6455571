#pragma once
#include "core/inspection/image/bounds.h"
#include "core/inspection/thresholds/face_thresholds.h"

// The thresholds by which pictures and faces are judged: everything that says how much is too much,
// or too little. An operator may set all of them; see threshold_table.h for the names, units and
// ranges. How something is measured (a scale, a radius) is not a threshold: it belongs to the
// engine's version, since a change of it would change the meaning of every threshold.
//
// Luma is 0 to 255. Lengths are pixels of the picture itself or, where stated, of the working
// picture: shrunk to a fixed number of pixels, so that one edge width means about the same loss of
// print whatever the camera.
namespace countersign {

// The log and the messages have levels in thousandths.
inline constexpr double kThousandths = 1000;

struct DocumentThresholds {
  // 640 px across a whole ID-1 card are 7 px per millimetre: below that, the smallest print (1 mm)
  // has no shape. With the usual margin around the card, 1000 px are good.
  Bounds short_side = {480, 600};
  Bounds long_side = {640, 900};

  // The score of a document's border, from 0 to 1 (see outline.h). Documents that are fit to be
  // read have 0.70 and more; pictures without a document seldom have 0.6.
  Bounds outline = {0.66, 0.66};
  // The same without regard to size, for a border that is seen well but is too small to be judged.
  double far_outline = 0.72;
  // The distance of the nearest corner from the picture's border, as a share of the picture's side.
  // A document that touches the border continues beyond it.
  Bounds margin = {0.004, 0.004};
  // Pixels of the photograph per millimetre of the document. A character of the MRZ, 2.54 mm wide
  // with its space, has 14 pixels at 5.5, the least that can be read.
  Bounds px_per_mm = {5.5, 7};
  // The visible share of each side of the border. A finger on a corner covers more than a fifth.
  Bounds side_seen = {0.80, 0.80};
  // The share of squares of 5 mm that print fills: the barest sides of cards have 0.08 and more.
  Bounds printed_share = {0.03, 0.03};

  // Edge width in millimetres: a blur of 0.2 mm, at which the print of an MRZ (strokes of 0.35 mm)
  // starts to run together, is measured as 0.16; cameras in focus give 0 to 0.09.
  Bounds edge_width_mm = {0.15, 0.11};
  // Fine detail in one direction divided by that in the other (see detail.h): 0.6 and more unless
  // the camera moved.
  Bounds detail_evenness = {0.45, 0.45};
  // The edge width when no document was found, in pixels of the working picture.
  Bounds photograph_edge_width_px = {2.4, 1.7};

  // Luma of the brightest fiftieth: paper below 60 is lost in the noise of a telephone's sensor;
  // daylight indoors gives 150 and more.
  Bounds highlight_luma = {60, 90};
  // Luma of the darkest thousandth. If nothing is darker than 225, there is no print to see. If
  // half of the picture is blown, what is left of the print was darker before, and at 150 it has
  // lost its faint parts.
  Bounds shadow_luma = {225, 225};
  Bounds blown_shadow_luma = {150, 110};
  double blown_share = 0.45;
  // Area of the largest reflection, as a share of the document. The reflection of a lamp covers a
  // line of print at 3 %, and a field that is needed at 6 %.
  Bounds glare_share = {0.06, 0.02};
  // Noise in steps of luma, in the calm tiles at the flat scale.
  Bounds noise_sigma = {14, 5};

  // Whether a capture goes to review because no engine judges whether its document is genuine. If
  // not, a document passes that is readable, valid by its own data and not expired.
  bool authenticity_required = true;

  bool operator==(const DocumentThresholds&) const = default;
};

struct MrzThresholds {
  // The mean likeness (a correlation) of the characters read as an MRZ. MRZs that can be read have
  // 0.85 and more; other print stays below 0.7.
  Bounds likeness = {0.80, 0.80};
  // Whether the back of an identity card or residence permit is refused without a readable MRZ, as
  // a passport's page is; otherwise it gets a WARNING. The MRZ of 1 in 70 cards is not read.
  bool required_on_cards = false;

  bool operator==(const MrzThresholds&) const = default;
};

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

  bool operator==(const FrameThresholds&) const = default;
};

// Whether two faces are one person's, by models that the operator names.
struct FaceMatchThresholds {
  // Likeness of two faces: the cosine of the angle between their features, -1 to 1. Below `error`
  // they are two persons', from `warning` on one person's, and between them it is undecided. 0.363
  // is the value that OpenCV publishes for its model SFace, measured on LFW (tutorial "DNN-based
  // Face Detection And Recognition"). The lower value is a chosen margin without a measurement
  // behind it. Another model needs other numbers.
  Bounds likeness = {0.300, 0.363};
  // The detector's confidence in a face, 0 to 1. The default of cv::FaceDetectorYN::create.
  double score = 0.9;
  // Width of a face. A recognizer sees 112 pixels; if fewer than half of them were photographed, it
  // would see what interpolation invented.
  double width_px = 48;

  bool operator==(const FaceMatchThresholds&) const = default;
};

struct Thresholds {
  DocumentThresholds document;
  MrzThresholds mrz;
  FrameThresholds frame;
  FaceMatchThresholds face_match;
  FaceThresholds face;

  bool operator==(const Thresholds&) const = default;
};

}  // namespace countersign

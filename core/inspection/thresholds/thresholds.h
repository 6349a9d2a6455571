#pragma once
#include "core/inspection/image/bounds.h"
#include "core/inspection/thresholds/face_thresholds.h"

// What the embedded engine judges by: everything that says how much is too much, or too little. An
// operator may set all of it, see threshold_table.h for the names, units and ranges. How a thing is
// measured (a scale, a radius) is no threshold: it belongs to the engine's version, since every
// threshold would mean something else after it.
//
// Luma is 0 to 255. Lengths are pixels of the picture itself, or where it says so of the working
// picture: shrunk to a fixed number of pixels, so that one width of an edge means about the same
// loss of print whatever the camera.
namespace countersign {

struct DocumentThresholds {
  // 640 px across a whole ID-1 card are 7 px a millimetre: below, the smallest
  // print (1 mm) has no shape. With the usual margin around it, 1000 px are good.
  Bounds short_side = {480, 600};
  Bounds long_side = {640, 900};

  // The border of a document, from 0 to 1 (see outline.h). Documents that are fit to be read
  // have 0.70 and more, pictures without one seldom 0.6.
  Bounds outline = {0.66, 0.66};
  // The same without regard to size, for a border that is seen well and is too small to
  // be judged.
  double far_outline = 0.72;
  // How far from the picture's border every corner is, as a share of its side. A document that
  // touches the border goes on behind it.
  Bounds margin = {0.004, 0.004};
  // Pixels of the photograph a millimetre of the document. A character of the machine-readable
  // zone, 2.54 mm wide with its space, has 14 at 5.5, which is the least that can be read.
  Bounds px_per_mm = {5.5, 7};
  // The share of each side of the border that is seen. A finger on a corner covers more than a
  // fifth.
  Bounds side_seen = {0.80, 0.80};
  // Squares of 5 mm that print fills, as a share: the barest sides of cards have 0.08 and more.
  Bounds printed_share = {0.03, 0.03};

  // Edge width, in millimetres: a blur of 0.2 mm, at which machine-readable print (strokes of
  // 0.35) starts to run together, is measured as 0.16; cameras in focus give 0 to 0.09.
  Bounds edge_width_mm = {0.15, 0.11};
  // Fine detail of one direction over that of the other (see detail.h): 0.6 and more unless
  // the camera moved.
  Bounds detail_evenness = {0.45, 0.45};
  // The edge width where no document was found, in pixels of the working picture.
  Bounds photograph_edge_width_px = {2.4, 1.7};

  // Luma of the brightest fiftieth: paper below 60 drowns in the noise of a
  // telephone's sensor; daylight indoors gives 150 and more.
  Bounds highlight_luma = {60, 90};
  // Luma of the darkest thousandth. When nothing is darker than 225 there is no
  // print to see; when half of the picture is blown, what is left of the print was
  // darker to begin with, and has lost its faint parts at 150.
  Bounds shadow_luma = {225, 225};
  Bounds blown_shadow_luma = {150, 110};
  double blown_share = 0.45;
  // Area of the largest reflection, as a share of the document. A lamp of 3 %
  // covers a line of print, of 6 % a field that is needed.
  Bounds glare_share = {0.06, 0.02};
  // Noise in steps of luma, of calm tiles at the flat scale.
  Bounds noise_sigma = {14, 5};

  // Whether a capture is for review because nobody judges if its document is genuine. Where that is
  // not asked for, a document that is readable, valid by its own words and not expired passes.
  bool authenticity_required = true;

  bool operator==(const DocumentThresholds&) const = default;
};

struct MrzThresholds {
  // The mean likeness (a correlation) of the characters read as a machine-readable zone. Zones that
  // can be read have 0.85 and more, other print stays below 0.7.
  Bounds likeness = {0.80, 0.80};
  // Whether the back of an identity card or residence permit is refused without a zone that can be
  // read, as a passport's page is; else it is remarked on. Of cards, 1 in 70 are not read.
  bool required_on_cards = false;

  bool operator==(const MrzThresholds&) const = default;
};

// Frames of a face: lenient, since a face is soft and a screen is small.
struct FrameThresholds {
  // How much there must be of it, whatever else is asked.
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

// Whether two faces are one person's, to models that the operator names.
struct FaceMatchThresholds {
  // Likeness of two faces: the cosine of the angle between their features, -1 to 1. Below `error`
  // they are two persons', from `warning` on one person's, and between them it is not known.
  // 0.363 is what OpenCV publishes for its model SFace, measured on LFW (tutorial "DNN-based
  // Face Detection And Recognition"). The lower one is a margin of ours, with no measurement
  // behind it. Another model needs other numbers.
  Bounds likeness = {0.300, 0.363};
  // How sure the detector is of a face, 0 to 1. The default of cv::FaceDetectorYN::create.
  double score = 0.9;
  // Width of a face. A recognizer sees 112 pixels; of fewer than half of them it would see what
  // was never photographed.
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

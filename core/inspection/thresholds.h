#pragma once
#include <cstddef>

#include "core/inspection/sharpness.h"

// Every number that the embedded engine judges by. Lengths are pixels of the
// picture itself, or where it says so of the working picture: shrunk to a fixed
// number of pixels, so that one width of an edge means about the same loss of
// print whatever the camera. Luma is 0 to 255.
namespace countersign::thresholds {

// One measure: beyond `error` the picture is refused, beyond `warning` it is
// accepted with a remark.
struct Bounds {
  double error = 0;
  double warning = 0;
};

struct SizeBounds {
  double short_side_px = 0;
  double long_side_px = 0;
};

// --- Documents

// A card that fills a 1600 x 1200 picture has 15 px a millimetre here.
inline constexpr std::size_t kDocumentWorkingPixels = 1600UL * 1200;

// 640 px across a whole ID-1 card are 7 px a millimetre: below, the smallest
// print (1 mm) has no shape. With the usual margin around it, 1000 px are good.
inline constexpr SizeBounds kDocumentSizeError = {480, 640};
inline constexpr SizeBounds kDocumentSizeWarning = {600, 900};

// The border of a document, from 0 to 1 (see outline.h). Documents that are fit to be read
// have 0.70 and more, pictures without one seldom 0.6.
inline constexpr Bounds kOutlineScore = {0.66, 0.66};
// The same without regard to size, for a border that is seen well and is too small to
// be judged.
inline constexpr double kFarOutline = 0.72;
// Squares of 5 mm that print fills, as a share: the barest sides of cards have 0.08 and more.
inline constexpr double kPrintSquareMm = 5;
inline constexpr Bounds kPrintedShare = {0.03, 0.03};
// How far from the picture's border every corner is, as a share of its side. A document that
// touches the border goes on behind it.
inline constexpr double kMarginShare = 0.004;
// Pixels of the photograph a millimetre of the document. A character of the machine-readable
// zone, 2.54 mm wide with its space, has 14 at 5.5, which is the least that can be read.
inline constexpr Bounds kDocumentPxPerMm = {5.5, 7};
// The share of each side of the border that is seen. A finger on a corner covers more than a fifth.
inline constexpr Bounds kSideSeen = {0.80, 0.80};

// The scale at which a document is seen flat and judged. Lengths below are in millimetres of it.
inline constexpr double kFlatPxPerMm = 8;

// Edge width, in millimetres: a blur of 0.2 mm, at which machine-readable print (strokes of
// 0.35) starts to run together, is measured as 0.16; cameras in focus give 0 to 0.09.
inline constexpr Bounds kDocumentEdgeWidthMm = {0.15, 0.11};
// Fine detail of one direction over that of the other (see detail.h): 0.6 and more unless
// the camera moved.
inline constexpr Bounds kDetailEvenness = {0.45, 0.45};
// The edge width where no document was found, in pixels of the working picture.
inline constexpr Bounds kPhotographEdgeWidthPx = {2.4, 1.7};
// Print of 14 levels of contrast is the faintest that counts; a single short
// line of text has more than 150 edge pixels.
inline constexpr SharpnessRules kDocumentSharpness = {10.0, 150};

// Luma of the brightest fiftieth: paper below 60 drowns in the noise of a
// telephone's sensor; daylight indoors gives 150 and more.
inline constexpr Bounds kDocumentHighlightLuma = {60, 90};

// Luma of the darkest thousandth. When nothing is darker than 225 there is no
// print to see; when half of the picture is blown, what is left of the print was
// darker to begin with, and has lost its faint parts at 150.
inline constexpr double kWashedOutShadowLuma = 225;
inline constexpr Bounds kBlownShadowLuma = {150, 110};
inline constexpr double kBlownShare = 0.45;

// Area of the largest reflection, as a share of the picture. A lamp of 3 %
// covers a line of print, of 6 % a field that is needed.
inline constexpr Bounds kDocumentGlareShare = {0.06, 0.02};
// The share of a blown blob's rim that fades for it to be a reflection, not paper.
inline constexpr double kDocumentGlareSoftRim = 0.4;

// Noise in steps of luma, of calm tiles at the flat scale.
inline constexpr Bounds kDocumentNoiseSigma = {14, 5};

// The mean likeness (a correlation) of the characters read as a machine-readable zone. Zones that
// can be read have 0.85 and more, other print stays below 0.7.
inline constexpr Bounds kMrzConfidence = {0.80, 0.80};

// --- Frames of a face: lenient, since a face is soft and a screen is small.

inline constexpr std::size_t kFrameWorkingPixels = 800UL * 600;
inline constexpr SizeBounds kFrameSizeError = {240, 320};
inline constexpr SizeBounds kFrameSizeWarning = {360, 480};
inline constexpr Bounds kFrameEdgeWidthPx = {3.0, 2.2};
inline constexpr SharpnessRules kFrameSharpness = {6.0, 80};
inline constexpr Bounds kFrameHighlightLuma = {50, 80};

// How much there must be of it, whatever else is asked.
inline constexpr std::size_t kMinFrames = 1;

static_assert(kDocumentEdgeWidthMm.warning < kDocumentEdgeWidthMm.error);
static_assert(kPhotographEdgeWidthPx.warning < kPhotographEdgeWidthPx.error);
static_assert(kDocumentPxPerMm.warning > kDocumentPxPerMm.error);
static_assert(kDocumentNoiseSigma.warning < kDocumentNoiseSigma.error);
static_assert(kDocumentHighlightLuma.warning > kDocumentHighlightLuma.error);
static_assert(kBlownShadowLuma.warning < kBlownShadowLuma.error);
static_assert(kBlownShadowLuma.error < kWashedOutShadowLuma);
static_assert(kDocumentGlareShare.warning < kDocumentGlareShare.error);
static_assert(kFrameEdgeWidthPx.warning < kFrameEdgeWidthPx.error);
static_assert(kFrameHighlightLuma.warning > kFrameHighlightLuma.error);
static_assert(kDocumentSizeError.short_side_px < kDocumentSizeWarning.short_side_px);
static_assert(kFrameSizeError.short_side_px < kFrameSizeWarning.short_side_px);

}  // namespace countersign::thresholds

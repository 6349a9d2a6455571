#pragma once
#include <cstdint>
#include <string>

#include "core/inspection/image/rgb_image.h"

// The defects that arise when pictures are taken and sent. Pure functions.
namespace countersign::drawing {

// Out of focus: a Gaussian of `sigma_px`. REQUIRES: sigma_px > 0.
RgbImage blurred(const RgbImage& image, double sigma_px);
// Motion blur: the mean along a line of `length_px` at `degrees`.
RgbImage moved(const RgbImage& image, double length_px, double degrees);
// Every channel times `factor`, below 1.
RgbImage darkened(const RgbImage& image, double factor);
// Overexposed by `amount` from 0 to 1: towards white, until little is left.
RgbImage washed_out(const RgbImage& image, double amount);
// A lamp reflected at fractions (x, y) of the picture. About `share` of its pixels become pure
// white; around them the light fades.
struct Lamp {
  double share = 0.1;
  double x = 0.5;
  double y = 0.5;
};
RgbImage with_glare(const RgbImage& image, const Lamp& lamp);
// Sensor noise of standard deviation `sigma`, on the scale from 0 to 255.
RgbImage noisy(const RgbImage& image, double sigma, std::uint64_t seed);
// The mirror image.
RgbImage mirrored(const RgbImage& image);
// The two pictures side by side. REQUIRES: they are of the same height.
RgbImage beside(const RgbImage& left, const RgbImage& right);
// The first `share` of a file. REQUIRES: 0 <= share <= 1.
std::string truncated(const std::string& file, double share);

}  // namespace countersign::drawing

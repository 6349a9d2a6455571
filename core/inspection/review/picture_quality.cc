#include "core/inspection/review/picture_quality.h"

#include <algorithm>
#include <optional>

#include "core/inspection/image/luma_image.h"
#include "core/inspection/measure/exposure.h"
#include "core/inspection/measure/noise.h"
#include "core/inspection/measure/sharpness.h"

namespace countersign {
namespace {

// The edge width that is reported for a picture without an edge.
constexpr double kNoEdgesWidthPx = 20;

constexpr std::size_t kFrameWorkingPixels = 800UL * 600;
// The edges of a face are soft.
constexpr SharpnessRules kFrameSharpness = {6.0, 80};

// Print that is soft itself is as soft in each direction of edges, but for this factor. After
// motion of 1.2 mm one in fifty documents stays below it.
constexpr double kMostUneven = 1.4;

// The least share of a blown blob's rim that fades if the blob is a reflection, not paper.
constexpr double kGlareSoftRim = 0.4;

// Judges the side that is nearer to its bound, or further below it.
Judgement judge_size(Judgement wording,
                     const Picture& picture,
                     const Bounds& short_bounds,
                     const Bounds& long_bounds) {
  const double short_side = std::min(picture.width, picture.height);
  const double long_side = std::max(picture.width, picture.height);
  if (short_side / short_bounds.error <= long_side / long_bounds.error) {
    return refuse_below(std::move(wording), short_side, short_bounds);
  }
  return refuse_below(std::move(wording), long_side, long_bounds);
}

Judgement judge_sharpness(Judgement wording,
                          const std::optional<double>& edge_width,
                          const Bounds& bounds,
                          const char* hint_without_edges) {
  if (edge_width) return refuse_above(std::move(wording), *edge_width, bounds);
  wording.hint = hint_without_edges;
  return refuse_above(std::move(wording), kNoEdgesWidthPx, bounds);
}

std::optional<double> softest_px(const LumaImage& frame) {
  const std::optional<EdgeWidths> widths = edge_widths_px(frame, kFrameSharpness);
  return widths ? std::optional(widths->softest) : std::nullopt;
}

// Grain has narrow edges of its own, and a blurred frame looks sharper for them. At half the size
// little is left of the grain, but the edges of a face merge into wider ones. The mean of the two
// widths is far from its bound both for a blurred frame with grain and for one in soft focus.
std::optional<double> frame_edge_width_px(const LumaImage& luma) {
  const LumaImage half = shrunk(luma, luma.bytes.size() / 4);
  const auto width = softest_px(luma);
  const auto of_half = softest_px(half);
  if (!width || !of_half) return width;
  const double scale = static_cast<double>(luma.width) / static_cast<double>(half.width);
  return (*width + scale * *of_half) / 2;
}

// The darkest pixels are what is left of the print. How bright they may be depends on how much of
// the picture is blown.
template <class Group>
Judgement judge_brightness(Judgement wording, const Exposure& exposure, const Group& thresholds) {
  const bool blown = exposure.blown_share >= thresholds.blown_share;
  return refuse_above(std::move(wording),
                      exposure.shadow_luma,
                      blown ? thresholds.blown_shadow_luma : thresholds.shadow_luma);
}

// Whether the picture is nothing but white.
template <class Group>
bool is_white(const Exposure& exposure, const Group& thresholds) {
  return exposure.shadow_luma >= thresholds.shadow_luma.error;
}

// Orders two judgements so that the first explains the second. If everything is white, there are no
// edges to be sharp; otherwise a blur has washed the print out.
void append_brightness_and_sharpness(const Judgement& brightness,
                                     const Judgement& sharpness,
                                     bool white,
                                     std::vector<Judgement>& judgements) {
  judgements.push_back(white ? brightness : sharpness);
  judgements.push_back(white ? sharpness : brightness);
}

}  // namespace

Judgement judge_document_resolution(const Picture& picture, const DocumentThresholds& thresholds) {
  return judge_size(
      wording(Check::DocumentResolution), picture, thresholds.short_side, thresholds.long_side);
}

PictureQuality judge_document_quality(const LumaImage& luma,
                                      double px_per_mm,
                                      const DocumentThresholds& thresholds) {
  const Exposure exposure = measure_exposure(luma);
  const bool flat = px_per_mm > 1;
  const std::optional<EdgeWidths> widths = edge_widths_px(luma, kPrintSharpness);
  std::optional<double> edge_width;
  if (widths) edge_width = widths->softest / px_per_mm;
  PictureQuality quality;
  quality.evenly_soft = widths && widths->softest <= kMostUneven * widths->sharpest;
  quality.light = refuse_below(
      wording(Check::DocumentLight), exposure.highlight_luma, thresholds.highlight_luma);
  quality.overexposure =
      judge_brightness(wording(Check::DocumentOverexposure), exposure, thresholds);
  quality.sharpness = judge_sharpness(
      wording(Check::DocumentSharpness),
      edge_width,
      flat ? thresholds.edge_width_mm : thresholds.photograph_edge_width_px,
      "The picture shows no print. Place the document in the frame, and wait for the focus.");
  quality.reflection = measure_glare(luma, kGlareSoftRim);
  quality.glare = refuse_above(
      wording(Check::DocumentGlare), quality.reflection.area_share, thresholds.glare_share);
  quality.noise =
      refuse_above(wording(Check::DocumentNoise), noise_sigma(luma), thresholds.noise_sigma);
  quality.white = is_white(exposure, thresholds);
  return quality;
}

std::vector<Judgement> judge_frame_picture(const RgbImage& picture,
                                           const FrameThresholds& thresholds) {
  const LumaImage luma = shrunk_luma(picture, kFrameWorkingPixels);
  const Exposure exposure = measure_exposure(luma);
  std::vector<Judgement> judgements;
  judgements.push_back(judge_size(
      wording(Check::LivenessResolution), picture, thresholds.short_side, thresholds.long_side));
  judgements.push_back(refuse_below(
      wording(Check::LivenessLight), exposure.highlight_luma, thresholds.highlight_luma));
  append_brightness_and_sharpness(
      judge_brightness(wording(Check::LivenessOverexposure), exposure, thresholds),
      judge_sharpness(wording(Check::LivenessSharpness),
                      frame_edge_width_px(luma),
                      thresholds.edge_width_px,
                      "The picture shows nothing. Look into the camera, and wait for the focus."),
      is_white(exposure, thresholds),
      judgements);
  return judgements;
}

}  // namespace countersign

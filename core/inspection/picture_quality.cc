#include "core/inspection/picture_quality.h"

#include <algorithm>
#include <optional>

#include "core/inspection/exposure.h"
#include "core/inspection/glare.h"
#include "core/inspection/luma_image.h"
#include "core/inspection/noise.h"
#include "core/inspection/sharpness.h"
#include "core/inspection/thresholds.h"

namespace countersign {
namespace {

using thresholds::Bounds;
using thresholds::SizeBounds;

// What a picture without an edge reports as the width of its edges.
constexpr double kNoEdgesWidthPx = 20;

// The side that is nearer to its bound, or further below it, is judged.
Judgement judge_size(Judgement wording,
                     const RgbImage& picture,
                     const SizeBounds& error,
                     const SizeBounds& warning) {
  const double short_side = std::min(picture.width, picture.height);
  const double long_side = std::max(picture.width, picture.height);
  if (short_side / error.short_side_px <= long_side / error.long_side_px) {
    return refuse_below(
        std::move(wording), short_side, {error.short_side_px, warning.short_side_px});
  }
  return refuse_below(std::move(wording), long_side, {error.long_side_px, warning.long_side_px});
}

Judgement judge_sharpness(Judgement wording,
                          const std::optional<double>& edge_width,
                          const Bounds& bounds,
                          const char* hint_without_edges) {
  if (edge_width) return refuse_above(std::move(wording), *edge_width, bounds);
  wording.hint = hint_without_edges;
  return refuse_above(std::move(wording), kNoEdgesWidthPx, bounds);
}

// The darkest that there is is what is left of the print. How bright it may be
// depends on how much of the picture is blown.
Judgement judge_brightness(Judgement wording, const Exposure& exposure) {
  const bool blown = exposure.blown_share >= thresholds::kBlownShare;
  const Bounds washed_out = {thresholds::kWashedOutShadowLuma, thresholds::kWashedOutShadowLuma};
  return refuse_above(
      std::move(wording), exposure.shadow_luma, blown ? thresholds::kBlownShadowLuma : washed_out);
}

// Orders two judgements by which explains the other. Where everything is white
// there are no edges to be sharp; else a blur has washed the print out.
void append_brightness_and_sharpness(const Judgement& brightness,
                                     const Judgement& sharpness,
                                     const Exposure& exposure,
                                     std::vector<Judgement>& judgements) {
  const bool white = exposure.shadow_luma >= thresholds::kWashedOutShadowLuma;
  judgements.push_back(white ? brightness : sharpness);
  judgements.push_back(white ? sharpness : brightness);
}

}  // namespace

Judgement judge_document_resolution(const RgbImage& picture) {
  return judge_size(
      wording("DOCUMENT_RESOLUTION",
              "DOCUMENT_LOW_RESOLUTION",
              "Use a camera setting with more pixels, and let the document fill the picture."),
      picture,
      thresholds::kDocumentSizeError,
      thresholds::kDocumentSizeWarning);
}

PictureQuality judge_document_quality(const LumaImage& luma, double px_per_mm) {
  const Exposure exposure = measure_exposure(luma);
  const bool flat = px_per_mm > 1;
  std::optional<double> edge_width = edge_width_px(luma, thresholds::kDocumentSharpness);
  if (edge_width) *edge_width /= px_per_mm;
  PictureQuality quality;
  quality.light = refuse_below(
      wording("DOCUMENT_LIGHT", "DOCUMENT_TOO_DARK", "Take the picture in a brighter place."),
      exposure.highlight_luma,
      thresholds::kDocumentHighlightLuma);
  quality.overexposure = judge_brightness(
      wording("DOCUMENT_OVEREXPOSURE",
              "DOCUMENT_TOO_BRIGHT",
              "The picture is washed out. Avoid direct light, and switch off the flash."),
      exposure);
  quality.sharpness = judge_sharpness(
      wording("DOCUMENT_SHARPNESS",
              "DOCUMENT_BLURRY",
              "Hold the camera still, and wait until the document is in focus."),
      edge_width,
      flat ? thresholds::kDocumentEdgeWidthMm : thresholds::kPhotographEdgeWidthPx,
      "The picture shows no print. Place the document in the frame, and wait for the focus.");
  quality.glare =
      refuse_above(wording("DOCUMENT_GLARE",
                           "DOCUMENT_GLARE",
                           "A light is reflected. Tilt the document, or move away from the lamp."),
                   measure_glare(luma, thresholds::kDocumentGlareSoftRim).area_share,
                   thresholds::kDocumentGlareShare);
  quality.noise = refuse_above(wording("DOCUMENT_NOISE",
                                       "DOCUMENT_NOISY",
                                       "The picture is grainy. Take it in a brighter place."),
                               noise_sigma(luma),
                               thresholds::kDocumentNoiseSigma);
  quality.white = exposure.shadow_luma >= thresholds::kWashedOutShadowLuma;
  return quality;
}

std::vector<Judgement> judge_frame_picture(const RgbImage& picture) {
  const LumaImage luma = shrunk_luma(picture, thresholds::kFrameWorkingPixels);
  const Exposure exposure = measure_exposure(luma);
  std::vector<Judgement> judgements;
  judgements.push_back(judge_size(wording("LIVENESS_RESOLUTION",
                                          "LIVENESS_LOW_RESOLUTION",
                                          "Use a camera setting with more pixels."),
                                  picture,
                                  thresholds::kFrameSizeError,
                                  thresholds::kFrameSizeWarning));
  judgements.push_back(refuse_below(wording("LIVENESS_LIGHT",
                                            "LIVENESS_TOO_DARK",
                                            "Go to a brighter place, with the light in front."),
                                    exposure.highlight_luma,
                                    thresholds::kFrameHighlightLuma));
  append_brightness_and_sharpness(
      judge_brightness(wording("LIVENESS_OVEREXPOSURE",
                               "LIVENESS_TOO_BRIGHT",
                               "The picture is washed out. Turn away from the light."),
                       exposure),
      judge_sharpness(
          wording(
              "LIVENESS_SHARPNESS", "LIVENESS_BLURRY", "Hold the camera still, and move slowly."),
          edge_width_px(luma, thresholds::kFrameSharpness),
          thresholds::kFrameEdgeWidthPx,
          "The picture shows nothing. Look into the camera, and wait for the focus."),
      exposure,
      judgements);
  return judgements;
}

}  // namespace countersign

#include "core/inspection/review/picture_quality.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "core/inspection/image/luma_image.h"
#include "core/inspection/measure/detail.h"
#include "core/inspection/measure/exposure.h"
#include "core/inspection/measure/motion.h"
#include "core/inspection/measure/noise.h"
#include "core/inspection/measure/sharpness.h"

namespace countersign {
namespace {

// The edge width that is reported for a picture without an edge.
constexpr double kNoEdgesWidthPx = 20;

// The size at which frames are measured, 0.48 megapixels: frame-edge-width is stated for it.
constexpr std::size_t kFrameWorkingPixels = 800UL * 600;
// The edges of a face are soft. The least contrast, and the fewest edges: chosen on drawn heads,
// not measured.
constexpr SharpnessRules kFrameSharpness = {6.0, 80};

// Print that is soft by itself is soft in each direction of edges: the widest edges are at most
// this many times as wide as the narrowest. Four in five pictures that moved by 1.2 mm are
// beyond it. A sharp border says more, since some documents have edges that are soft in one
// direction.
constexpr double kMostUnevenProven = 1.8;
// The same where there is neither zone nor border. One in fifty of those that moved is within it.
constexpr double kMostUnevenWithoutBorder = 1.4;

// Print whose check digits are right may be this much softer, or have so much less detail along an
// axis, than the limits say.
constexpr double kLatitudeOfProven = 1.12;
// Print may be this much softer than the limit where the border of its document is sharp. Documents
// have print of up to 1.45 times the limit. A picture that is out of focus by 0.42 mm measures 2,
// which counts if somebody cut it out along the border and laid it on something else.
constexpr double kLatitudeOfSharpBorder = 1.6;
// Print of a document without a border may be this much softer: scans and pictures that were cut
// along the border show nothing that could be sharper. A picture that is out of focus by 0.28 mm
// measures 1.4 or more.
constexpr double kLatitudeWithoutBorder = 1.33;
// The ratio of details may be from the first to the second where edges are sharp. That of real
// documents is 0.22 to 1.24. Two printed sheets had 3.2 and 5.5.
constexpr double kLeastSharpDetail = 0.2;
constexpr double kMostSharpDetail = 1.7;
// The ratio of details of a document with too few shapes to compare.
constexpr double kUsualDetail = 1;

// Noise of up to this many limits is a warning where the print is proven to be readable: pictures
// that were sharpened measured 15.8 and 24.8.
constexpr double kLatitudeOfNoise = 1.8;

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

// How many times as wide as the narrowest edges the widest are.
double unevenness(const EdgeWidths& widths) {
  return widths.sharpest > 0 ? widths.softest / widths.sharpest
                             : std::numeric_limits<double>::infinity();
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

Judgement judge_document_resolution(const Picture& picture,
                                    bool found,
                                    const DocumentThresholds& thresholds) {
  Judgement judgement = judge_size(
      wording(Check::DocumentResolution), picture, thresholds.short_side, thresholds.long_side);
  if (found) judgement.status = CheckStatus::Passed;
  return judgement;
}

Judgement judge_noise_of_readable(Judgement noise,
                                  bool readable,
                                  const DocumentThresholds& thresholds) {
  const bool slight = noise.value.value_or(0) <= kLatitudeOfNoise * thresholds.noise_sigma.error;
  return readable && slight ? at_most_a_warning(std::move(noise)) : noise;
}

PictureQuality judge_document_quality(const LumaImage& luma,
                                      double px_per_mm,
                                      const DocumentThresholds& thresholds) {
  const Exposure exposure = measure_exposure(luma);
  const bool flat = px_per_mm > 1;
  PictureQuality quality;
  quality.widths = edge_widths_px(luma, kPrintSharpness);
  std::optional<double> edge_width;
  if (quality.widths) edge_width = quality.widths->softest / px_per_mm;
  quality.light = refuse_below(
      wording(Check::DocumentLight), exposure.highlight_luma, thresholds.highlight_luma);
  quality.overexposure =
      judge_brightness(wording(Check::DocumentOverexposure), exposure, thresholds);
  quality.sharpness = judge_sharpness(
      wording(Check::DocumentSharpness),
      edge_width,
      flat ? thresholds.edge_width_mm : thresholds.photograph_edge_width_px,
      "The picture shows no print. Place the document in the frame, and wait for the focus.");
  quality.reflections = find_reflections(luma, kGlareSoftRimOnPrint);
  const auto certain = std::ranges::find_if(
      quality.reflections, [](const Glare& glare) { return glare.soft_rim >= kGlareSoftRim; });
  const double largest = certain == quality.reflections.end() ? 0 : certain->area_share;
  quality.glare = refuse_above(wording(Check::DocumentGlare), largest, thresholds.glare_share);
  quality.noise =
      refuse_above(wording(Check::DocumentNoise), noise_sigma(luma), thresholds.noise_sigma);
  quality.white = is_white(exposure, thresholds);
  return quality;
}

Judgement judge_focus(const PictureQuality& quality,
                      const std::optional<BorderWidths>& border_mm,
                      double px_per_mm,
                      bool proven,
                      const DocumentThresholds& thresholds) {
  Judgement print = quality.sharpness;
  if (!quality.widths) return print;
  const double limit = thresholds.edge_width_mm.error;
  const double width = quality.widths->softest / px_per_mm;
  const std::optional<double> border = border_mm ? border_mm->softest() : std::nullopt;
  if (border && shows_motion(*quality.widths, *border_mm, px_per_mm)) {
    return refuse_above(
        wording(Check::DocumentSharpness), std::max(width, *border), thresholds.edge_width_mm);
  }
  if (!refused(print)) return print;
  const double uneven = unevenness(*quality.widths);
  const bool fit =
      (proven && uneven <= kMostUnevenProven && width <= kLatitudeOfProven * limit) ||
      (border && *border <= limit && width <= kLatitudeOfSharpBorder * limit) ||
      (!border_mm && uneven <= kMostUnevenWithoutBorder && width <= kLatitudeWithoutBorder * limit);
  return fit ? at_most_a_warning(std::move(print)) : print;
}

Judgement judge_detail(const LumaImage& flat,
                       const PictureQuality& quality,
                       double px_per_mm,
                       bool proven,
                       const DocumentThresholds& thresholds) {
  if (refused(quality.sharpness)) return not_performed(Check::DocumentDetail);
  const FineDetail detail = fine_detail(flat, px_per_mm, quality.noise.value.value_or(0));
  const double ratio = detail.down_over_across().value_or(kUsualDetail);
  const Judgement wording = countersign::wording(Check::DocumentDetail);
  Judgement judgement = ratio < 1 ? refuse_below(wording, ratio, thresholds.detail_down)
                                  : refuse_above(wording, ratio, thresholds.detail_across);
  // Where edges across and down the page are sharp, the print has that detail by itself.
  const bool sharp = quality.sharpness.status == CheckStatus::Passed && quality.widths &&
                     quality.widths->by_direction[kAlongX] && quality.widths->by_direction[kAlongY];
  const bool by_itself = sharp && ratio >= kLeastSharpDetail && ratio <= kMostSharpDetail;
  const bool nearly = ratio * kLatitudeOfProven >= thresholds.detail_down.error &&
                      ratio <= kLatitudeOfProven * thresholds.detail_across.error;
  return by_itself || (proven && nearly) ? at_most_a_warning(std::move(judgement)) : judgement;
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

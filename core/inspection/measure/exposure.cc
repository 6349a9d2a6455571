#include "core/inspection/measure/exposure.h"

#include <algorithm>

namespace countersign {

Exposure measure_exposure(const LumaImage& luma) {
  const auto blown = std::count_if(
      luma.bytes.begin(), luma.bytes.end(), [](std::uint8_t value) { return value >= kBlownLuma; });
  Exposure exposure;
  exposure.highlight_luma = luma_percentile(luma, 0.98);
  exposure.shadow_luma = luma_percentile(luma, 0.001);
  exposure.blown_share = static_cast<double>(blown) / static_cast<double>(luma.bytes.size());
  return exposure;
}

}  // namespace countersign

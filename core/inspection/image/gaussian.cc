#include "core/inspection/image/gaussian.h"

#include <algorithm>
#include <cmath>

namespace countersign {
namespace {

std::vector<float> kernel_of(double sigma, std::size_t radius) {
  std::vector<double> weights;
  double sum = 0;
  for (std::size_t i = 0; i <= 2 * radius; ++i) {
    const double x = static_cast<double>(i) - static_cast<double>(radius);
    weights.push_back(std::exp(-x * x / (2 * sigma * sigma)));
    sum += weights.back();
  }
  std::vector<float> kernel;
  for (const double weight : weights) kernel.push_back(static_cast<float>(weight / sum));
  return kernel;
}

// Blurs one row whose ends are already extended by the radius.
void blur_row(const std::vector<float>& extended,
              const std::vector<float>& kernel,
              std::size_t width,
              float* out) {
  std::fill(out, out + width, 0.0F);
  for (std::size_t i = 0; i < kernel.size(); ++i) {
    const float weight = kernel[i];
    const float* in = extended.data() + i;
    for (std::size_t x = 0; x < width; ++x) out[x] += weight * in[x];
  }
}

}  // namespace

std::vector<float> gaussian_blurred(const LumaImage& luma, double sigma, std::size_t radius) {
  const std::vector<float> kernel = kernel_of(sigma, radius);
  const std::size_t width = luma.width;
  const std::size_t height = luma.height;
  std::vector<float> along_x(width * height);
  std::vector<float> extended(width + 2 * radius);
  for (std::size_t y = 0; y < height; ++y) {
    const std::uint8_t* row = luma.row(y);
    for (std::size_t x = 0; x < radius; ++x) {
      extended[x] = row[0];
      extended[radius + width + x] = row[width - 1];
    }
    std::copy(row, row + width, extended.begin() + static_cast<std::ptrdiff_t>(radius));
    blur_row(extended, kernel, width, along_x.data() + y * width);
  }
  std::vector<float> result(width * height);
  for (std::size_t y = 0; y < height; ++y) {
    float* out = result.data() + y * width;
    for (std::size_t i = 0; i < kernel.size(); ++i) {
      const std::size_t line = std::clamp(y + i, radius, height - 1 + radius) - radius;
      const float* in = along_x.data() + line * width;
      const float weight = kernel[i];
      for (std::size_t x = 0; x < width; ++x) out[x] += weight * in[x];
    }
  }
  return result;
}

}  // namespace countersign

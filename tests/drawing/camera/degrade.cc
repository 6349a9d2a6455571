#include "tests/drawing/camera/degrade.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/check.h"
#include "tests/drawing/canvas.h"
#include "tests/drawing/dice.h"

namespace countersign::drawing {
namespace {

// Rounds a weighted mean whose weights are not negative and add up to 1.
std::uint8_t rounded(float mean) {
  return static_cast<std::uint8_t>(std::min(mean + 0.5F, 255.0F));
}

std::vector<float> gaussian(double sigma) {
  const auto radius = static_cast<std::ptrdiff_t>(std::ceil(3 * sigma));
  std::vector<float> kernel;
  double sum = 0;
  for (std::ptrdiff_t i = -radius; i <= radius; ++i) {
    const double weight = std::exp(-static_cast<double>(i * i) / (2 * sigma * sigma));
    kernel.push_back(static_cast<float>(weight));
    sum += weight;
  }
  for (float& weight : kernel) weight /= static_cast<float>(sum);
  return kernel;
}

// The weighted mean of samples along (step_x, step_y) for every pixel.
RgbImage smeared(const RgbImage& image,
                 const std::vector<float>& kernel,
                 double step_x,
                 double step_y) {
  const auto radius = static_cast<double>(kernel.size() - 1) / 2;
  const long width = image.width;
  const long height = image.height;
  RgbImage result(image.width, image.height);
  std::vector<float> sums(std::size_t{image.width} * 3);
  for (long y = 0; y < height; ++y) {
    std::fill(sums.begin(), sums.end(), 0.0F);
    for (std::size_t i = 0; i < kernel.size(); ++i) {
      const double offset = static_cast<double>(i) - radius;
      const long shift = std::lround(offset * step_x);
      const long from_y = std::clamp(y + std::lround(offset * step_y), 0L, height - 1);
      const std::uint8_t* in = image.row(static_cast<std::uint32_t>(from_y));
      const float weight = kernel[i];
      // Only the ends of a row read beyond its border, where the border pixel is repeated.
      const long inner_begin = std::clamp(-shift, 0L, width);
      const long inner_end = std::clamp(width - shift, inner_begin, width);
      const auto add = [&](long x, long from_x) {
        for (long c = 0; c < 3; ++c) {
          sums[static_cast<std::size_t>(3 * x + c)] +=
              weight * static_cast<float>(in[3 * from_x + c]);
        }
      };
      for (long x = 0; x < inner_begin; ++x) add(x, 0);
      float* out = sums.data();
      for (long j = 3 * inner_begin; j < 3 * inner_end; ++j) {
        out[j] += weight * static_cast<float>(in[j + 3 * shift]);
      }
      for (long x = inner_end; x < width; ++x) add(x, width - 1);
    }
    std::uint8_t* out = result.row(static_cast<std::uint32_t>(y));
    for (std::size_t j = 0; j < sums.size(); ++j) out[j] = rounded(sums[j]);
  }
  return result;
}

template <class Change>
RgbImage each_channel(const RgbImage& image, Change change) {
  RgbImage result = image;
  for (std::uint8_t& byte : result.bytes) byte = channel(change(static_cast<double>(byte)));
  return result;
}

}  // namespace

RgbImage blurred(const RgbImage& image, double sigma_px) {
  check(sigma_px > 0, "the sigma of a blur is above 0 pixels");
  const std::vector<float> kernel = gaussian(sigma_px);
  return smeared(smeared(image, kernel, 1, 0), kernel, 0, 1);
}

RgbImage moved(const RgbImage& image, double length_px, double degrees) {
  const auto samples = static_cast<std::size_t>(std::max(1L, std::lround(length_px)));
  const std::vector<float> kernel(samples, 1.0F / static_cast<float>(samples));
  const double angle = degrees * std::numbers::pi / 180;
  return smeared(image, kernel, std::cos(angle), std::sin(angle));
}

RgbImage darkened(const RgbImage& image, double factor) {
  return each_channel(image, [factor](double value) { return value * factor; });
}

RgbImage washed_out(const RgbImage& image, double amount) {
  return each_channel(image,
                      [amount](double value) { return value * (1 + 2 * amount) + 200 * amount; });
}

RgbImage with_glare(const RgbImage& image, const Lamp& lamp) {
  // The light is full inside the core and fades to nothing over the distance `white` beyond it; on
  // pale paper a part of the fading light is pure white too.
  const double white = std::sqrt(lamp.share * image.width * image.height / std::numbers::pi);
  const double core = 0.7 * white;
  const double fade = white;
  const double cx = lamp.x * image.width;
  const double cy = lamp.y * image.height;
  RgbImage result = image;
  for (std::uint32_t y = 0; y < image.height; ++y) {
    std::uint8_t* row = result.row(y);
    for (std::uint32_t x = 0; x < image.width; ++x) {
      const double beyond = std::max(0.0, std::hypot(x - cx, y - cy) - core) / fade;
      const double light = beyond >= 1 ? 0 : 255 * (1 - beyond) * (1 - beyond);
      for (int c = 0; c < 3; ++c) row[3 * x + c] = channel(row[3 * x + c] + light);
    }
  }
  return result;
}

RgbImage noisy(const RgbImage& image, double sigma, std::uint64_t seed) {
  Dice dice(seed);
  return each_channel(image, [&](double value) { return value + sigma * dice.normal(); });
}

RgbImage mirrored(const RgbImage& image) {
  RgbImage result(image.width, image.height);
  for (std::uint32_t y = 0; y < image.height; ++y) {
    for (std::uint32_t x = 0; x < image.width; ++x) {
      std::copy_n(image.row(y) + 3 * std::size_t{x},
                  3,
                  result.row(y) + 3 * std::size_t{image.width - 1 - x});
    }
  }
  return result;
}

RgbImage beside(const RgbImage& left, const RgbImage& right) {
  RgbImage both(left.width + right.width, left.height);
  for (std::uint32_t y = 0; y < left.height; ++y) {
    std::copy_n(left.row(y), std::size_t{left.width} * 3, both.row(y));
    std::copy_n(
        right.row(y), std::size_t{right.width} * 3, both.row(y) + std::size_t{left.width} * 3);
  }
  return both;
}

std::string truncated(const std::string& file, double share) {
  check(share >= 0 && share <= 1, "the share of a file that is kept is from 0 to 1");
  return file.substr(0, static_cast<std::size_t>(share * static_cast<double>(file.size())));
}

}  // namespace countersign::drawing

#include "core/inspection/outline/edge_map.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/check.h"

namespace countersign {
namespace {

// The border of a pale card on a pale table has this strength, in units of the Sobel operator.
constexpr float kMinStrength = 14;
// With a steeper ratio of its components, a gradient points along an axis; else along a diagonal.
constexpr float kAlongAxis = 2.4F;
constexpr std::size_t kMargin = 2;  // pixels: the border is not softened, nor what is next to it

// Applies the binomial filter 1 2 1 along both axes.
LumaImage softened(const LumaImage& picture) {
  const std::size_t width = picture.width;
  const std::size_t height = picture.height;
  LumaImage along_x = picture;
  for (std::size_t y = 0; y < height; ++y) {
    const std::uint8_t* in = picture.row(y);
    std::uint8_t* out = along_x.bytes.data() + y * width;
    for (std::size_t x = 1; x + 1 < width; ++x) {
      out[x] = static_cast<std::uint8_t>((in[x - 1] + 2 * in[x] + in[x + 1] + 2) >> 2);
    }
  }
  LumaImage result = along_x;
  for (std::size_t y = 1; y + 1 < height; ++y) {
    const std::uint8_t* above = along_x.row(y - 1);
    const std::uint8_t* here = along_x.row(y);
    const std::uint8_t* below = along_x.row(y + 1);
    std::uint8_t* out = result.bytes.data() + y * width;
    for (std::size_t x = 0; x < width; ++x) {
      out[x] = static_cast<std::uint8_t>((above[x] + 2 * here[x] + below[x] + 2) >> 2);
    }
  }
  return result;
}

struct Gradients {
  std::vector<int> x;
  std::vector<int> y;
  std::vector<float> strength;
};

// Keeps for each pixel the steeper of the gradient so far and this plane's.
void add_sobel(const LumaImage& plane, Gradients& gradients) {
  for (std::size_t y = 1; y + 1 < plane.height; ++y) {
    const std::uint8_t* a = plane.row(y - 1);
    const std::uint8_t* b = plane.row(y);
    const std::uint8_t* c = plane.row(y + 1);
    int* gradient_x = gradients.x.data() + y * plane.width;
    int* gradient_y = gradients.y.data() + y * plane.width;
    float* steepest = gradients.strength.data() + y * plane.width;
    for (std::size_t x = 1; x + 1 < plane.width; ++x) {
      const int gx = a[x + 1] + 2 * b[x + 1] + c[x + 1] - a[x - 1] - 2 * b[x - 1] - c[x - 1];
      const int gy = c[x - 1] + 2 * c[x] + c[x + 1] - a[x - 1] - 2 * a[x] - a[x + 1];
      const float strength = std::sqrt(static_cast<float>(gx * gx + gy * gy));
      if (strength <= steepest[x]) continue;
      gradient_x[x] = gx;
      gradient_y[x] = gy;
      steepest[x] = strength;
    }
  }
}

Gradients steepest_gradients(const ColourPlanes& planes) {
  const std::size_t pixels = planes[0].bytes.size();
  Gradients result{std::vector<int>(pixels), std::vector<int>(pixels), std::vector<float>(pixels)};
  for (const LumaImage& plane : planes) add_sobel(softened(softened(plane)), result);
  return result;
}

// Along each axis, the number of samples taken for one shrunk pixel.
constexpr std::size_t kSamples = 4;

// Returns the pixel of the picture that each sample is, where `to` shrunk pixels cover `from`.
std::vector<std::uint32_t> sampled_places(std::size_t to, std::uint32_t from) {
  std::vector<std::uint32_t> places(to * kSamples);
  for (std::size_t i = 0; i < places.size(); ++i) {
    places[i] = static_cast<std::uint32_t>((2 * i + 1) * from / (2 * places.size()));
  }
  return places;
}

}  // namespace

ColourPlanes sampled_planes(const RgbImage& picture, std::size_t max_pixels) {
  check(max_pixels > 0 && picture.width > 0 && picture.height > 0,
        "a picture's width and height and the pixel limit are above 0");
  const double pixels = static_cast<double>(picture.width) * picture.height;
  const double shrink = std::max(1.0, std::sqrt(pixels / static_cast<double>(max_pixels)));
  const auto side = [shrink](std::uint32_t length) {
    return std::max<std::size_t>(1, static_cast<std::size_t>(length / shrink));
  };
  const std::size_t width = side(picture.width);
  const std::size_t height = side(picture.height);
  ColourPlanes planes;
  for (LumaImage& plane : planes)
    plane = {width, height, std::vector<std::uint8_t>(width * height)};
  const std::vector<std::uint32_t> rows = sampled_places(height, picture.height);
  const std::vector<std::uint32_t> columns = sampled_places(width, picture.width);
  const std::uint32_t* row_places = rows.data();  // operator[] would check each place
  for (std::size_t y = 0; y < height; ++y) {
    for (std::size_t x = 0; x < width; ++x) {
      std::array<unsigned, 3> sums{};
      for (std::size_t i = 0; i < kSamples; ++i) {
        const std::uint8_t* row = picture.row(row_places[y * kSamples + i]);
        const std::uint32_t* column = columns.data() + x * kSamples;
        for (std::size_t j = 0; j < kSamples; ++j) {
          const std::uint8_t* pixel = row + std::size_t{column[j]} * 3;
          sums[0] += pixel[0];
          sums[1] += pixel[1];
          sums[2] += pixel[2];
        }
      }
      for (std::size_t c = 0; c < 3; ++c) {
        planes[c].bytes[y * width + x] = static_cast<std::uint8_t>(sums[c] / (kSamples * kSamples));
      }
    }
  }
  return planes;
}

EdgeMap find_edges_of(const ColourPlanes& planes) {
  const LumaImage& picture = planes[0];
  check(picture.width < 65536 && picture.height < 65536,
        "a picture whose edges are sought is less than 65536 pixels wide and high");
  EdgeMap map{picture.width, picture.height, {}, std::vector<std::uint32_t>(picture.bytes.size())};
  const Gradients gradients = steepest_gradients(planes);
  for (std::size_t y = kMargin; y + kMargin < picture.height; ++y) {
    for (std::size_t x = kMargin; x + kMargin < picture.width; ++x) {
      const std::size_t at = y * picture.width + x;
      const float strength = gradients.strength[at];
      if (strength < kMinStrength) continue;
      const int gx = gradients.x[at];
      const int gy = gradients.y[at];
      const auto across = static_cast<float>(std::abs(gx));
      const auto down = static_cast<float>(std::abs(gy));
      std::size_t step = picture.width + 1;  // along the gradient
      if ((gx > 0) != (gy > 0)) step = picture.width - 1;
      if (across > kAlongAxis * down) step = 1;
      if (down > kAlongAxis * across) step = picture.width;
      if (strength < gradients.strength[at - step] || strength < gradients.strength[at + step]) {
        continue;
      }
      map.pixels.push_back({static_cast<std::uint16_t>(x),
                            static_cast<std::uint16_t>(y),
                            std::atan2(static_cast<float>(gy), static_cast<float>(gx)),
                            strength});
      map.index[at] = static_cast<std::uint32_t>(map.pixels.size());
    }
  }
  return map;
}

}  // namespace countersign

#include "core/inspection/face_feature.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/check.h"

namespace countersign {
namespace {

constexpr std::size_t kBlockNumbers = 16;  // of 16 bits, in a block of 32 bytes
constexpr double kScale = 32'767;          // of a number of 16 bits

double length_of(std::span<const float> numbers) {
  return std::sqrt(
      std::accumulate(numbers.begin(), numbers.end(), 0.0, [](double sum, double each) {
        return sum + each * each;
      }));
}

}  // namespace

FaceFeature packed_direction(std::span<const float> numbers) {
  check(numbers.size() <= kFeatureNumbersMax, "a feature has at most kFeatureNumbersMax numbers");
  const double length = length_of(numbers);
  if (!std::isfinite(length) || length <= 0) return {};
  FaceFeature feature((numbers.size() + kBlockNumbers - 1) / kBlockNumbers);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto scaled = static_cast<std::int16_t>(std::lround(numbers[i] / length * kScale));
    const auto bits = static_cast<std::uint16_t>(scaled);
    auto& block = feature[i / kBlockNumbers];
    block[i % kBlockNumbers * 2] = static_cast<std::uint8_t>(bits >> 8);
    block[i % kBlockNumbers * 2 + 1] = static_cast<std::uint8_t>(bits & 0xff);
  }
  return feature;
}

std::vector<float> direction_of(const FaceFeature& feature) {
  std::vector<float> numbers;
  numbers.reserve(feature.size() * kBlockNumbers);
  for (const auto& block : feature) {
    for (std::size_t i = 0; i < block.size(); i += 2) {
      const auto bits = static_cast<std::uint16_t>((block[i] << 8) | block[i + 1]);
      numbers.push_back(static_cast<std::int16_t>(bits));
    }
  }
  const double length = length_of(numbers);
  if (length <= 0) return {};
  for (float& number : numbers) number = static_cast<float>(number / length);
  return numbers;
}

double cosine_of(std::span<const float> one, std::span<const float> other) {
  check(one.size() == other.size(), "two directions that are compared have as many numbers");
  const double sum = std::inner_product(
      one.begin(), one.end(), other.begin(), 0.0, std::plus<>(), [](double a, double b) {
        return a * b;
      });
  return std::clamp(sum, -1.0, 1.0);
}

}  // namespace countersign

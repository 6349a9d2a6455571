#include "core/inspection/face_feature.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <random>

namespace countersign::face_feature_test {

double exact(const std::vector<float>& a, const std::vector<float>& b) {
  double ab = 0;
  double aa = 0;
  double bb = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ab += double{a[i]} * b[i];
    aa += double{a[i]} * a[i];
    bb += double{b[i]} * b[i];
  }
  return ab / std::sqrt(aa * bb);
}
double carried(const std::vector<float>& a, const std::vector<float>& b) {
  return cosine_of(direction_of(packed_direction(a)), direction_of(packed_direction(b)));
}

TEST_CASE("the cosine of carried features is right to four decimal places") {
  std::mt19937 dice(3);
  const auto number = [&] { return static_cast<float>(dice() % 2001) / 100.0F - 10.0F; };
  for (const std::size_t numbers : {1u, 16u, 17u, 128u, 512u, 4096u}) {
    CAPTURE(numbers);
    for (int round = 0; round < 20; ++round) {
      std::vector<float> a(numbers);
      std::vector<float> b(numbers);
      for (std::size_t i = 0; i < numbers; ++i) {
        a[i] = number() + 0.5F;
        b[i] = a[i] + static_cast<float>(round) * number() / 4;
      }
      CHECK(std::abs(carried(a, b) - exact(a, b)) < 1e-4);
    }
  }
  CHECK(carried({3, 0}, {5, 0}) == doctest::Approx(1));
  CHECK(carried({3, 0}, {-5, 0}) == doctest::Approx(-1));
  CHECK(carried({3, 0}, {0, 1e-20F}) == doctest::Approx(0));
}

TEST_CASE("numbers without a direction are not packed") {
  CHECK(packed_direction({}).empty());
  CHECK(packed_direction(std::vector<float>(128, 0.0F)).empty());
  CHECK(packed_direction(std::vector{1.0F, std::numeric_limits<float>::quiet_NaN()}).empty());
  CHECK(packed_direction(std::vector{1.0F, std::numeric_limits<float>::infinity()}).empty());
}

TEST_CASE("any bytes have a direction of the length 1, or none") {
  CHECK(direction_of({}).empty());
  CHECK(direction_of(FaceFeature(8)).empty());
  std::mt19937 dice(4);
  for (int round = 0; round < 50; ++round) {
    FaceFeature feature(1 + dice() % 20);
    for (auto& block : feature) {
      for (auto& byte : block) byte = static_cast<std::uint8_t>(dice());
    }
    const auto direction = direction_of(feature);
    REQUIRE(direction.size() == feature.size() * 16);
    CHECK(cosine_of(direction, direction) == doctest::Approx(1).epsilon(1e-5));
  }
}

}  // namespace countersign::face_feature_test

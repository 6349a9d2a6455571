#include "core/inspection/matcher/yunet_outputs.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace countersign::matcher::yunet_outputs_test {

// A grid of three columns and two rows whose cells are 16 pixels wide.
struct Numbers {
  std::vector<float> cls = std::vector<float>(6, 0.0F);
  std::vector<float> obj = std::vector<float>(6, 1.0F);
  std::vector<float> bbox = std::vector<float>(24, 0.0F);
  std::vector<float> kps = std::vector<float>(60, 0.0F);

  std::vector<SeenFace> faces(float least = 0.5F) const {
    return faces_of({.step = 16, .columns = 3, .cls = cls, .obj = obj, .bbox = bbox, .kps = kps},
                    least);
  }
};

TEST_CASE("a face lies where its cell is, with its own offset and size") {
  Numbers numbers;
  numbers.cls[4] = 0.81F;  // the second row, the middle column
  numbers.obj[4] = 0.64F;
  numbers.bbox[16] = 0.5F;
  numbers.bbox[17] = -0.25F;
  numbers.bbox[18] = std::log(2.0F);
  numbers.bbox[19] = std::log(3.0F);
  for (int k = 0; k < 5; ++k) {
    numbers.kps[static_cast<std::size_t>(40 + 2 * k)] = static_cast<float>(k);
    numbers.kps[static_cast<std::size_t>(41 + 2 * k)] = -static_cast<float>(k) / 2;
  }
  const auto faces = numbers.faces();
  REQUIRE(faces.size() == 1);
  const auto& row = faces[0].row;
  CHECK(row[14] == doctest::Approx(0.72));  // the geometric mean
  // The middle is at (1.5, 0.75) cells, the size 2 by 3 cells.
  CHECK(row[0] == doctest::Approx(24 - 16));
  CHECK(row[1] == doctest::Approx(12 - 24));
  CHECK(row[2] == doctest::Approx(32));
  CHECK(row[3] == doctest::Approx(48));
  for (std::size_t k = 0; k < 5; ++k) {
    CHECK(row[4 + 2 * k] == doctest::Approx((1 + static_cast<double>(k)) * 16));
    CHECK(row[5 + 2 * k] == doctest::Approx((1 - static_cast<double>(k) / 2) * 16));
  }
}

TEST_CASE("a cell is a face from the least score on") {
  Numbers numbers;
  numbers.cls = {0.25F, 0.2499F, 0.9F, 0.0F, -3.0F, 7.0F};
  numbers.obj = {1.0F, 1.0F, 0.1F, 1.0F, 1.0F, 0.25F};
  CHECK(numbers.faces(0.5F).size() == 2);  // the first, and the last with 1 for 7
  CHECK(numbers.faces(0.4F).size() == 3);
  CHECK(numbers.faces(0.51F).empty());
  CHECK(numbers.faces(0.0F).size() == 6);
}

TEST_CASE("numbers that are not finite make no face") {
  for (const float bad :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    Numbers numbers;
    numbers.cls.assign(6, 1.0F);
    numbers.bbox[0] = bad;
    numbers.kps[10] = bad;
    CHECK(numbers.faces().size() == 4);
    numbers.obj[2] = std::numeric_limits<float>::quiet_NaN();
    CHECK(numbers.faces().size() == 3);
  }
  Numbers huge;
  huge.cls[0] = 1.0F;
  huge.bbox[2] = 200;  // its exponential is beyond a float
  CHECK(huge.faces().empty());
}

}  // namespace countersign::matcher::yunet_outputs_test

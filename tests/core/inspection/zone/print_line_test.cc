#include "core/inspection/zone/print_line.h"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

namespace countersign::print_line_test {

constexpr float kPitch = 12;

// Characters of one pitch along a course.
template <class Course>
std::vector<Blob> typed(int count, Course y) {
  std::vector<Blob> blobs;
  for (int i = 0; i < count; ++i) {
    const float x = 100 + kPitch * static_cast<float>(i);
    blobs.push_back({x, static_cast<float>(y(static_cast<double>(x))), 7, 11});
  }
  return blobs;
}

TEST_CASE("characters of one pitch are a line, with its pitch and its ends") {
  const auto lines = find_print_lines(typed(44, [](double) { return 300.0; }));
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].pitch == doctest::Approx(12));
  CHECK(lines[0].characters() == doctest::Approx(44));
  CHECK(lines[0].y(400) == doctest::Approx(300));
}

TEST_CASE("a line is followed along a slope and along a bent page") {
  const auto slope = find_print_lines(typed(44, [](double x) { return 200 + 0.3 * x; }));
  REQUIRE(slope.size() == 1);
  CHECK(slope[0].slope_at(300) == doctest::Approx(0.3).epsilon(0.02));
  const auto course = [](double x) { return 300 + 0.0002 * (x - 360) * (x - 360); };
  const auto bent = find_print_lines(typed(44, course));
  REQUIRE(bent.size() == 1);
  for (const double x : {110.0, 360.0, 600.0}) {
    CHECK(std::abs(bent[0].y(x) - course(x)) < 1);
  }
}

TEST_CASE("a flaw does not divide a line") {
  auto blobs = typed(44, [](double) { return 300.0; });
  blobs.erase(blobs.begin() + 20, blobs.begin() + 24);
  const auto lines = find_print_lines(blobs);
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].characters() == doctest::Approx(44).epsilon(0.01));
}

TEST_CASE("neither short lines nor uneven ones nor scattered blobs are lines of print") {
  CHECK(find_print_lines(typed(13, [](double) { return 300.0; })).empty());
  std::vector<Blob> uneven;
  std::vector<Blob> scattered;
  float x = 100;
  for (int i = 0; i < 40; ++i) {
    x += i % 3 == 0 ? 9.0F : (i % 3 == 1 ? 15.0F : 22.0F);
    uneven.push_back({x, 300, 7, 11});
    scattered.push_back(
        {static_cast<float>(i * 37 % 400), static_cast<float>(i * 91 % 400), 7, 11});
  }
  CHECK(find_print_lines(uneven).empty());
  CHECK(find_print_lines(scattered).empty());
  CHECK(find_print_lines({}).empty());
}

TEST_CASE("of hundreds of lines sixty are kept") {
  std::vector<Blob> page;
  for (int line = 0; line < 200; ++line) {
    const auto of_line = typed(40, [line](double) { return 20.0 + 30 * line; });
    page.insert(page.end(), of_line.begin(), of_line.end());
  }
  CHECK(find_print_lines(page).size() == 60);
}

}  // namespace countersign::print_line_test

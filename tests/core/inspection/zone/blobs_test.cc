#include "core/inspection/zone/blobs.h"

#include <doctest/doctest.h>

#include <string_view>
#include <vector>

namespace countersign::blobs_test {

LumaImage ink_of(const std::vector<std::string_view>& rows) {
  LumaImage ink{rows.front().size(), rows.size(), {}};
  for (const std::string_view row : rows) {
    for (const char c : row) ink.bytes.push_back(c == '#' ? 200 : 0);
  }
  return ink;
}

constexpr BlobLimits kAll = {100, 1, 100, 50};

TEST_CASE("what touches at a side or a corner is one blob") {
  const auto blobs = find_blobs(ink_of({"##......#", "..#.....#", "........#"}), kAll);
  REQUIRE(blobs.size() == 2);
  CHECK(blobs[0].x == 1.5F);
  CHECK(blobs[0].y == 1.0F);
  CHECK(blobs[0].width == 3);
  CHECK(blobs[0].height == 2);
  CHECK(blobs[1].height == 3);
}

TEST_CASE("arms that meet further down are one blob") {
  CHECK(find_blobs(ink_of({"#.#.#", "#.#.#", "#####"}), kAll).size() == 1);
  CHECK(find_blobs(ink_of({"#...#", ".#.#.", "..#.."}), kAll).size() == 1);
  CHECK(find_blobs(ink_of({"#####", "#...#", "#.#.#", "#...#", "#####"}), kAll).size() == 2);
}

TEST_CASE("blobs of another size are left out, and more than the limit are none") {
  const LumaImage ink = ink_of({"#.##.###.####"});
  CHECK(find_blobs(ink, {100, 2, 3, 50}).size() == 2);
  CHECK(find_blobs(ink, {201, 1, 100, 50}).empty());
  CHECK(find_blobs(ink, {100, 1, 100, 4}).size() == 4);
  CHECK(find_blobs(ink, {100, 1, 100, 3}).empty());
}

TEST_CASE("an empty map has no blobs") { CHECK(find_blobs(LumaImage{}, kAll).empty()); }

}  // namespace countersign::blobs_test

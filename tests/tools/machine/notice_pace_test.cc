#include "tools/machine/notice_pace.h"

#include <doctest/doctest.h>

namespace countersign::notice_pace_test {

using namespace std::chrono_literals;

TEST_CASE("notices that anybody can cause are told at once, and then one in a period") {
  NoticePace pace(60s);
  const NoticePace::Time start{};
  CHECK(pace.take(start) == 0);
  for (int i = 0; i < 1'000; ++i) CHECK_FALSE(pace.take(start + 59'999ms));
  CHECK(pace.take(start + 60s) == 1'000);
  CHECK_FALSE(pace.take(start + 61s));
  CHECK(pace.take(start + 24h) == 1);
  CHECK(pace.take(start + 48h) == 0);
}

TEST_CASE("a period may have several notices") {
  NoticePace pace(1s, 3);
  const NoticePace::Time start{};
  for (int i = 0; i < 3; ++i) CHECK(pace.take(start + 500ms) == 0);
  for (int i = 0; i < 7; ++i) CHECK_FALSE(pace.take(start + 1'499ms));
  CHECK(pace.take(start + 1'500ms) == 7);
  for (int i = 0; i < 2; ++i) CHECK(pace.take(start + 2'000ms) == 0);
  CHECK_FALSE(pace.take(start + 2'000ms));
}

}  // namespace countersign::notice_pace_test

#include "core/text/milli.h"

#include <doctest/doctest.h>

#include <limits>

namespace countersign::milli_test {

TEST_CASE("thousandths are written as the shortest decimal") {
  CHECK(milli_to_decimal(0) == "0");
  CHECK(milli_to_decimal(12'500) == "12.5");
  CHECK(milli_to_decimal(3'000) == "3");
  CHECK(milli_to_decimal(1) == "0.001");
  CHECK(milli_to_decimal(-40) == "-0.04");
  CHECK(milli_to_decimal(-12'345) == "-12.345");
  CHECK(milli_to_decimal(std::numeric_limits<std::int64_t>::min()) == "-9223372036854775.808");
}

TEST_CASE("a decimal of at most three digits behind the point is read as thousandths") {
  CHECK(milli_of_decimal("0") == 0);
  CHECK(milli_of_decimal("12.5") == 12'500);
  CHECK(milli_of_decimal("0.001") == 1);
  CHECK(milli_of_decimal("007.10") == 7'100);
  CHECK(milli_of_decimal("-0.04") == -40);
  CHECK(milli_of_decimal("999999999999.999") == 999'999'999'999'999);
  for (const char* wrong : {"",
                            ".",
                            ".5",
                            "1.",
                            "1.2345",
                            "--1",
                            "-",
                            "+1",
                            "1e3",
                            "1,5",
                            " 1",
                            "1 ",
                            "0x10",
                            "1.2.3",
                            "nan",
                            "1000000000000000"}) {
    CAPTURE(wrong);
    CHECK_FALSE(milli_of_decimal(wrong).has_value());
  }
}

}  // namespace countersign::milli_test

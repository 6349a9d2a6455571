#include "core/text/counted.h"

#include <doctest/doctest.h>

namespace countersign::counted_test {

TEST_CASE("one thing is named in the singular, and every other number of them in the plural") {
  CHECK(counted(0, "session") == "0 sessions");
  CHECK(counted(1, "session") == "1 session");
  CHECK(counted(2, "key slot") == "2 key slots");
  CHECK(counted(1'000'001, "file") == "1000001 files");
}

TEST_CASE("a verb agrees with its count") {
  CHECK(agreeing(1, "is", "are") == "is");
  CHECK(agreeing(0, "is", "are") == "are");
  CHECK(agreeing(21, "is", "are") == "are");
}

}  // namespace countersign::counted_test

#include "core/enum_set.h"

#include <doctest/doctest.h>

namespace countersign::enum_set_test {

enum class Letter { A, B, Last = 63 };

TEST_CASE("a set has the enumerators that were put into it") {
  EnumSet<Letter> set{Letter::A};
  CHECK(set.has(Letter::A));
  CHECK_FALSE(set.has(Letter::Last));
  set |= {Letter::Last};
  CHECK(set.has(Letter::A));
  CHECK(set.has(Letter::Last));
  CHECK_FALSE(set.has(Letter::B));
  CHECK_FALSE(EnumSet<Letter>().has(Letter::A));
}

}  // namespace countersign::enum_set_test

#include "http/operator/work_places.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <utility>
#include <vector>

namespace countersign::http::work_places_test {

WorkInPlace work(const char* operation) { return {operation, "uid:0", UtcTime(1)}; }

TEST_CASE("of each kind of work one piece has a place, and who comes second learns what it is") {
  WorkPlaces places;
  auto first = places.take(LongWork::Views, work("projections rebuild"));
  REQUIRE(first.has_value());
  const auto second = places.take(LongWork::Views, work("projections verify"));
  REQUIRE_FALSE(second.has_value());
  CHECK(second.error().operation == "projections rebuild");
  CHECK(second.error().actor == "uid:0");
  CHECK(second.error().since == UtcTime(1));
  CHECK(places.take(LongWork::LogVerify, work("log verify")).has_value());

  (*first)->end();
  (*first)->end();  // no other one's place
  const auto third = places.take(LongWork::Views, work("projections verify"));
  REQUIRE(third.has_value());
  (*first)->end();
  CHECK(places.take(LongWork::Views, work("projections verify")).error().operation ==
        "projections verify");
}

TEST_CASE("a place ends with its last holder") {
  WorkPlaces places;
  {
    const auto first = places.take(LongWork::Sweep, work("retention sweep"));
    const WorkPlaces::PlacePtr copy = *first;
    CHECK_FALSE(places.take(LongWork::Sweep, work("retention sweep")).has_value());
  }
  CHECK(places.take(LongWork::Sweep, work("retention sweep")).has_value());
  CHECK(places.take(LongWork::Sweep, work("retention sweep")).has_value());  // the last one is gone
}

TEST_CASE("every kind of work has a place") {
  WorkPlaces places;
  std::vector<WorkPlaces::PlacePtr> held;
  for (std::size_t kind = 1; kind <= kLongWorks; ++kind) {
    auto place = places.take(static_cast<LongWork>(kind), work("some"));
    REQUIRE(place.has_value());
    held.push_back(*std::move(place));
  }
  CHECK(held.size() == kLongWorks);
}

}  // namespace countersign::http::work_places_test

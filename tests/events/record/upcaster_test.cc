#include "events/record/upcaster.h"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <string>

namespace countersign::upcaster_test {

// A type that has had three versions.
struct First {
  std::string name;
};
struct Second {
  std::string name;
  std::uint32_t size = 0;
};
struct Third {
  std::string title;
  std::uint32_t size_bytes = 0;
};

Second with_size(const First& old) { return {old.name, 1}; }
Third renamed(const Second& old) { return {old.name, old.size * 1000}; }

}  // namespace countersign::upcaster_test

namespace countersign {

template <>
inline constexpr auto fields_of<upcaster_test::First> = fields(Field{"name",
                                                                     &upcaster_test::First::name});
template <>
inline constexpr auto fields_of<upcaster_test::Second> = fields(
    Field{"name", &upcaster_test::Second::name}, Field{"size", &upcaster_test::Second::size});
template <>
inline constexpr auto fields_of<upcaster_test::Third> =
    fields(Field{"title", &upcaster_test::Third::title},
           Field{"sizeBytes", &upcaster_test::Third::size_bytes});

}  // namespace countersign

namespace countersign::upcaster_test {

constexpr std::array kSteps{
    upcaster<renamed>("Thing", 2), upcaster<with_size>("Thing", 1), upcaster<renamed>("Other", 1)};

Result<EventData, std::string> upcast_thing(std::uint16_t from, std::string json) {
  return upcast("Thing", from, 3, {std::move(json)}, kSteps);
}

TEST_CASE("old data is brought to the present version step by step") {
  CHECK(upcast_thing(1, R"({"name":"a"})")->json == R"({"title":"a","sizeBytes":1000})");
  CHECK(upcast_thing(2, R"({"name":"a","size":5})")->json == R"({"title":"a","sizeBytes":5000})");
  CHECK(upcast_thing(3, R"({"title":"a","sizeBytes":5})")->json ==
        R"({"title":"a","sizeBytes":5})");
}

TEST_CASE("old data that is not of its version is an error") {
  CHECK(upcast_thing(1, R"({"name":"a","size":5})").error() ==
        "Thing version 1: byte 11: not the end of the object");
  CHECK_FALSE(upcast_thing(2, R"({"name":"a"})"));
}

TEST_CASE("a version without an upcaster is an error") {
  CHECK(upcast("Thing", 0, 3, {"{}"}, kSteps).error() ==
        "Thing version 0: this program cannot convert it to the next version");
  CHECK_FALSE(upcast("Unknown", 1, 2, {"{}"}, kSteps));
  CHECK_FALSE(upcast("Thing", 3, 4, {"{}"}, kSteps));
}

}  // namespace countersign::upcaster_test

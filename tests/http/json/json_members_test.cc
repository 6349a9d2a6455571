#include <doctest/doctest.h>

#include <vector>

#include "core/terms.h"
#include "http/json/json_of.h"
#include "http/json/members.h"
#include "http/json/schema_of.h"

namespace countersign::http::json_members_test {

struct Inner {
  std::string text;
};

struct Part {
  std::uint32_t number;
  static Schema schema();
};

struct Stored {
  using Means = Inner;
  std::string json;
};

struct Record {
  bool yes = true;
  std::optional<Side> side{};
  std::optional<std::uint64_t> left_out{};
  std::int64_t thousandths = 12'500;
  Inner inner{"a"};
  std::vector<Part> parts{{1}, {2}};
  std::optional<Stored> stored{};
};

}  // namespace countersign::http::json_members_test

namespace countersign::http {

template <>
constexpr auto members_of<json_members_test::Inner> = members(Member{
    "text", &json_members_test::Inner::text, "A meaning.", {.max_length = 3, .pattern = "^a*$"}});
template <>
constexpr auto members_of<json_members_test::Part> = members(Member{
    "number", &json_members_test::Part::number, {}, {.minimum = 1}});
template <>
constexpr auto members_of<json_members_test::Record> =
    members(Member{"yes", &json_members_test::Record::yes},
            Member{"side", &json_members_test::Record::side, "Of a document."},
            Member{"leftOut", &json_members_test::Record::left_out, {}, {.left_out = true}},
            Member{"value", milli(&json_members_test::Record::thousandths)},
            Member{"inner", &json_members_test::Record::inner},
            Member{"parts", &json_members_test::Record::parts, "All.", {.max_items = 2}},
            Member{"stored", &json_members_test::Record::stored});

}  // namespace countersign::http

namespace countersign::http::json_members_test {

Schema Part::schema() { return schema_of<Part>("Part"); }

TEST_CASE("a record's JSON has its members in their order") {
  CHECK(json_of(Record{}) == R"({"yes":true,"side":null,"value":12.5,"inner":{"text":"a"},)"
                             R"("parts":[{"number":1},{"number":2}],"stored":null})");
  CHECK(json_of(Record{.side = Side::Back, .left_out = 7, .parts = {}, .stored = Stored{"{}"}}) ==
        R"({"yes":true,"side":"BACK","leftOut":7,"value":12.5,"inner":{"text":"a"},)"
        R"("parts":[],"stored":{}})");
}

TEST_CASE("a record's schema follows from the types and rules of its members") {
  const std::string inner =
      R"({"type":"object","properties":{"text":{"type":"string","maxLength":3,)"
      R"("pattern":"^a*$","description":"A meaning."}},"required":["text"]})";
  const Schema schema = schema_of<Record>("Record", "All kinds.");
  CHECK(schema.name == "Record");
  CHECK(schema.json ==
        R"({"type":"object","description":"All kinds.","properties":{"yes":{"type":"boolean"},)"
        R"("side":{"anyOf":[{"type":"string","enum":["FRONT","BACK"]},{"type":"null"}],)"
        R"("description":"Of a document."},"leftOut":{"type":"integer","minimum":0},)"
        R"("value":{"type":"number"},"inner":)" +
            inner +
            R"(,"parts":{"type":"array","maxItems":2,"items":)"
            R"({"$ref":"#/components/schemas/Part"},"description":"All."},)"
            R"("stored":{"anyOf":[)" +
            inner +
            R"(,{"type":"null"}]}},)"
            R"("required":["yes","side","value","inner","parts","stored"]})");
  REQUIRE(schema.parts.size() == 1);
  CHECK(schema.parts[0].name == "Part");
  CHECK(schema.parts[0].json ==
        R"({"type":"object","properties":{"number":{"type":"integer","minimum":1}},)"
        R"("required":["number"]})");
}

TEST_CASE("the members of a part stand among those of the whole") {
  struct Whole {
    Inner inner;
  };
  constexpr auto kThrough = members_through(&Whole::inner, members_of<Inner>);
  const Whole whole{{"b"}};
  CHECK(std::get<0>(kThrough).get(whole) == "b");
  CHECK(std::get<0>(kThrough).name == "text");
}

}  // namespace countersign::http::json_members_test

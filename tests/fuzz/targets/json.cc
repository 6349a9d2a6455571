// JSON of strangers, before and behind RapidJSON.
#include <algorithm>
#include <cmath>
#include <string>

#include "core/check.h"
#include "core/text/json_document.h"
#include "core/text/utf8.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::json_target {

using rapidjson::Value;

// The size of a value, counted as JsonBounds counts.
struct Shape {
  std::size_t levels = 0;
  std::size_t parts = 0;
};

void add(Shape& shape, const Value& value, std::size_t level);

void add_members(Shape& shape, const Value& object, std::size_t level) {
  for (const auto& member : object.GetObject()) {
    check(is_utf8(string_in(member.name)), "the name of a member is UTF-8");
    ++shape.parts;  // its colon
    add(shape, member.value, level);
  }
}

void add(Shape& shape, const Value& value, std::size_t level) {
  const std::size_t count = value.IsArray()    ? value.Size()
                            : value.IsObject() ? value.MemberCount()
                                               : 0;
  if (value.IsString()) check(is_utf8(string_in(value)), "a text is UTF-8");
  if (value.IsDouble()) check(std::isfinite(value.GetDouble()), "a number is finite");
  if (!value.IsArray() && !value.IsObject()) return;
  shape.levels = std::max(shape.levels, level + 1);
  shape.parts += 1 + (count == 0 ? 0 : count - 1);  // its bracket, and its commas
  if (value.IsObject()) return add_members(shape, value, level + 1);
  for (const Value& each : value.GetArray()) add(shape, each, level + 1);
}

// Exactly the bounds that a text has let it through, and no lower ones.
void check_bounds(const std::string& text, const Shape& shape) {
  rapidjson::Document again;
  const JsonBounds exact{.levels = shape.levels, .parts = shape.parts};
  check(parse_json(again, text, exact), "a text fits its own bounds");
  if (shape.levels == 0) return;
  const JsonBounds flatter{.levels = shape.levels - 1, .parts = shape.parts};
  const JsonBounds shorter{.levels = shape.levels, .parts = shape.parts - 1};
  check(!parse_json(again, text, flatter) && again.IsNull(),
        "a text with a level too many is refused, and leaves nothing");
  check(!parse_json(again, text, shorter) && again.IsNull(),
        "a text with a part too many is refused, and leaves nothing");
}

void run(std::string_view input) {
  std::string text(input);
  text.shrink_to_fit();
  rapidjson::Document document;
  if (!parse_json(document, text)) {
    check(document.IsNull(), "a text that is refused leaves nothing");
    return;
  }
  Shape shape;
  add(shape, document, 0);
  check(shape.levels <= kForeignJson.levels && shape.parts <= kForeignJson.parts,
        "what is read is within the bounds of strangers");
  check_bounds(text, shape);
}

const Target kTarget("json", run);

}  // namespace countersign::fuzz::json_target

#pragma once
#include <string>
#include <string_view>

namespace countersign {

// A JSON answer for people: members as `name: value`, lists of objects as tables.
// Names and values are made printable (core/text/printable.h), so that each line is one of ours; a value
// of several lines stands below its name, `| ` before each. What is no JSON is one printable line.
std::string text_view(std::string_view json);

}  // namespace countersign

#pragma once
#include <string>
#include <string_view>

namespace countersign {

// A JSON answer for people: members as `name: value`, lists of objects as tables.
// What is no JSON is returned as it is.
std::string text_view(std::string_view json);

}  // namespace countersign

#pragma once
#include <string>
#include <string_view>

namespace countersign {

// Formats a JSON answer for people: members as `name: value`, lists of objects as tables. Names and
// values are made printable (core/text/printable.h), so that none can begin a line. A value of
// several lines stands below its name, with `| ` before each line. Text that is not JSON becomes
// one printable line.
std::string text_view(std::string_view json);

}  // namespace countersign

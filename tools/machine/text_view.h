#pragma once
#include <string_view>

#include "tools/terminal/screen.h"
#include "tools/terminal/styled_text.h"

namespace countersign {

// Formats a JSON answer for people: members as `name: value`, lists of objects as tables
// (tools/terminal/table.h), lists of events a line each (tools/terminal/event_lines.h). Within the
// cell of a table, the values of a list are joined by commas and the members of an object are
// `name=value`; nothing is a dash. Names and values are made printable (core/text/printable.h), so
// that none can begin a line. A value of
// several lines stands below its name, with `| ` before each line, and a list of objects of which
// one has a text of whole lines, such as a receipt, is no table but a record for each. Text that is
// not JSON, or that is nested deeper than any answer, becomes one printable line. Without a screen,
// no terminal is there.
StyledText text_view(std::string_view json, const Screen& screen = {});

}  // namespace countersign

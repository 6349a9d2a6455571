#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace countersign {

// The columns of a terminal that a printable text in UTF-8 takes: two for a wide character, none
// for a combining one, as wcwidth() of the C.UTF-8 locale says; one for a character that wcwidth()
// does not know.
std::size_t columns_of(std::string_view text);

// The text in at most `columns` columns, with an ellipsis in place of what was cut: the middle of a
// text without spaces, such as an id, whose end distinguishes it from others, and the end of any
// other text. REQUIRES: columns > 0.
std::string cut_to(std::string_view text, std::size_t columns);

}  // namespace countersign

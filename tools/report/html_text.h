#pragma once
#include <string>
#include <string_view>

namespace countersign {

// Escapes text for any place in a page, including attributes, in HTML as well as in XML (HTML 5.2,
// 12.1.3; XML 1.0, 2.2). The five special characters become numbers or names. U+FFFD replaces each
// character that is not allowed at all or is not printable (core/text/printable.h), except line
// feeds and tabs, and each byte that is not UTF-8.
std::string html_text(std::string_view text);

}  // namespace countersign

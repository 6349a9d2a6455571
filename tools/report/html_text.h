#pragma once
#include <string>
#include <string_view>

namespace countersign {

// Text as it may stand anywhere in a page, within an attribute too, that is HTML as well as XML
// (HTML 5.2, 12.1.3; XML 1.0, 2.2): the five characters that mean something are written as numbers
// or names; what may not stand there at all, and whatever else is not printable
// (core/text/printable.h) but line feeds and tabs, becomes U+FFFD; so do bytes that are no UTF-8.
std::string html_text(std::string_view text);

}  // namespace countersign

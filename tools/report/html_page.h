#pragma once
#include <string>
#include <string_view>

namespace countersign {

// The beginning of a self-contained page, up to its body: the style sheet, and a
// Content-Security-Policy that allows only that style, by its hash, and, if `shows_images`, images
// that are embedded in the page. `title` is text that was already escaped.
std::string html_head(std::string_view title, bool shows_images = false);

}  // namespace countersign

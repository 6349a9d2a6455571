#pragma once
#include <string>
#include <string_view>

namespace countersign {

// The beginning of a page that is whole in one file, up to its body: its style in it, and a
// Content-Security-Policy that allows that style, by its hash, and nothing else; of images those
// that are in the page, if it `shows_images`. `title` is text that was made safe.
std::string html_head(std::string_view title, bool shows_images = false);

}  // namespace countersign

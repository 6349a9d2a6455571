#pragma once
#include <string_view>

#include "core/ascii.h"
#include "core/inspection/printed/printed_text.h"

namespace countersign {

// A page as an OCR program would have read it: words with spaces between them, lines with `|`. The
// program is certain of every character, except of those that follow a `?`.
inline PrintedText printed_page(std::string_view text) {
  PrintedText page(1);
  bool in_word = false;
  float sure = 99;
  for (const char c : text) {
    if (c == '?') {
      sure = 50;
      continue;
    }
    if (c == '|') page.emplace_back();
    if (c == '|' || c == ' ') {
      in_word = false;
      continue;
    }
    if (!in_word) {
      const auto line = static_cast<std::int32_t>(page.size());
      const auto word = static_cast<std::int32_t>(page.back().size());
      page.back().push_back(
          {.letters = {}, .sure = {}, .box = {10 * word, 10 * line, 10 * word + 8, 10 * line + 8}});
    }
    in_word = true;
    append_letter(std::string_view(&c, 1), sure, page.back().back());
    sure = 99;
  }
  return page;
}

}  // namespace countersign

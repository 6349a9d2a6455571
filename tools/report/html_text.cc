#include "tools/report/html_text.h"

#include "core/text/printable.h"
#include "core/text/utf8.h"

namespace countersign {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

// Returns whether a character is allowed in a page. Direction controls, for example, are not: they
// would reorder the text beside them.
bool may_stand(std::string_view character) {
  return character == "\t" || character == "\n" || is_printable(character);
}

void append_ascii(std::string& out, char c) {
  switch (c) {
    case '&':
      out += "&amp;";
      return;
    case '<':
      out += "&lt;";
      return;
    case '>':
      out += "&gt;";
      return;
    case '"':
      out += "&quot;";
      return;
    case '\'':
      out += "&#39;";
      return;
    default:
      out += c;
  }
}

}  // namespace

std::string html_text(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const std::string_view character = text.substr(0, length == 0 ? 1 : length);
    if (length == 0 || !may_stand(character)) {
      out += kReplacement;
    } else if (length == 1) {
      append_ascii(out, character.front());
    } else {
      out += character;
    }
    text.remove_prefix(character.size());
  }
  return out;
}

}  // namespace countersign

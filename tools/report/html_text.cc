#include "tools/report/html_text.h"

#include "core/utf8.h"

namespace countersign {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && c != '\t' && c != '\n') || byte == 0x7f;
}

// U+FFFE and U+FFFF, and the C1 controls.
bool is_no_character(std::string_view character) {
  if (character.size() == 2) return character[0] == '\xC2' && character[1] < '\xA0';
  return character == "\xEF\xBF\xBE" || character == "\xEF\xBF\xBF";
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
      if (is_control(c)) {
        out += kReplacement;
      } else {
        out += c;
      }
  }
}

}  // namespace

std::string html_text(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const std::string_view character = text.substr(0, length == 0 ? 1 : length);
    if (length == 1) {
      append_ascii(out, character.front());
    } else if (length == 0 || is_no_character(character)) {
      out += kReplacement;
    } else {
      out += character;
    }
    text.remove_prefix(character.size());
  }
  return out;
}

}  // namespace countersign

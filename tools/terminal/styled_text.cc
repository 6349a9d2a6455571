#include "tools/terminal/styled_text.h"

#include "core/text/printable.h"

namespace countersign {
namespace {

constexpr std::string_view kReset = "\x1b[0m";

// ECMA-48, SGR: bold and the three colours of a traffic light.
std::string_view sequence_of(Style style) {
  switch (style) {
    case Style::Plain:
      return "";
    case Style::Heading:
      return "\x1b[1m";
    case Style::Good:
      return "\x1b[32m";
    case Style::Bad:
      return "\x1b[31m";
    case Style::Doubtful:
      return "\x1b[33m";
  }
  return "";
}

}  // namespace

Style style_of_status(std::string_view word) {
  if (word == "PASSED") return Style::Good;
  if (word == "FAILED") return Style::Bad;
  if (word == "REVIEW" || word == "WARNING") return Style::Doubtful;
  return Style::Plain;
}

void StyledText::append(std::string_view text, Style style) {
  if (text.empty()) return;
  text_ += text;
  if (!parts_.empty() && parts_.back().style == style) {
    parts_.back().end = text_.size();
  } else {
    parts_.push_back({text_.size(), style});
  }
}

void StyledText::append(const StyledText& more) {
  std::size_t begin = 0;
  for (const Part& part : more.parts_) {
    append(std::string_view(more.text_).substr(begin, part.end - begin), part.style);
    begin = part.end;
  }
}

std::string StyledText::painted() const {
  std::string out;
  std::size_t begin = 0;
  for (const Part& part : parts_) {
    const std::string_view sequence = sequence_of(part.style);
    out += sequence;
    out += printable_lines(std::string_view(text_).substr(begin, part.end - begin));
    if (!sequence.empty()) out += kReset;
    begin = part.end;
  }
  return out;
}

}  // namespace countersign

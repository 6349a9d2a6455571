#include "tests/sources/support/comments.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace countersign::test {
namespace {

constexpr std::string_view kBlanks = " \t\r";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = std::min(text.find_first_not_of(kBlanks), text.size());
  return text.substr(first, text.find_last_not_of(kBlanks) + 1 - first);
}

bool is_small_letter(char c) { return c >= 'a' && c <= 'z'; }

// Gathers the lines of a paragraph, and cuts the paragraph into sentences.
class Paragraph {
 public:
  explicit Paragraph(std::vector<CommentSentence>& sentences) : sentences_(sentences) {}

  // Adds a line of a comment. `line` is the line's number.
  void add(std::size_t line, std::string_view text) {
    const std::string_view words = trimmed(text);
    if (words.empty()) return end();
    const bool is_item = words.starts_with("- ");
    if (is_item) end();
    if (!text_.empty()) text_ += ' ';
    lines_.push_back({text_.size(), line});
    text_ += is_item ? trimmed(words.substr(2)) : words;
  }

  void end() {
    std::size_t begin = 0;
    while (begin < text_.size()) {
      const std::size_t last = end_of_sentence(begin);
      sentences_.push_back({line_at(begin), text_.substr(begin, last - begin)});
      begin = std::min(text_.find_first_not_of(' ', last), text_.size());
    }
    text_.clear();
    lines_.clear();
  }

 private:
  struct Line {
    std::size_t begin;  // in text_
    std::size_t number;
  };

  std::size_t end_of_sentence(std::size_t begin) const {
    for (std::size_t i = text_.find_first_of(".!?", begin); i != std::string::npos;
         i = text_.find_first_of(".!?", i + 1)) {
      const std::size_t last = std::min(text_.find_first_not_of(".!?)]\"'`", i), text_.size());
      if (last + 1 >= text_.size()) return text_.size();
      if (text_[last] == ' ' && !is_small_letter(text_[last + 1])) return last;
    }
    return text_.size();
  }

  std::size_t line_at(std::size_t at) const {
    std::size_t number = 0;
    for (const Line& line : lines_) {
      if (line.begin <= at) number = line.number;
    }
    return number;
  }

  std::vector<CommentSentence>& sentences_;
  std::string text_;
  std::vector<Line> lines_;
};

// Returns the comment behind the code of a line. A `//` behind an odd number of quotes is within a
// text; a `//` without a blank before it belongs to an address.
std::optional<std::string_view> comment_behind(std::string_view line) {
  for (std::size_t at = line.find(" //"); at != std::string_view::npos;
       at = line.find(" //", at + 1)) {
    const auto quotes = std::ranges::count_if(
        line.substr(0, at), [](char c) { return c == '"' || c == '\'' || c == '`'; });
    if (quotes % 2 == 0) return line.substr(at + 3);
  }
  return std::nullopt;
}

}  // namespace

std::vector<CommentSentence> comment_sentences(const SourceFile& file) {
  std::vector<CommentSentence> sentences;
  Paragraph paragraph(sentences);
  bool in_block = false;  // between `/*` and `*/`
  for (std::size_t i = 0; i < file.lines.size(); ++i) {
    std::string_view line = trimmed(file.lines[i]);
    const bool is_slashed = !in_block && line.starts_with("//");
    const bool begins_block = !in_block && line.starts_with("/*");
    if (is_slashed) {
      paragraph.add(i + 1, line.substr(std::min(line.find_first_not_of('/'), line.size())));
      continue;
    }
    if (!in_block) paragraph.end();
    if (!in_block && !begins_block) {
      if (const auto comment = comment_behind(line)) paragraph.add(i + 1, *comment);
      paragraph.end();
      continue;
    }
    if (begins_block) line.remove_prefix(2);
    const std::size_t close = line.find("*/");
    in_block = close == std::string_view::npos;
    line = line.substr(0, close);
    paragraph.add(i + 1, line.substr(std::min(line.find_first_not_of('*'), line.size())));
    if (!in_block) paragraph.end();
  }
  paragraph.end();
  return sentences;
}

}  // namespace countersign::test

#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "tools/terminal/styled_text.h"

namespace countersign {

struct Cell {
  std::string text{};   // printable, on one line
  std::string brief{};  // replaces `text` if the table is too wide; empty: `text` is not replaced
  Style style = Style::Plain;
  bool is_number = false;
  bool is_time = false;
  bool is_none = false;  // stands for no value
};

// Rows whose columns are aligned: numbers on the right, other text on the left.
//
// With a width, no line is wider, except for a word that alone is: text is not cut, because a part
// of an id or a code is useless. A table that would be wider drops columns without any value, then
// uses the brief texts, then breaks sentences into lines. A table that is still too wide is not
// printed as a table: with headings, each row becomes a record of members `heading: value`;
// without, its cells follow each other. Both take as many lines as they need. Without a width a
// longer text than kPaddedMax pads no other row.
class Table {
 public:
  static constexpr std::size_t kPaddedMax = 64;

  // Empty: no row of headings. REQUIRES: all rows are as long.
  explicit Table(std::vector<std::string> headings) : headings_(std::move(headings)) {}

  void add(std::vector<Cell> row) { rows_.push_back(std::move(row)); }
  // Every line begins with `indent`.
  void append_to(StyledText& out,
                 const std::string& indent,
                 std::optional<std::size_t> width) const;

 private:
  std::vector<std::string> headings_;
  std::vector<std::vector<Cell>> rows_;
};

}  // namespace countersign

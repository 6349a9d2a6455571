#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "tools/terminal/styled_text.h"

namespace countersign {

struct Cell {
  std::string text{};   // printable, on one line
  std::string brief{};  // stands for `text` where the table is too wide; empty: there is none
  Style style = Style::Plain;
  bool is_number = false;  // never cut
  bool is_time = false;    // never cut, but made brief
  bool is_none = false;    // stands for no value
};

// Rows whose columns are aligned: numbers at their right, all else at its left.
//
// With a width, no line is wider. A table that would be drops columns without any value, then uses
// the brief texts, then cuts the longest texts, and last leaves out columns from the right, which a
// line below the table names. The first column is not cut if it takes half of the width at most.
// Without a width nothing is cut, and a longer text than kPaddedMax pads no other row.
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

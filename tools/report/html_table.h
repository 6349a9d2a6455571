#pragma once
#include <string>
#include <vector>

namespace countersign {

// A table of a page. Its cells are HTML that was already made safe; its names and caption are plain
// text.
struct HtmlTable {
  struct Column {
    std::string name;
    bool is_number = false;  // aligned to the right
  };
  std::string caption;
  std::vector<Column> columns;  // the cells of the first column name their rows
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> totals{};  // the last row, if there is one
  std::string if_empty{};             // a sentence in place of a table without rows
};

std::string to_html(const HtmlTable& table);

// The table, folded behind a line that opens it; "" if it has no rows.
std::string folded(const std::string& summary, const HtmlTable& table);

}  // namespace countersign

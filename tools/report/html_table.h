#pragma once
#include <string>
#include <vector>

namespace countersign {

// A table of a page: its cells are HTML that was made safe already, its names and caption are text.
struct HtmlTable {
  struct Column {
    std::string name;
    bool is_number = false;  // set to the right
  };
  std::string caption;
  std::vector<Column> columns;  // the first one names its row
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> totals{};  // the last row, if there is one
  std::string if_empty{};             // a sentence instead of a table without rows
};

std::string to_html(const HtmlTable& table);

// The same behind a line that opens it.
std::string folded(const std::string& summary, const HtmlTable& table);

}  // namespace countersign

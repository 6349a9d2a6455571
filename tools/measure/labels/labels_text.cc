#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "core/text/printable.h"
#include "tools/measure/labels/labels_report.h"
#include "tools/measure/labels/rate_tables.h"
#include "tools/terminal/table.h"

namespace countersign {
namespace {

Cell cell(std::string_view text) { return {.text = printable(text), .is_none = text.empty()}; }
Cell line_cell(std::size_t line) { return {.text = std::to_string(line), .is_number = true}; }

void append_table(const RateTable& table, const Screen& screen, StyledText& text) {
  std::vector<std::string> headings;
  for (const auto& column : table.columns) headings.push_back(column.name);
  Table out(std::move(headings));
  for (const auto& row : table.rows) {
    std::vector<Cell> cells;
    for (std::size_t i = 0; i < row.size(); ++i) {
      cells.push_back(cell(row[i]));
      cells.back().is_number = table.columns[i].is_number;
    }
    out.add(std::move(cells));
  }
  out.append_to(text, "", screen.columns);
  text.append("\n");
}

void append_wrong(const LabelsReport& report, const Screen& screen, StyledText& text) {
  if (report.wrong.empty()) {
    text.append(report.rates.total().pictures == 0
                    ? "no picture was judged\n"
                    : "every picture that was judged was judged as its label says\n");
    return;
  }
  text.append("judged otherwise than labelled:\n", Style::Heading);
  Table out({"line", "picture", "condition", "expected", "found"});
  for (const LabelsReport::Wrong& each : report.wrong) {
    Cell found = cell(each.found);
    found.style = each.other_code ? Style::Doubtful : Style::Bad;
    out.add({line_cell(each.line),
             cell(each.path),
             cell(each.condition),
             cell(each.expected),
             std::move(found)});
  }
  out.append_to(text, "  ", screen.columns);
}

void append_unread(const LabelsReport& report, const Screen& screen, StyledText& text) {
  if (report.unread.empty()) return;
  text.append("\ncould not be judged, and is in no count:\n", Style::Heading);
  Table out({"line", "picture", "why"});
  for (const LabelsReport::Unread& each : report.unread) {
    out.add({line_cell(each.line), cell(each.path), cell(each.why)});
  }
  out.append_to(text, "  ", screen.columns);
}

}  // namespace

StyledText labels_text(const LabelsReport& report, const Screen& screen) {
  StyledText text;
  for (const RateTable& table : tables_of(report.rates)) append_table(table, screen, text);
  append_wrong(report, screen, text);
  append_unread(report, screen, text);
  for (const std::string& each : report.unused) {
    text.append(fmt::format("\nnothing was read from the column {}\n", printable(each)));
  }
  return text;
}

}  // namespace countersign

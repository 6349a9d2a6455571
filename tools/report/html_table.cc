#include "tools/report/html_table.h"

#include <fmt/format.h>

#include "tools/report/html_text.h"

namespace countersign {
namespace {

std::string row_of(const HtmlTable& table, const std::vector<std::string>& cells) {
  std::string html = "<tr>";
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const char* const kind = table.columns[i].is_number ? " class=\"n\"" : "";
    html += i == 0 ? fmt::format("<th scope=\"row\"{}>{}</th>", kind, cells[i])
                   : fmt::format("<td{}>{}</td>", kind, cells[i]);
  }
  return html + "</tr>\n";
}

}  // namespace

std::string to_html(const HtmlTable& table) {
  if (table.rows.empty())
    return fmt::format("<p class=\"empty\">{}</p>\n", html_text(table.if_empty));
  std::string html = fmt::format(
      "<div class=\"scroll\" tabindex=\"0\"><table{}>\n<caption>{}</caption>\n<thead><tr>",
      table.columns.size() == 2 ? " class=\"narrow\"" : "",
      html_text(table.caption));
  for (const HtmlTable::Column& column : table.columns) {
    html += fmt::format("<th scope=\"col\"{}>{}</th>",
                        column.is_number ? " class=\"n\"" : "",
                        html_text(column.name));
  }
  html += "</tr></thead>\n<tbody>\n";
  for (const auto& row : table.rows) html += row_of(table, row);
  html += "</tbody>\n";
  if (!table.totals.empty()) html += "<tfoot>" + row_of(table, table.totals) + "</tfoot>\n";
  return html + "</table></div>\n";
}

std::string folded(const std::string& summary, const HtmlTable& table) {
  if (table.rows.empty()) return "";
  return fmt::format(
      "<details><summary>{}</summary>\n{}</details>\n", html_text(summary), to_html(table));
}

}  // namespace countersign

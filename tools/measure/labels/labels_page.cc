#include <fmt/format.h>

#include "core/inspection/thresholds/threshold_text.h"
#include "events/crypto/sha256.h"
#include "tools/measure/labels/labels_report.h"
#include "tools/measure/labels/rate_tables.h"
#include "tools/report/html_page.h"
#include "tools/report/html_table.h"
#include "tools/report/html_text.h"

namespace countersign {
namespace {

std::string section(const RateTable& table) {
  HtmlTable html{.caption = table.title, .columns = {}, .rows = {}};
  for (const auto& column : table.columns) html.columns.push_back({column.name, column.is_number});
  for (const auto& row : table.rows) {
    auto& cells = html.rows.emplace_back();
    for (const std::string& cell : row) cells.push_back(html_text(cell));
  }
  return "<section>\n<h2>" + html_text(table.title) + "</h2>\n" + to_html(html) + "</section>\n";
}

std::string wrong_section(const LabelsReport& report) {
  HtmlTable table{.caption = "Pictures that were judged otherwise than their labels say",
                  .columns = {{"Line", true}, {"Picture"}, {"Condition"}, {"Expected"}, {"Found"}},
                  .rows = {},
                  .if_empty = "Every picture was judged as its label says."};
  for (const LabelsReport::Wrong& each : report.wrong) {
    table.rows.push_back({std::to_string(each.line),
                          html_text(each.path),
                          html_text(each.condition),
                          fmt::format("<code>{}</code>", html_text(each.expected)),
                          fmt::format("<span class=\"mark {}\">{}</span>",
                                      each.other_code ? "warn" : "bad",
                                      html_text(each.found))});
  }
  return "<section>\n<h2>Judged otherwise than labelled</h2>\n" + to_html(table) + "</section>\n";
}

std::string unread_section(const LabelsReport& report) {
  if (report.unread.empty()) return {};
  HtmlTable table{.caption = "Pictures that are in no count",
                  .columns = {{"Line", true}, {"Picture"}, {"Why"}},
                  .rows = {}};
  for (const LabelsReport::Unread& each : report.unread) {
    table.rows.push_back({std::to_string(each.line), html_text(each.path), html_text(each.why)});
  }
  return "<section>\n<h2>Could not be read</h2>\n" + to_html(table) + "</section>\n";
}

}  // namespace

std::string labels_page(const LabelsReport& report, const Thresholds& set) {
  std::string page = html_head("Labelled pictures");
  page += fmt::format(
      "<body>\n<main>\n<header>\n<h1>Labelled pictures</h1>\n<p>Judged by {} {} and the thresholds "
      "<code>{}</code>, version {}</p>\n</header>\n",
      html_text(report.engine.name),
      html_text(report.engine.version),
      to_hex(sha256(canonical_text(set))),
      kThresholdsVersion);
  for (const RateTable& table : tables_of(report.rates)) page += section(table);
  page += wrong_section(report) + unread_section(report);
  page +=
      "<footer>The intervals hold the true share with 95 % of confidence (Wilson). This page names "
      "files, and holds no picture and nothing of a "
      "document.</footer>\n</main>\n</body>\n</html>\n";
  return page;
}

}  // namespace countersign

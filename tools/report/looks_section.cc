#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tools/report/figures.h"
#include "tools/report/html_table.h"
#include "tools/report/html_text.h"
#include "tools/report/report_page.h"

// The section on people: who saw pictures, and who decided, signed or not, with or without a look.
namespace countersign {
namespace {

using Cells = std::vector<std::string>;

std::string person_cell(const std::string& person) {
  if (person.empty()) return "without a name";
  return fmt::format("<code>{}</code>", html_text(person));
}

void append_decisions(Cells& row, const DecisionTally& tally) {
  for (const std::uint64_t count :
       {tally.signed_ones, tally.unsigned_ones, tally.by_clients, tally.without_look}) {
    row.push_back(html_number(count));
  }
}

void append_columns_of_decisions(std::vector<HtmlTable::Column>& columns) {
  for (const char* name : {"Signed", "Unsigned", "By clients", "Without a look"}) {
    columns.push_back({name, true});
  }
}

HtmlTable table_of_sessions(const Activity& activity) {
  HtmlTable table{"Sessions that were seen or decided, the latest first",
                  {{"Session"}, {"Downloads", true}, {"Looks", true}},
                  {},
                  {},
                  "Nobody saw a picture or decided."};
  append_columns_of_decisions(table.columns);
  table.columns.push_back({"People"});
  table.columns.push_back({"Last"});
  for (auto seen = activity.seen.rbegin(); seen != activity.seen.rend(); ++seen) {
    Cells row{fmt::format("<code>{}</code>", html_text(seen->session)),
              html_number(seen->downloads),
              html_number(seen->looks)};
    append_decisions(row, seen->decisions);
    std::string people;
    for (const std::string& person : seen->people) {
      people += (people.empty() ? "" : " ") + person_cell(person);
    }
    row.push_back(people.empty() ? "-" : people);
    row.push_back(html_time(seen->last));
    table.rows.push_back(std::move(row));
  }
  return table;
}

HtmlTable table_of_people(const Activity& activity) {
  HtmlTable table{"People, the most looks first",
                  {{"Person"}, {"Looks", true}},
                  {},
                  {},
                  "No person looked or decided."};
  append_columns_of_decisions(table.columns);
  table.columns.push_back({"Last"});
  std::vector<std::pair<std::string, const PersonActivity*>> people;
  people.reserve(activity.people.size());
  for (const auto& [name, person] : activity.people) people.emplace_back(name, &person);
  std::ranges::stable_sort(
      people, std::greater{}, [](const auto& entry) { return entry.second->looks; });
  for (const auto& [name, person] : people) {
    Cells row{person_cell(name), html_number(person->looks)};
    append_decisions(row, person->decisions);
    row.push_back(person->last ? html_time(*person->last) : "-");
    table.rows.push_back(std::move(row));
  }
  return table;
}

HtmlTable table_of_days(const Activity& activity) {
  HtmlTable table{"Looks and decisions, by day; days without are left out",
                  {{"Day"}, {"Downloads", true}, {"Looks", true}},
                  {},
                  {},
                  "Nobody saw a picture or decided."};
  append_columns_of_decisions(table.columns);
  const auto cells_of = [](std::string name, const DayActivity& day) {
    Cells row{std::move(name),
              html_number(day.downloads.times),
              html_number(day.of_persons<ImageViewed>())};
    append_decisions(row, day.decisions);
    return row;
  };
  for (const auto& [number, day] : activity.days) {
    const bool any =
        day.downloads.times > 0 || day.of_persons<ImageViewed>() > 0 || day.decisions.all() > 0;
    if (!any) continue;
    const std::string date = date_of(number);
    table.rows.push_back(cells_of(fmt::format("<time datetime=\"{}\">{}</time>", date, date), day));
  }
  if (!table.rows.empty()) table.totals = cells_of("Total", activity.total());
  return table;
}

}  // namespace

std::string looks_section(const Activity& activity) {
  std::string words =
      "Each look and each download is recorded before its first byte leaves the server. A decision "
      "is without a look if its reviewer had looked at no picture of the session before. The days "
      "count sessions of persons alone, the other tables those of the sandbox too.";
  if (activity.forgot_looks) {
    words +=
        " There were too many open sessions to remember every look, so that decisions "
        "without a look are missing from the count.";
  }
  return "<section id=\"looks\">\n<h2>Who saw and decided</h2>\n<p>" + words + "</p>\n" +
         "<h3>By session</h3>\n" + to_html(table_of_sessions(activity)) + "<h3>By person</h3>\n" +
         to_html(table_of_people(activity)) +
         folded("The values of each day", table_of_days(activity)) + "</section>\n";
}

}  // namespace countersign

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "events/audit/periods.h"
#include "tools/report/bar_chart.h"
#include "tools/report/figures.h"
#include "tools/report/html_table.h"
#include "tools/report/html_text.h"
#include "tools/report/report_page.h"

namespace countersign {
namespace {

constexpr std::size_t kCodesShown = 20;

using Count = std::function<std::uint64_t(const DayActivity&)>;

// One series of a chart and one column of its table.
struct Measure {
  std::string name;
  std::string css_class;  // empty: not in the chart
  Count count;
  bool is_bytes = false;
};

template <class E>
Count times() {
  return [](const DayActivity& day) { return day.of<E>(); };
}
template <class E>
Count times_of_persons() {
  return [](const DayActivity& day) { return day.of_persons<E>(); };
}
Count result(ResultStatus status) {
  return [status](const DayActivity& day) { return day.results[static_cast<std::size_t>(status)]; };
}
const FileTally& purges(const DayActivity& day, PurgeReason reason) {
  return day.purges[static_cast<std::size_t>(reason)];
}

std::string cell(const Measure& measure, const DayActivity& day) {
  const std::uint64_t count = measure.count(day);
  return measure.is_bytes ? html_bytes(count) : html_number(count);
}

// A table by day, with only those days on which a measure is above zero.
HtmlTable table_by_day(const Activity& activity,
                       const std::string& caption,
                       const std::vector<Measure>& measures) {
  HtmlTable table{caption, {{"Day"}}, {}};
  for (const Measure& measure : measures) table.columns.push_back({measure.name, true});
  for (const auto& [number, day] : activity.days) {
    const bool any = std::ranges::any_of(
        measures, [&day = day](const Measure& measure) { return measure.count(day) > 0; });
    if (!any) continue;
    const std::string date = date_of(number);
    std::vector<std::string> row{fmt::format("<time datetime=\"{}\">{}</time>", date, date)};
    for (const Measure& measure : measures) row.push_back(cell(measure, day));
    table.rows.push_back(std::move(row));
  }
  const DayActivity total = activity.total();
  table.totals = {"Total"};
  for (const Measure& measure : measures) table.totals.push_back(cell(measure, total));
  return table;
}

// The chart, and the table of the same measures by day, folded behind a line that opens it.
std::string chart_and_table(const Activity& activity,
                            const std::string& id,
                            const std::string& title,
                            const std::vector<Measure>& measures) {
  const Periods periods = periods_of(activity);
  const HtmlTable table =
      table_by_day(activity, title + ", by day; days without are left out", measures);
  if (table.rows.empty()) return "";
  BarChart chart{
      .text = {.id = id,
               .title = fmt::format("{} by {}", title, name_of(periods.unit)),
               .summary = fmt::format("From {} to {}. The table below has the values of each day.",
                                      periods.all.front().label,
                                      periods.all.back().label)},
      .labels = {},
      .series = {},
      .figure = &short_count};
  for (const Period& period : periods.all) chart.labels.push_back(period.label);
  for (const Measure& measure : measures) {
    if (measure.css_class.empty()) continue;
    if (measure.is_bytes) chart.figure = &short_bytes;
    BarSeries series{measure.name, measure.css_class, {}};
    for (const Period& period : periods.all) series.values.push_back(measure.count(period.sum));
    chart.series.push_back(std::move(series));
  }
  return fmt::format("<h3>{} by {}</h3>\n", html_text(title), name_of(periods.unit)) +
         to_html(chart) + folded("The values of each day", table);
}

std::string section(const char* id, const char* title, const char* words, const std::string& body) {
  return fmt::format(
      "<section id=\"{}\">\n<h2>{}</h2>\n<p>{}</p>\n{}</section>\n", id, title, words, body);
}

std::string share(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return "-";
  return fmt::format("{:.1f}&#160;%", 100 * static_cast<double>(part) / static_cast<double>(whole));
}

std::string tile(const std::string& figure, const char* name, const std::string& more) {
  return fmt::format("<li><b>{}</b><span>{}</span><small>{}</small></li>\n", figure, name, more);
}

std::string stream_cell(const Notable& notable) {
  return fmt::format("<code>{}</code>", html_text(notable.about));
}

HtmlTable table_of(const std::deque<Notable>& notables,
                   const std::string& caption,
                   const char* about,
                   const char* if_empty) {
  HtmlTable table{caption,
                  {{"Event", true}, {"Time"}, {"What"}, {about}, {"Reason"}, {"By"}},
                  {},
                  {},
                  if_empty};
  for (auto notable = notables.rbegin(); notable != notables.rend(); ++notable) {
    table.rows.push_back(
        {html_number(notable->sequence.value()),
         html_time(notable->at),
         html_text(notable->what),
         stream_cell(*notable),
         fmt::format("<bdi>{}</bdi>", html_text(notable->why)),
         html_text(fmt::format("{} {}", name_of(notable->actor.kind), notable->actor.ref))});
  }
  return table;
}

std::string latest(const char* what, std::size_t shown) {
  return shown < Activity::kNotableMax ? std::string(what)
                                       : fmt::format("{}: the latest {}", what, shown);
}

std::string flags_of(const ClientActivity& client) {
  std::string flags;
  if (client.sandbox) flags += "<span class=\"flag\">sandbox</span>";
  if (client.disabled_at) flags += "<span class=\"flag\">disabled</span>";
  return flags;
}

std::string client_cell(const std::string& key, const ClientActivity& client) {
  const std::string name =
      client.name.empty() ? std::string("not registered in this log") : client.name;
  return fmt::format("<bdi class=\"name\">{}</bdi>{}<code class=\"sub\">{}</code>",
                     html_text(name),
                     flags_of(client),
                     html_text(key.empty() ? "others" : key));
}

}  // namespace

std::string summary_section(const Activity& activity) {
  const DayActivity total = activity.total();
  const std::uint64_t opened = total.of_persons<SessionCreated>();
  const std::uint64_t finalized = total.of_persons<SessionFinalized>();
  const std::uint64_t passed = total.results[static_cast<std::size_t>(ResultStatus::Passed)];
  const std::uint64_t review = total.results[static_cast<std::size_t>(ResultStatus::Review)];
  const std::uint64_t failed = total.results[static_cast<std::size_t>(ResultStatus::Failed)];
  const FileTally& retention = purges(total, PurgeReason::Retention);
  const FileTally& erasure = purges(total, PurgeReason::Erasure);
  const std::uint64_t held =
      total.of<HoldSet>() - std::min(total.of<HoldSet>(), total.of<HoldReleased>());
  std::string tiles = "<ul class=\"tiles\">\n";
  tiles += tile(
      html_number(activity.events), "events", "on " + html_counted(activity.days.size(), "day"));
  tiles += tile(html_number(opened),
                "sessions opened",
                fmt::format("{} finalized, {}", html_number(finalized), share(finalized, opened)));
  tiles += tile(html_number(passed), "passed", share(passed, finalized) + " of those finalized");
  tiles += tile(html_number(review), "to review", share(review, finalized) + " of those finalized");
  tiles += tile(html_number(failed), "failed", share(failed, finalized) + " of those finalized");
  tiles += tile(
      html_number(total.downloads.times),
      "downloads",
      html_bytes(total.downloads.bytes) + " in " + html_counted(total.downloads.files, "file"));
  tiles += tile(html_number(retention.times + erasure.times),
                "sessions purged",
                fmt::format("{} of them by request", html_number(erasure.times)));
  tiles += tile(html_number(held),
                "legal holds in force",
                fmt::format("{} set, {} released",
                            html_number(total.of<HoldSet>()),
                            html_number(total.of<HoldReleased>())));
  if (const std::uint64_t tests = total.of_sandbox<SessionCreated>(); tests > 0) {
    tiles += tile(
        html_number(tests), "sandbox sessions", "tests, which no other figure of sessions counts");
  }
  return section(
      "summary", "Summary", "Counted from the events that were found good.", tiles + "</ul>\n");
}

std::string volume_section(const Activity& activity) {
  const std::string chart = chart_and_table(
      activity, "chart-events", "Events", {{"Events", "events", [](const DayActivity& day) {
                                              return day.all_events();
                                            }}});
  HtmlTable types{"Events of the whole log, by type",
                  {{"Type"}, {"Events", true}, {"Share", true}, {"What it says"}},
                  {},
                  {},
                  "No event was read."};
  std::vector<Measure> by_day;
  const DayActivity total = activity.total();
  const auto add = [&]<class E>(const E* /*type*/) {
    const std::uint64_t count = total.of<E>();
    if (count == 0) return;
    const EventType& type = event_type<E>;
    types.rows.push_back({html_text(type.name),
                          html_number(count),
                          share(count, activity.events),
                          html_text(type.meaning)});
    by_day.push_back({std::string(type.name), "", times<E>()});
  };
  [&]<class... E>(const std::variant<E...>*) {
    (add(static_cast<const E*>(nullptr)), ...);
  }(static_cast<const Event*>(nullptr));
  if (!types.rows.empty()) types.totals = {"Total", html_number(activity.events), "", ""};
  return section(
      "volume",
      "Volume",
      "Everything that the server did is an event. What it did not record, it did not answer.",
      chart + "<h3>Events by type</h3>\n" + to_html(types) +
          (by_day.empty() ? std::string()
                          : folded("The types of each day",
                                   table_by_day(activity, "Events by type and day", by_day))));
}

std::string sessions_section(const Activity& activity) {
  const std::vector<Measure> outcomes{{"Passed", "passed", result(ResultStatus::Passed)},
                                      {"Review", "review", result(ResultStatus::Review)},
                                      {"Failed", "failed", result(ResultStatus::Failed)},
                                      {"Expired", "expired", times_of_persons<SessionExpired>()},
                                      {"Canceled", "canceled", times_of_persons<SessionCanceled>()},
                                      {"Opened", "", times_of_persons<SessionCreated>()}};
  const std::vector<Measure> submissions{
      {"Accepted",
       "passed",
       [](const DayActivity& day) {
         return day.of_persons<DocumentAccepted>() + day.of_persons<LivenessAccepted>();
       }},
      {"Refused", "failed", [](const DayActivity& day) {
         return day.of_persons<DocumentRejected>() + day.of_persons<LivenessRejected>();
       }}};
  std::string html = chart_and_table(activity, "chart-outcomes", "How sessions ended", outcomes);
  if (html.empty()) html = "<p class=\"empty\">No session was opened.</p>\n";
  html += chart_and_table(activity, "chart-submissions", "Submissions of images", submissions);

  std::vector<std::pair<std::string, std::uint64_t>> codes(activity.refusals.begin(),
                                                           activity.refusals.end());
  std::ranges::stable_sort(codes, std::greater{}, &std::pair<std::string, std::uint64_t>::second);
  if (codes.size() > kCodesShown) codes.resize(kCodesShown);
  HtmlTable refusals{"Why submissions were refused, the most frequent first",
                     {{"Code"}, {"Times", true}},
                     {},
                     {},
                     "No submission was refused."};
  for (const auto& [code, count] : codes) {
    refusals.rows.push_back(
        {fmt::format("<code>{}</code>", html_text(code.empty() ? "others" : code)),
         html_number(count)});
  }
  return section(
      "sessions",
      "Outcomes",
      "A session ends once: finalized with a result, expired, or canceled. Review means that "
      "a person has to look, because a check was not made or not sure.",
      html + "<h3>Refusals</h3>\n" + to_html(refusals));
}

std::string downloads_section(const Activity& activity) {
  const std::string chart = chart_and_table(
      activity,
      "chart-downloads",
      "Downloads",
      {{"Downloads", "events", [](const DayActivity& day) { return day.downloads.times; }},
       {"Files", "", [](const DayActivity& day) { return day.downloads.files; }},
       {"Bytes", "", [](const DayActivity& day) { return day.downloads.bytes; }, true}});
  HtmlTable table{"Who asked for stored files, the most downloads first",
                  {{"Client"}, {"Downloads", true}, {"Files", true}, {"Bytes", true}, {"Last"}},
                  {},
                  {},
                  "Nothing was downloaded."};
  std::vector<std::pair<std::string, const ClientActivity*>> clients;
  for (const auto& [key, client] : activity.clients) {
    if (client.downloads.times > 0) clients.emplace_back(key, &client);
  }
  std::ranges::stable_sort(
      clients, std::greater{}, [](const auto& entry) { return entry.second->downloads.times; });
  for (const auto& [key, client] : clients) {
    table.rows.push_back({client_cell(key, *client),
                          html_number(client->downloads.times),
                          html_number(client->downloads.files),
                          html_bytes(client->downloads.bytes),
                          client->last_download ? html_time(*client->last_download) : "-"});
  }
  for (const auto& [kind, handed] : activity.other_downloads) {
    table.rows.push_back({fmt::format("<span class=\"name\">no client: {}</span>", html_text(kind)),
                          html_number(handed.times),
                          html_number(handed.files),
                          html_bytes(handed.bytes),
                          "-"});
  }
  if (!table.rows.empty()) {
    const FileTally all = activity.total().downloads;
    table.totals = {
        "Total", html_number(all.times), html_number(all.files), html_bytes(all.bytes), ""};
  }
  return section("downloads",
                 "Downloads",
                 "Each is recorded before its first byte leaves the server.",
                 "<h3>By client</h3>\n" + to_html(table) + chart);
}

std::string purges_section(const Activity& activity) {
  const auto count = [](PurgeReason reason, auto member) {
    return [reason, member](const DayActivity& day) { return purges(day, reason).*member; };
  };
  std::string html =
      chart_and_table(activity,
                      "chart-purges",
                      "Sessions purged",
                      {{"Retention", "purged", count(PurgeReason::Retention, &FileTally::times)},
                       {"By request", "erased", count(PurgeReason::Erasure, &FileTally::times)},
                       {"Files",
                        "",
                        [](const DayActivity& day) {
                          return purges(day, PurgeReason::Retention).files +
                                 purges(day, PurgeReason::Erasure).files;
                        }},
                       {"Bytes",
                        "",
                        [](const DayActivity& day) {
                          return purges(day, PurgeReason::Retention).bytes +
                                 purges(day, PurgeReason::Erasure).bytes;
                        },
                        true},
                       {"Keys of one session erased", "", times<KeyPunctured>()},
                       {"Keys of a day destroyed", "", times<KeyDestroyed>()},
                       {"Sets of thresholds", "", times<ThresholdsRecorded>()},
                       {"Holds set", "", times<HoldSet>()},
                       {"Holds released", "", times<HoldReleased>()}});
  if (html.empty()) html = "<p class=\"empty\">Nothing was purged, held or destroyed.</p>\n";
  html += "<h3>Key destructions and rotations</h3>\n" +
          to_html(table_of(activity.keys,
                           latest("Keys", activity.keys.size()),
                           "Key",
                           "No key was destroyed or rotated."));
  html +=
      "<h3>Legal holds</h3>\n" +
      to_html(table_of(
          activity.holds, latest("Holds", activity.holds.size()), "Session", "No hold was set."));
  html += "<h3>Erasures by request</h3>\n" +
          to_html(table_of(activity.erasures,
                           latest("Erasures", activity.erasures.size()),
                           "Session",
                           "No session was erased by request."));
  return section(
      "purges",
      "Purges, holds, keys",
      "A purge deletes the files of a session and the key that they were encrypted with; the "
      "record of the session stays. A hold prevents it.",
      html);
}

std::string clients_section(const Activity& activity) {
  HtmlTable table{
      "Every client that this log knows",
      {{"Client"}, {"Registered"}, {"Disabled"}, {"Sessions", true}, {"Downloads", true}},
      {},
      {},
      "No client was registered."};
  for (const auto& [key, client] : activity.clients) {
    table.rows.push_back({client_cell(key, client),
                          client.registered_at ? html_time(*client.registered_at) : "-",
                          client.disabled_at ? html_time(*client.disabled_at) : "-",
                          html_number(client.sessions),
                          html_number(client.downloads.times)});
  }
  return section(
      "clients", "Clients", "Whose backends open sessions and download files.", to_html(table));
}

}  // namespace countersign

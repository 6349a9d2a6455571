#include <fmt/format.h>

#include <map>
#include <utility>

#include "core/text/milli.h"
#include "tools/measure/calibration/calibration.h"
#include "tools/measure/calibration/rate_chart.h"
#include "tools/report/figures.h"
#include "tools/report/html_page.h"
#include "tools/report/html_table.h"
#include "tools/report/html_text.h"

namespace countersign {
namespace {

std::string interval_text(const RateEstimate& rate) {
  return fmt::format("{} % ({} to {} %)",
                     percent_text(rate.share),
                     percent_text(rate.from),
                     percent_text(rate.to));
}

std::string verdict(const Calibration& calibration, double rate) {
  const auto level = level_for(calibration, rate);
  if (!level) {
    return fmt::format(
        "<section class=\"verdict bad\">\n<h2>No level</h2>\n<p>{}.</p>\n</section>\n",
        html_text(*why_no_level(calibration, rate)));
  }
  const auto unused = why_not_used(calibration, *level);
  return fmt::format(
      "<section class=\"verdict {}\">\n<h2>Level {}</h2>\n<p>The lowest level at which the "
      "interval of the false matches ends at {} % or below. There, false matches are {}, false "
      "non-matches {}.</p>\n{}<p><code>--threshold face-match-likeness={}</code></p>\n</section>\n",
      unused ? "bad" : "good",
      milli_to_decimal(*level),
      percent_text(rate),
      interval_text(calibration.different.at_or_above(*level)),
      interval_text(calibration.same.below(*level)),
      unused ? fmt::format("<p>{}.</p>\n", html_text(*unused)) : "",
      milli_to_decimal(*level));
}

std::string chart_of(const Calibration& calibration) {
  const std::vector<std::int32_t> shown = shown_levels(calibration);
  RateChart chart{
      .text = {.id = "rates",
               .title = "Error rates by level",
               .summary = "False matches fall and false non-matches rise with the level."},
      .levels_milli = {},
      .series = {{"false matches", "failed", {}}, {"false non-matches", "events", {}}}};
  const std::int32_t step = shown.size() > 1 ? (shown[1] - shown[0]) / 10 : 1;
  for (std::int32_t level = shown.front(); level <= shown.back(); level += step) {
    chart.levels_milli.push_back(level);
    chart.series[0].rates.push_back(calibration.different.at_or_above(level));
    chart.series[1].rates.push_back(calibration.same.below(level));
  }
  return to_html(chart);
}

HtmlTable table_of(const Calibration& calibration) {
  HtmlTable table{
      .caption = "Error rates with their 95 % intervals",
      .columns = {{"Level", true}, {"False matches", true}, {"False non-matches", true}},
      .rows = {}};
  for (const std::int32_t level : shown_levels(calibration)) {
    table.rows.push_back({milli_to_decimal(level),
                          interval_text(calibration.different.at_or_above(level)),
                          interval_text(calibration.same.below(level))});
  }
  return table;
}

std::string facts(const Calibration& calibration) {
  std::string html = "<dl class=\"facts\">\n";
  const auto add = [&](const char* name, const std::string& value) {
    html += fmt::format("<dt>{}</dt><dd>{}</dd>\n", name, value);
  };
  add("Engine", html_text(calibration.engine.name + " " + calibration.engine.version));
  for (const ModelFile& model : calibration.engine.models) {
    add("Model",
        fmt::format("{} <code>{}</code>", html_text(model.name), to_hex(model.sha256.value())));
  }
  add("People", html_number(calibration.people));
  add("Pictures with one face", html_number(calibration.pictures));
  add("Pairs of one person",
      fmt::format("{} of {} people",
                  html_number(calibration.same.pairs()),
                  html_number(calibration.same.groups())));
  add("Pairs of different people",
      fmt::format("{}, a sample of {}, of {} pairs of people",
                  html_number(calibration.different.pairs()),
                  html_number(calibration.different_pairs_in_all),
                  html_number(calibration.different.groups())));
  return html + "</dl>\n";
}

// By their reasons: the page has no names.
HtmlTable left_out(const Calibration& calibration) {
  std::map<std::string, std::uint64_t> counts;
  for (const LeftOut& each : calibration.left_out) ++counts[each.why.substr(0, each.why.find(':'))];
  HtmlTable table{.caption = "Files that were left out",
                  .columns = {{"Reason"}, {"Files", true}},
                  .rows = {},
                  .totals = {},
                  .if_empty = "No file was left out."};
  for (const auto& [why, count] : counts) {
    table.rows.push_back({html_text(why), html_number(count)});
  }
  return table;
}

}  // namespace

std::string calibration_page(const Calibration& calibration, double rate) {
  std::string page = html_head("Face match calibration");
  page += fmt::format(
      "<body>\n<main>\n<header>\n<h1>Face match calibration</h1>\n<p>How often a recognizer is "
      "wrong about {} people</p>\n</header>\n",
      grouped(calibration.people));
  page += verdict(calibration, rate);
  page += "<section>\n<h2>Rates</h2>\n" + chart_of(calibration) + to_html(table_of(calibration)) +
          "</section>\n<section>\n<h2>Pictures</h2>\n" + facts(calibration) +
          to_html(left_out(calibration)) + "</section>\n";
  page +=
      "<footer>A person, or two people, count once, whatever the number of their pictures. The "
      "intervals hold for people like these and pictures like these.</footer>\n</main>\n</body>\n"
      "</html>\n";
  return page;
}

}  // namespace countersign

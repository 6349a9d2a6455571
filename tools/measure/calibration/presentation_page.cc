#include <fmt/format.h>

#include <map>
#include <utility>

#include "core/text/milli.h"
#include "tools/measure/calibration/calibration.h"
#include "tools/measure/calibration/presentation_rates.h"
#include "tools/measure/calibration/rate_chart.h"
#include "tools/report/figures.h"
#include "tools/report/html_page.h"
#include "tools/report/html_table.h"
#include "tools/report/html_text.h"

namespace countersign {
namespace {

std::string percent_and_interval(const std::optional<RateEstimate>& rate) {
  if (!rate) return "not measured";
  return fmt::format("{} % ({} to {} %)",
                     percent_text(rate->share),
                     percent_text(rate->from),
                     percent_text(rate->to));
}

// The highest APCER of all kinds.
std::optional<RateEstimate> worst_of(const PresentationErrors& errors) {
  return errors.worst ? errors.apcer[*errors.worst] : std::nullopt;
}

std::string chart_of_errors(const PresentationRates& rates) {
  RateChart chart{
      .text = {.id = "rates",
               .title = "Error rates by level",
               .summary = "Attacks that are accepted fall and originals that are refused rise with "
                          "the level."},
      .levels_milli = presentation_levels(rates),
      .series = {{"APCER of the worst kind", "failed", {}}, {"BPCER", "events", {}}}};
  for (const std::int32_t level : chart.levels_milli) {
    const PresentationErrors errors = errors_at(rates, level);
    chart.series[0].rates.push_back(worst_of(errors).value_or(RateEstimate{}));
    chart.series[1].rates.push_back(errors.bpcer);
  }
  return to_html(chart);
}

HtmlTable table_of_errors(const PresentationRates& rates) {
  HtmlTable table{.caption = "Error rates with their 95 % intervals",
                  .columns = {{"Level", true}, {"BPCER", true}},
                  .rows = {}};
  for (const ScoredGroup& kind : rates.attacks) {
    table.columns.push_back({"APCER of " + kind.name, true});
  }
  for (const std::int32_t level : presentation_levels(rates)) {
    const PresentationErrors errors = errors_at(rates, level);
    std::vector<std::string> row{milli_to_decimal(level), percent_and_interval(errors.bpcer)};
    for (const auto& rate : errors.apcer) row.push_back(percent_and_interval(rate));
    table.rows.push_back(std::move(row));
  }
  return table;
}

HtmlTable table_of_pictures(const PresentationRates& rates) {
  HtmlTable table{.caption = "Pictures",
                  .columns = {{"What"}, {"With one face", true}, {"Without an answer", true}},
                  .rows = {}};
  ScoredGroup all;
  for (const ScoredGroup& person : rates.people) {
    all.scores_milli.insert(
        all.scores_milli.end(), person.scores_milli.begin(), person.scores_milli.end());
    all.without_answer += person.without_answer;
  }
  const auto add = [&](const std::string& name, const ScoredGroup& group) {
    table.rows.push_back({html_text(name),
                          html_number(group.scores_milli.size()),
                          html_number(group.without_answer)});
  };
  add("originals", all);
  for (const ScoredGroup& kind : rates.attacks) add(kind.name, kind);
  return table;
}

// By their reasons: the page has no names of files.
HtmlTable table_of_left_out(const PresentationRates& rates) {
  std::map<std::string, std::uint64_t> counts;
  for (const LeftOut& each : rates.left_out) ++counts[each.why.substr(0, each.why.find(':'))];
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

std::string models_of(const PresentationRates& rates) {
  std::string html = "<dl class=\"facts\">\n";
  html += fmt::format("<dt>Engine</dt><dd>{}</dd>\n",
                      html_text(rates.engine.name + " " + rates.engine.version));
  for (const ModelFile& model : rates.engine.models) {
    html += fmt::format("<dt>Model</dt><dd>{} <code>{}</code></dd>\n",
                        html_text(model.name),
                        to_hex(model.sha256.value()));
  }
  return html + "</dl>\n";
}

}  // namespace

std::string presentation_page(const PresentationRates& rates) {
  std::string page = html_head("Presentation attack calibration");
  page +=
      "<body>\n<main>\n<header>\n<h1>Presentation attack calibration</h1>\n<p>How often a model of "
      "presentation attacks is wrong, by ISO/IEC 30107-3</p>\n</header>\n";
  if (const auto why = why_not_measured(rates)) {
    page +=
        fmt::format("<section class=\"verdict bad\">\n<h2>No rates</h2>\n<p>{}.</p>\n</section>\n",
                    html_text(*why));
  }
  page += "<section>\n<h2>Rates</h2>\n" + chart_of_errors(rates) + to_html(table_of_errors(rates)) +
          "</section>\n<section>\n<h2>Pictures</h2>\n" + to_html(table_of_pictures(rates)) +
          models_of(rates) + to_html(table_of_left_out(rates)) + "</section>\n";
  page +=
      "<footer>A person counts once, whatever the number of their pictures; each picture of an "
      "attack counts once. The rates are those of single pictures, while the server takes the "
      "median of a recording. The intervals hold for people, attacks and pictures like "
      "these.</footer>\n</main>\n</body>\n</html>\n";
  return page;
}

}  // namespace countersign

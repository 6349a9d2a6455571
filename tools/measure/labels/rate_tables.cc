#include "tools/measure/labels/rate_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace countersign {
namespace {

constexpr std::string_view kPrefix = "DOCUMENT_";  // of every code of a document

std::string number(std::size_t count) { return std::to_string(count); }

// The codes, the most frequent first: "BLURRY 40, CROPPED 2".
std::string codes_text(const Tally& tally) {
  std::vector<std::pair<std::string, std::size_t>> codes(tally.codes.begin(), tally.codes.end());
  std::ranges::stable_sort(
      codes, std::ranges::greater(), &std::pair<std::string, std::size_t>::second);
  std::string text;
  for (const auto& [code, count] : codes) {
    const std::string_view name = code;
    text += fmt::format("{}{} {}",
                        text.empty() ? "" : ", ",
                        name.starts_with(kPrefix) ? name.substr(kPrefix.size()) : name,
                        count);
  }
  return text;
}

std::string median_text(std::vector<double> values) {
  if (values.empty()) return {};
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return fmt::format("{:.0f}", *middle);
}

using Row = std::vector<std::string>;

struct Kind {
  Expected expected;
  const char* title;
  const char* counted;  // the heading of what is counted
};

std::size_t counted(Expected expected, const Tally& tally) {
  switch (expected) {
    case Expected::Accepted:
      return tally.pictures - tally.accepted;
    case Expected::Refused:
    case Expected::Either:
      return tally.accepted;
    case Expected::Review:
      return tally.wrong;
  }
  return 0;
}

Row row_of(const std::string& name, Expected expected, const Tally& tally) {
  const ErrorRate rate = {counted(expected, tally), tally.pictures};
  return {name.empty() ? "-" : name,
          number(rate.count),
          number(rate.of),
          percent(rate.share()),
          interval_text(rate),
          codes_text(tally),
          expected == Expected::Accepted ? number(tally.zones) : number(tally.other),
          median_text(tally.ms)};
}

RateTable table_of(const ErrorRates& rates, const Kind& kind) {
  const bool fit = kind.expected == Expected::Accepted;
  RateTable table{.title = kind.title,
                  .columns = {{kind.title},
                              {kind.counted, true},
                              {"of", true},
                              {"%", true},
                              {"95 %", true},
                              {fit ? "as" : "refused as"},
                              {fit ? "zones read" : "another code", true},
                              {"ms", true}},
                  .rows = {}};
  for (const ErrorRates::Condition& each : rates.conditions()) {
    if (each.expected != kind.expected) continue;
    table.rows.push_back(row_of(each.name, each.expected, each.tally));
  }
  const Tally total = rates.total(kind.expected);
  if (table.rows.size() > 1) table.rows.push_back(row_of("all", kind.expected, total));
  return table;
}

Row zone_row(const std::string& name, const ZoneCounts& zone) {
  const ErrorRate rate = {zone.read, zone.known};
  return {name.empty() ? "-" : name,
          number(rate.count),
          number(rate.of),
          percent(rate.share()),
          interval_text(rate),
          number(zone.compared),
          number(zone.differ),
          number(zone.differ_code),
          number(zone.differ_name),
          number(zone.differ_else)};
}

RateTable zone_table(const ErrorRates& rates) {
  RateTable table{.title = "zones whose text is known",
                  .columns = {{"zones whose text is known"},
                              {"read", true},
                              {"of", true},
                              {"%", true},
                              {"95 %", true},
                              {"accepted, digits right", true},
                              {"differ", true},
                              {"in the first letters", true},
                              {"in a name", true},
                              {"elsewhere", true}},
                  .rows = {}};
  // A condition's zones are counted together, whatever its pictures are expected to be.
  std::vector<std::pair<std::string, ZoneCounts>> zones;
  for (const ErrorRates::Condition& each : rates.conditions()) {
    if (each.tally.zone.known == 0) continue;
    const auto known = std::ranges::find(zones, each.name, &decltype(zones)::value_type::first);
    if (known == zones.end()) {
      zones.emplace_back(each.name, each.tally.zone);
    } else {
      known->second += each.tally.zone;
    }
  }
  for (const auto& [name, zone] : zones) table.rows.push_back(zone_row(name, zone));
  if (table.rows.size() > 1) table.rows.push_back(zone_row("all", rates.total().zone));
  return table;
}

}  // namespace

std::string percent(double share) { return fmt::format("{:.1f}", 100 * share); }

std::string interval_text(const ErrorRate& rate) {
  const auto [low, high] = rate.interval95();
  return fmt::format("{:.1f} to {:.1f}", 100 * low, 100 * high);
}

std::vector<RateTable> tables_of(const ErrorRates& rates) {
  std::vector<RateTable> tables;
  for (const Kind& kind : {Kind{Expected::Accepted, "fit to be read", "refused"},
                           Kind{Expected::Refused, "not fit, or not what was declared", "accepted"},
                           Kind{Expected::Review, "no document", "accepted without a review"},
                           Kind{Expected::Either, "between the two", "accepted"}}) {
    tables.push_back(table_of(rates, kind));
  }
  tables.push_back(zone_table(rates));
  std::erase_if(tables, [](const RateTable& table) { return table.rows.empty(); });
  return tables;
}

std::string markdown(const RateTable& table) {
  std::string text = "|";
  for (const auto& column : table.columns) text += " " + column.name + " |";
  text += "\n|";
  for (std::size_t i = 0; i < table.columns.size(); ++i) text += "---|";
  for (const auto& row : table.rows) {
    text += "\n|";
    for (const std::string& cell : row) text += " " + cell + " |";
  }
  return text + "\n";
}

}  // namespace countersign

#include "http/metrics/prometheus_text.h"

#include <vector>

#include "core/check.h"
#include "core/text/printable.h"

namespace countersign::http {
namespace {

std::string_view type_name(PrometheusText::Kind kind) {
  switch (kind) {
    case PrometheusText::Kind::Counter:
      return "counter";
    case PrometheusText::Kind::Gauge:
      return "gauge";
    case PrometheusText::Kind::Histogram:
      return "histogram";
  }
  check(false, "a kind of metric is an enumerator of PrometheusText::Kind");
  return {};
}

// This format has an escape for a line feed; printable_lines() replaces any other unprintable
// character by the text of an escape.
std::string escaped(std::string_view text, bool in_label) {
  std::string out;
  for (const char c : printable_lines(text)) {
    if (c == '\\') {
      out += "\\\\";
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '"' && in_label) {
      out += "\\\"";
    } else {
      out.push_back(c);
    }
  }
  return out;
}

// Formats microseconds as seconds: 1500 is 0.0015.
std::string seconds_of(std::uint64_t us) {
  std::string text = std::to_string(us / 1'000'000);
  std::string fraction = std::to_string(1'000'000 + us % 1'000'000).substr(1);
  while (!fraction.empty() && fraction.back() == '0') fraction.pop_back();
  return fraction.empty() ? text : text + "." + fraction;
}

}  // namespace

void PrometheusText::family(std::string_view name, Kind kind, std::string_view help) {
  check(kind != Kind::Counter || name.ends_with("_total"), "the name of a counter ends in _total");
  name_ = name;
  text_.append("# HELP ").append(name).append(" ").append(escaped(help, false)).append("\n");
  text_.append("# TYPE ").append(name).append(" ").append(type_name(kind)).append("\n");
}

void PrometheusText::sample(std::uint64_t value, std::span<const Label> labels) {
  line("", labels, std::to_string(value));
}

void PrometheusText::sample_us(std::uint64_t us) { line("", {}, seconds_of(us)); }

void PrometheusText::histogram(Label label,
                               std::span<const std::uint64_t> bounds_us,
                               std::span<const std::uint64_t> counts,
                               std::uint64_t sum_us) {
  check(counts.size() == bounds_us.size() + 1,
        "a histogram has exactly one more count than bounds");
  std::uint64_t so_far = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    so_far += counts[i];
    const std::string bound = i < bounds_us.size() ? seconds_of(bounds_us[i]) : "+Inf";
    const Label labels[] = {label, {"le", bound}};
    line("_bucket", labels, std::to_string(so_far));
  }
  line("_sum", std::span(&label, 1), seconds_of(sum_us));
  line("_count", std::span(&label, 1), std::to_string(so_far));
}

void PrometheusText::counter(std::string_view name, std::string_view help, std::uint64_t value) {
  family(name, Kind::Counter, help);
  sample(value);
}

void PrometheusText::gauge(std::string_view name, std::string_view help, std::uint64_t value) {
  family(name, Kind::Gauge, help);
  sample(value);
}

void PrometheusText::line(std::string_view suffix,
                          std::span<const Label> labels,
                          std::string_view value) {
  text_.append(name_).append(suffix);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    text_.append(i == 0 ? "{" : ",").append(labels[i].name).append("=\"");
    text_.append(escaped(labels[i].value, true)).append("\"");
  }
  if (!labels.empty()) text_.append("}");
  text_.append(" ").append(value).append("\n");
}

}  // namespace countersign::http

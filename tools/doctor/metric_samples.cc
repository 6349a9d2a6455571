#include "tools/doctor/metric_samples.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace countersign {
namespace {

std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// The values of the labels in `one="value",other="value"`, with their escapes resolved.
std::optional<std::vector<std::string>> values_of_labels(std::string_view labels) {
  std::vector<std::string> values;
  for (;;) {
    const std::size_t equals = labels.find("=\"");
    if (equals == std::string_view::npos) return std::nullopt;
    labels.remove_prefix(equals + 2);
    std::string text;
    std::size_t i = 0;
    for (; i < labels.size() && labels[i] != '"'; ++i) {
      const bool is_escape = labels[i] == '\\' && i + 1 < labels.size();
      if (is_escape) ++i;
      text += is_escape && labels[i] == 'n' ? '\n' : labels[i];
    }
    if (i == labels.size()) return std::nullopt;  // no quote ends the value
    values.push_back(std::move(text));
    labels.remove_prefix(i + 1);
    if (labels.empty()) return values;
    if (!labels.starts_with(',')) return std::nullopt;
    labels.remove_prefix(1);
  }
}

}  // namespace

MetricSamples MetricSamples::parse(std::string_view page) {
  MetricSamples read;
  while (!page.empty()) {
    const std::size_t end = std::min(page.find('\n'), page.size());
    const std::string_view line = page.substr(0, end);
    page.remove_prefix(std::min(end + 1, page.size()));
    const std::size_t blank = line.rfind(' ');
    if (line.starts_with('#') || blank == std::string_view::npos) continue;
    const auto number = whole_number(line.substr(blank + 1));
    const std::string_view name = line.substr(0, blank);
    const std::size_t brace = name.find('{');
    if (!number || brace == 0 || name.empty()) continue;
    std::optional<std::vector<std::string>> labels = std::vector<std::string>();
    if (brace != std::string_view::npos) {
      if (!name.ends_with('}')) continue;
      labels = values_of_labels(name.substr(brace + 1, name.size() - brace - 2));
    }
    if (!labels) continue;
    read.samples_[std::string(name.substr(0, brace))].push_back({*std::move(labels), *number});
  }
  return read;
}

std::optional<std::uint64_t> MetricSamples::value(const std::string& name) const {
  const auto found = samples_.find(name);
  if (found == samples_.end()) return std::nullopt;
  for (const Sample& sample : found->second) {
    if (sample.labels.empty()) return sample.value;
  }
  return std::nullopt;
}

std::vector<MetricSamples::Labelled> MetricSamples::family(const std::string& name) const {
  std::vector<Labelled> samples;
  const auto found = samples_.find(name);
  if (found == samples_.end()) return samples;
  for (const Sample& sample : found->second) {
    if (sample.labels.size() == 1) samples.push_back({sample.labels[0], sample.value});
  }
  return samples;
}

std::vector<MetricSamples::TwiceLabelled> MetricSamples::family_of_two(
    const std::string& name) const {
  std::vector<TwiceLabelled> samples;
  const auto found = samples_.find(name);
  if (found == samples_.end()) return samples;
  for (const Sample& sample : found->second) {
    if (sample.labels.size() != 2) continue;
    samples.push_back({sample.labels[0], sample.labels[1], sample.value});
  }
  return samples;
}

}  // namespace countersign

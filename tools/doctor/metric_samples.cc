#include "tools/doctor/metric_samples.h"

#include <algorithm>
#include <charconv>

namespace countersign {
namespace {

std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// The value of the only label in `name="value"`, with its escapes resolved.
std::optional<std::string> only_label(std::string_view labels) {
  const std::size_t equals = labels.find("=\"");
  if (equals == std::string_view::npos || !labels.ends_with('"')) return std::nullopt;
  std::string_view value = labels.substr(equals + 2);
  if (value.empty()) return std::nullopt;
  value.remove_suffix(1);
  std::string text;
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (value[i] == '"') return std::nullopt;  // a second label
    const bool is_escape = value[i] == '\\' && i + 1 < value.size();
    if (is_escape) ++i;
    text += is_escape && value[i] == 'n' ? '\n' : value[i];
  }
  return text;
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
    std::optional<std::string> label = "";
    if (brace != std::string_view::npos) {
      if (!name.ends_with('}')) continue;
      label = only_label(name.substr(brace + 1, name.size() - brace - 2));
    }
    if (!label) continue;
    read.samples_[std::string(name.substr(0, brace))].push_back({*label, *number});
  }
  return read;
}

std::optional<std::uint64_t> MetricSamples::value(const std::string& name) const {
  const auto found = samples_.find(name);
  if (found == samples_.end()) return std::nullopt;
  for (const Labelled& sample : found->second) {
    if (sample.label.empty()) return sample.value;
  }
  return std::nullopt;
}

std::vector<MetricSamples::Labelled> MetricSamples::family(const std::string& name) const {
  const auto found = samples_.find(name);
  return found == samples_.end() ? std::vector<Labelled>() : found->second;
}

}  // namespace countersign

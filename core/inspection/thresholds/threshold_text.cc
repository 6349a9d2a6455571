#include "core/inspection/thresholds/threshold_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/inspection/thresholds/threshold_table.h"
#include "core/text/milli.h"

namespace countersign {
namespace {

constexpr std::string_view kFirstLine = "thresholds ";
constexpr std::string_view kUnset = "unset";
constexpr std::int64_t kYes = 1000;  // 1, in thousandths

// The table's row for one threshold, as data.
struct Row {
  ThresholdInfo info;
  std::size_t levels = 0;
  bool is_switch = false;
};

std::optional<Row> find_row(std::string_view name) {
  const Thresholds set;
  std::optional<Row> found;
  for_each_threshold(set, [&](const ThresholdInfo& info, const auto& value) {
    if (info.name != name) return;
    found = Row{info, levels_of(value), std::is_same_v<decltype(value), const bool&>};
  });
  return found;
}

std::string level_text(bool is_switch, std::int64_t milli) {
  if (is_switch) return milli == 0 ? "no" : "yes";
  return milli_to_decimal(milli);
}

std::string with_unit(const Row& row, std::int64_t milli) {
  if (row.is_switch) return level_text(true, milli);
  return fmt::format("{} {}", milli_to_decimal(milli), row.info.unit);
}

// Takes a level from the front of the text, with its unit if it has one.
Result<std::int64_t, std::string> take_level(const Row& row, std::string_view& text) {
  if (row.is_switch) {
    const std::string_view word = text.substr(0, text.find('/'));
    text.remove_prefix(word.size());
    if (word == "yes") return kYes;
    if (word == "no") return std::int64_t{0};
    return fmt::format("{} must be yes or no, not '{}'", row.info.name, word);
  }
  const std::string_view digits = text.substr(0, text.find_first_not_of("-0123456789."));
  const auto milli = milli_of_decimal(digits);
  if (!milli) {
    return fmt::format(
        "{}: '{}' does not begin with a number such as 12 or 0.125, of at most "
        "three digits behind the point",
        row.info.name,
        text);
  }
  text.remove_prefix(digits.size());
  if (text.starts_with(row.info.unit)) text.remove_prefix(row.info.unit.size());
  if (!text.empty() && text.front() != '/') {
    return fmt::format(
        "{} is in {}, not in '{}'", row.info.name, row.info.unit, text.substr(0, text.find('/')));
  }
  return *milli;
}

std::optional<std::string> why_unsound(const Row& row, const ThresholdOverride& threshold) {
  const auto least = std::llround(row.info.least * kThousandths);
  const auto most = std::llround(row.info.most * kThousandths);
  const std::int64_t warning = threshold.warning_milli.value_or(threshold.error_milli);
  for (const std::int64_t level : {threshold.error_milli, warning}) {
    if (level >= least && level <= most) continue;
    return fmt::format("{} must be from {} to {}, not {}",
                       row.info.name,
                       milli_to_decimal(least),
                       with_unit(row, most),
                       milli_to_decimal(level));
  }
  if (row.is_switch && threshold.error_milli != 0 && threshold.error_milli != kYes) {
    return fmt::format("{} must be yes or no", row.info.name);
  }
  if (row.levels == 1 && threshold.warning_milli) {
    return fmt::format("{} has only the ERROR level, not a WARNING level", row.info.name);
  }
  const bool beyond = row.info.worse == Worse::Larger ? warning > threshold.error_milli
                                                      : warning < threshold.error_milli;
  if (!beyond) return std::nullopt;
  return fmt::format("{}: the WARNING at {} is laxer than the ERROR at {}, which refuses first",
                     row.info.name,
                     with_unit(row, warning),
                     with_unit(row, threshold.error_milli));
}

std::string no_such_threshold(std::string_view name) {
  return fmt::format("there is no threshold '{}'; `countersign thresholds` lists them", name);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

// Overwrites the levels of the value.
struct Put {
  const ThresholdOverride& threshold;

  void operator()(double& level) const { level = of(threshold.error_milli); }
  void operator()(bool& on) const { on = threshold.error_milli != 0; }
  void operator()(Bounds& bounds) const {
    bounds = {of(threshold.error_milli),
              of(threshold.warning_milli.value_or(threshold.error_milli))};
  }
  void operator()(std::optional<Bounds>& bounds) const { (*this)(bounds.emplace()); }
  static double of(std::int64_t milli) { return static_cast<double>(milli) / kThousandths; }
};

// Appends the levels of a value to its line of a set's text.
struct WriteLevels {
  std::string& line;

  void operator()(double level) const {
    line += " " + milli_to_decimal(std::llround(level * kThousandths));
  }
  void operator()(bool on) const { (*this)(on ? 1.0 : 0.0); }
  void operator()(const Bounds& bounds) const {
    (*this)(bounds.error);
    (*this)(bounds.warning);
  }
  void operator()(const std::optional<Bounds>& bounds) const {
    if (bounds) return (*this)(*bounds);
    line += fmt::format(" {}", kUnset);
  }
};

// Reads the levels of a value from the words of its line, of which the first is its name. False if
// one is missing or is not a number; does not look for further words.
struct ReadLevels {
  const std::vector<std::string_view>& words;

  bool operator()(double& level) const { return read(1, level); }
  bool operator()(bool& on) const {
    double level = 0;
    if (!read(1, level)) return false;
    on = level != 0;
    return true;
  }
  bool operator()(Bounds& bounds) const { return read(1, bounds.error) && read(2, bounds.warning); }
  bool operator()(std::optional<Bounds>& bounds) const {
    const bool unset = words.size() > 1 && words[1] == kUnset;
    return unset || (*this)(bounds.emplace());
  }

 private:
  bool read(std::size_t at, double& level) const {
    const auto milli = at < words.size() ? milli_of_decimal(words[at]) : std::nullopt;
    if (milli) level = static_cast<double>(*milli) / kThousandths;
    return milli.has_value();
  }
};

}  // namespace

Result<ThresholdOverride, std::string> parse_threshold(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) {
    return fmt::format("'{}' is not NAME=ERROR or NAME=ERROR/WARNING", text);
  }
  const std::string_view name = text.substr(0, equals);
  const auto row = find_row(name);
  if (!row) return no_such_threshold(name);
  std::string_view rest = text.substr(equals + 1);
  const auto error = take_level(*row, rest);
  if (!error) return error.error();
  ThresholdOverride threshold{std::string(name), *error, std::nullopt};
  if (!rest.empty()) {
    rest.remove_prefix(1);
    const auto warning = take_level(*row, rest);
    if (!warning) return warning.error();
    threshold.warning_milli = *warning;
  }
  if (!rest.empty()) return fmt::format("{} has too many levels in '{}'", name, text);
  if (auto why = why_unsound(*row, threshold)) return std::move(*why);
  return threshold;
}

std::string to_text(const ThresholdOverride& threshold) {
  const auto row = find_row(threshold.name);
  const bool is_switch = row && row->is_switch;
  std::string text =
      fmt::format("{}={}", threshold.name, level_text(is_switch, threshold.error_milli));
  if (threshold.warning_milli) text += "/" + milli_to_decimal(*threshold.warning_milli);
  return text;
}

std::optional<std::string> change(Thresholds& set, std::span<const ThresholdOverride> thresholds) {
  Thresholds changed = set;
  for (const ThresholdOverride& threshold : thresholds) {
    const auto row = find_row(threshold.name);
    if (!row) return no_such_threshold(threshold.name);
    if (auto why = why_unsound(*row, threshold)) return why;
    for_each_threshold(changed, [&](const ThresholdInfo& info, auto& value) {
      if (info.name == threshold.name) Put{threshold}(value);
    });
  }
  set = changed;
  return std::nullopt;
}

std::string canonical_text(const Thresholds& set) {
  std::string text = fmt::format("{}{}\n", kFirstLine, kThresholdsVersion);
  for_each_threshold(set, [&](const ThresholdInfo& info, const auto& value) {
    text += info.name;
    WriteLevels{text}(value);
    text += "\n";
  });
  return text;
}

std::optional<Thresholds> thresholds_of_text(std::string_view text) {
  Thresholds set;
  const auto lines = split(text, '\n');
  std::size_t at = 1;
  bool sound = true;
  for_each_threshold(set, [&](const ThresholdInfo&, auto& value) {
    const auto words = at < lines.size() ? split(lines[at], ' ') : std::vector<std::string_view>{};
    sound = sound && ReadLevels{words}(value);
    ++at;
  });
  // This also checks the names, their order, the version and that nothing else is there.
  if (!sound || !is_sound(set) || canonical_text(set) != text) return std::nullopt;
  return set;
}

}  // namespace countersign

#include "tools/report/threshold_list.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <string_view>

#include "core/inspection/thresholds/threshold_table.h"
#include "core/inspection/thresholds/threshold_text.h"
#include "core/text/json_writer.h"
#include "core/text/milli.h"
#include "events/crypto/sha256.h"

namespace countersign {
namespace {

std::int64_t milli_of(double level) { return std::llround(level * 1000); }

void level(JsonWriter& json, std::string_view key, double value) {
  json.key(key).milli(milli_of(value));
}

struct WriteLevels {
  JsonWriter& json;

  void operator()(const Bounds& bounds) const {
    level(json, "error", bounds.error);
    level(json, "warning", bounds.warning);
  }
  void operator()(const std::optional<Bounds>& bounds) const {
    if (bounds) return (*this)(*bounds);
    json.key("error").null();
    json.key("warning").null();
  }
  void operator()(double single) const {
    level(json, "error", single);
    json.key("warning").null();
  }
  void operator()(bool on) const {
    json.member("error", on ? "yes" : "no");
    json.key("warning").null();
  }
};

std::string text_of(double value) { return milli_to_decimal(milli_of(value)); }

struct LevelTexts {
  std::string error;
  std::string warning;
};
LevelTexts texts_of(const Bounds& bounds) {
  return {text_of(bounds.error), bounds.warning == bounds.error ? "" : text_of(bounds.warning)};
}
LevelTexts texts_of(const std::optional<Bounds>& bounds) {
  return bounds ? texts_of(*bounds) : LevelTexts{"", ""};
}
LevelTexts texts_of(double single) { return {text_of(single), ""}; }
LevelTexts texts_of(bool on) { return {on ? "yes" : "no", ""}; }

}  // namespace

std::string thresholds_json(const Thresholds& set) {
  JsonWriter json;
  json.begin_object()
      .member("version", kThresholdsVersion)
      .member("sha256", to_hex(sha256(canonical_text(set))))
      .key("thresholds")
      .begin_array();
  for_each_threshold(set, [&](const ThresholdInfo& info, const auto& value) {
    json.begin_object().member("name", info.name).member("unit", info.unit);
    WriteLevels{json}(value);
    level(json, "from", info.least);
    level(json, "to", info.most);
    json.member("meaning", info.meaning).end_object();
  });
  return json.end_array().end_object().take();
}

std::string thresholds_markdown(const Thresholds& set) {
  std::string table =
      "| threshold | unit | ERROR | WARNING | may be | what it holds against |\n"
      "|---|---|---|---|---|---|\n";
  for_each_threshold(set, [&](const ThresholdInfo& info, const auto& value) {
    const LevelTexts levels = texts_of(value);
    const std::string_view beyond = info.worse == Worse::Larger ? "above " : "below ";
    const auto said = [&](const std::string& text) {
      return text.empty() || info.unit == "switch" ? text : fmt::format("{}{}", beyond, text);
    };
    table += fmt::format("| `{}` | {} | {} | {} | {} to {} | {} |\n",
                         info.name,
                         info.unit,
                         levels.error.empty() ? "unset" : said(levels.error),
                         said(levels.warning),
                         info.unit == "switch" ? "no" : text_of(info.least),
                         info.unit == "switch" ? "yes" : text_of(info.most),
                         info.meaning);
  });
  return table;
}

}  // namespace countersign

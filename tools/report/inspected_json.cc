#include <fmt/format.h>

#include <cmath>

#include "core/inspection/decode/image_format.h"
#include "core/inspection/thresholds/threshold_table.h"
#include "core/text/json_writer.h"
#include "tools/report/inspected.h"

namespace countersign {
namespace {

std::int64_t milli(double level) { return std::llround(level * 1000); }

void write_picture(JsonWriter& json, const Inspected::Picture& picture) {
  json.begin_object().member("file", picture.file);
  if (picture.facts) {
    json.member("format", picture.facts->format)
        .member("width", picture.facts->width)
        .member("height", picture.facts->height);
  } else {
    json.key("format").null().key("width").null().key("height").null();
  }
  json.end_object();
}

void write_check(JsonWriter& json, const CheckOutcome& outcome, const Thresholds& set) {
  const auto levels = levels_of(outcome, set);
  const auto level = [&](std::int64_t CheckLevels::*which) {
    return levels ? std::optional((*levels).*which) : std::nullopt;
  };
  json.begin_object()
      .member("check", outcome.check)
      .member("status", outcome.status)
      .member("code", outcome.code)
      .member("frame", outcome.frame);
  json.milli_member("value", outcome.value_milli);
  json.key("threshold");
  if (levels) {
    json.text(levels->threshold);
  } else {
    json.null();
  }
  json.milli_member("error", levels ? level(&CheckLevels::error_milli) : outcome.threshold_milli);
  json.milli_member("warning", levels ? levels->warning_milli : std::nullopt);
  json.end_object();
}

void write_shape(JsonWriter& json, const TraceShape& shape) {
  json.begin_object().member("name", shape.name).member("frame", shape.frame).key("corners");
  json.begin_array();
  for (const TracePoint& corner : shape.corners) {
    json.begin_array().milli(corner.x * std::int64_t{1000}).milli(corner.y * std::int64_t{1000});
    json.end_array();
  }
  json.end_array().end_object();
}

// The levels of a threshold of the outcome's check, if the outcome names one of these levels.
struct Match {
  const ThresholdInfo& info;
  const CheckOutcome& outcome;

  std::optional<CheckLevels> operator()(const Bounds& bounds) const {
    if (outcome.threshold_milli != milli(bounds.error) &&
        outcome.threshold_milli != milli(bounds.warning)) {
      return std::nullopt;
    }
    return CheckLevels{std::string(info.name), milli(bounds.error), milli(bounds.warning)};
  }
  std::optional<CheckLevels> operator()(const std::optional<Bounds>& bounds) const {
    return bounds ? (*this)(*bounds) : std::nullopt;
  }
  std::optional<CheckLevels> operator()(double level) const {
    if (outcome.threshold_milli != milli(level)) return std::nullopt;
    return CheckLevels{std::string(info.name), milli(level), std::nullopt};
  }
  std::optional<CheckLevels> operator()(bool) const { return std::nullopt; }
};

}  // namespace

std::optional<CheckLevels> levels_of(const CheckOutcome& outcome, const Thresholds& set) {
  std::optional<CheckLevels> levels;
  if (!outcome.threshold_milli) return levels;
  for_each_threshold(set, [&](const ThresholdInfo& info, const auto& value) {
    if (levels || !info.checks.contains(outcome.check)) return;
    levels = Match{info, outcome}(value);
  });
  return levels;
}

std::string inspected_json(const Inspected& inspected, const Thresholds& set) {
  const Evaluation& found = inspected.found;
  JsonWriter json;
  json.begin_object()
      .member("ok", found.accepted())
      .member("engine", fmt::format("{} {}", found.engine.name, found.engine.version))
      .key("pictures")
      .begin_array();
  for (const Inspected::Picture& picture : inspected.pictures) write_picture(json, picture);
  json.end_array().key("checks").begin_array();
  for (const CheckOutcome& outcome : found.checks) write_check(json, outcome, set);
  json.end_array().key("issues").begin_array();
  for (const Issue& issue : found.issues) {
    json.begin_object()
        .member("severity", issue.severity)
        .member("code", issue.code)
        .member("hint", issue.hint)
        .end_object();
  }
  json.end_array().key("seen").begin_array();
  for (const TraceShape& shape : found.trace) write_shape(json, shape);
  return json.end_array().end_object().take();
}

}  // namespace countersign

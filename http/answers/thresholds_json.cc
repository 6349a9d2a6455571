#include "http/answers/thresholds_json.h"

#include <cmath>
#include <cstdint>
#include <optional>

#include "core/inspection/thresholds/threshold_table.h"
#include "core/text/json_writer.h"

namespace countersign::http {
namespace {

void put_level(JsonWriter& json, std::string_view name, std::optional<double> level) {
  json.key(name);
  if (level) {
    json.milli(std::llround(*level * kThousandths));
  } else {
    json.null();
  }
}

struct PutLevels {
  JsonWriter& json;

  void operator()(const ThresholdInfo& info, const Bounds& bounds) const {
    put(info, bounds.error, bounds.warning);
  }
  void operator()(const ThresholdInfo& info, double level) const { put(info, level, {}); }
  void operator()(const ThresholdInfo& info, bool yes) const { put(info, yes ? 1 : 0, {}); }
  void operator()(const ThresholdInfo& info, const std::optional<Bounds>& bounds) const {
    if (bounds) (*this)(info, *bounds);
  }

 private:
  void put(const ThresholdInfo& info, double error, std::optional<double> warning) const {
    json.key(info.name).begin_object();
    put_level(json, "error", error);
    put_level(json, "warning", warning);
    json.end_object();
  }
};

}  // namespace

ThresholdsJson thresholds_json(const Thresholds& set) {
  JsonWriter json;
  json.begin_object();
  for_each_threshold(set, PutLevels{json});
  json.end_object();
  return {json.take()};
}

std::string thresholds_schema() {
  return R"({"type":["object","null"],)"
         R"("description":"What the session's images are judged by, by the name of the setting; )"
         R"(null in a sandbox, or if it is unknown.",)"
         R"("additionalProperties":{"type":"object",)"
         R"("properties":{"error":{"type":"number"},"warning":{"type":["number","null"]}},)"
         R"("required":["error","warning"]}})";
}

}  // namespace countersign::http

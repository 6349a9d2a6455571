#include <cmath>

#include "core/inspection/thresholds/threshold_row.h"
#include "core/text/json_writer.h"
#include "tools/measure/calibration/presentation_rates.h"

namespace countersign {
namespace {

void write_percent(JsonWriter& json, const std::string& name, const RateEstimate& rate) {
  const auto milli = [](double share) { return std::llround(share * 100'000); };
  json.milli_member(name + "Percent", milli(rate.share))
      .milli_member(name + "From", milli(rate.from))
      .milli_member(name + "To", milli(rate.to));
}

void write_errors(JsonWriter& json, const PresentationRates& rates, std::int32_t level) {
  const PresentationErrors errors = errors_at(rates, level);
  json.begin_object().milli_member("live", level);
  write_percent(json, "bpcer", errors.bpcer);
  if (errors.worst) {
    write_percent(json, "apcer", *errors.apcer[*errors.worst]);
    json.member("worstAttack", rates.attacks[*errors.worst].name);
  }
  json.key("attacks").begin_array();
  for (std::size_t i = 0; i < errors.apcer.size(); ++i) {
    if (!errors.apcer[i]) continue;
    json.begin_object().member("attack", rates.attacks[i].name);
    write_percent(json, "apcer", *errors.apcer[i]);
    json.end_object();
  }
  json.end_array().end_object();
}

// The rates at the levels that were set; null if none were.
void write_set_levels(JsonWriter& json, const PresentationRates& rates) {
  const auto write = [&](const char* name, double Bounds::*level) {
    json.key(name);
    if (!rates.levels) {
      json.null();
      return;
    }
    write_errors(
        json, rates, static_cast<std::int32_t>(std::lround((*rates.levels).*level * kThousandths)));
  };
  write("error", &Bounds::error);
  write("warning", &Bounds::warning);
}

}  // namespace

std::string presentation_json(const PresentationRates& rates) {
  const auto why = why_not_measured(rates);
  JsonWriter json;
  json.begin_object()
      .member("ok", !why.has_value())
      .member("why", why)
      .member("engine", rates.engine.name + " " + rates.engine.version)
      .key("models")
      .begin_array();
  for (const ModelFile& model : rates.engine.models) {
    json.begin_object().member("model", model.name).member("sha256", model.sha256).end_object();
  }
  json.end_array();
  std::uint64_t people = 0;
  std::uint64_t originals = 0;
  std::uint64_t without_answer = 0;
  for (const ScoredGroup& person : rates.people) {
    people += person.scores_milli.empty() ? 0 : 1;
    originals += person.scores_milli.size();
    without_answer += person.without_answer;
  }
  json.member("people", people)
      .member("originals", originals)
      .member("originalsWithoutAnswer", without_answer)
      .key("attacks")
      .begin_array();
  for (const ScoredGroup& kind : rates.attacks) {
    json.begin_object()
        .member("attack", kind.name)
        .member("pictures", std::uint64_t{kind.scores_milli.size()})
        .member("withoutAnswer", kind.without_answer)
        .end_object();
  }
  json.end_array();
  write_set_levels(json, rates);
  json.key("levels").begin_array();
  for (const std::int32_t level : presentation_levels(rates)) write_errors(json, rates, level);
  json.end_array().key("leftOut").begin_array();
  for (const LeftOut& each : rates.left_out) {
    json.begin_object().member("file", each.file).member("why", each.why).end_object();
  }
  return json.end_array().end_object().take();
}

}  // namespace countersign

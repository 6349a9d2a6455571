#include <fmt/format.h>

#include <cmath>

#include "core/text/json_writer.h"
#include "core/text/milli.h"
#include "tools/measure/calibration/calibration.h"

namespace countersign {
namespace {

std::int64_t milli_percent(double share) { return std::llround(share * 100'000); }

void write_rate(JsonWriter& json, const std::string& name, const RateEstimate& rate) {
  json.milli_member(name + "Percent", milli_percent(rate.share))
      .milli_member(name + "From", milli_percent(rate.from))
      .milli_member(name + "To", milli_percent(rate.to));
}

void write_level(JsonWriter& json, const Calibration& calibration, std::int32_t level) {
  json.begin_object().milli_member("likeness", level);
  write_rate(json, "falseMatch", calibration.different.at_or_above(level));
  write_rate(json, "falseNonMatch", calibration.same.below(level));
}

void write_pairs(JsonWriter& json, std::string_view name, const std::vector<LikenessOfTwo>& pairs) {
  json.key(name).begin_array();
  for (const LikenessOfTwo& pair : pairs) {
    json.begin_object()
        .milli_member("likeness", pair.milli)
        .member("one", pair.one)
        .member("other", pair.other)
        .end_object();
  }
  json.end_array();
}

void write_named_level(JsonWriter& json, const Calibration& calibration, double rate) {
  json.key("level");
  const auto level = level_for(calibration, rate);
  if (!level) {
    json.null().member("why", why_no_level(calibration, rate));
    return;
  }
  write_level(json, calibration, *level);
  json.member("setting",
              fmt::format("--threshold face-match-likeness={}", milli_to_decimal(*level)))
      .end_object()
      .member("why", why_not_used(calibration, *level));
}

}  // namespace

std::string calibration_json(const Calibration& calibration, double rate) {
  const auto level = level_for(calibration, rate);
  JsonWriter json;
  json.begin_object()
      .member("ok", level.has_value() && !why_not_used(calibration, *level))
      .member("engine", calibration.engine.name + " " + calibration.engine.version)
      .key("models")
      .begin_array();
  for (const ModelFile& model : calibration.engine.models) {
    json.begin_object().member("model", model.name).member("sha256", model.sha256).end_object();
  }
  json.end_array()
      .member("people", std::uint64_t{calibration.people})
      .member("pictures", std::uint64_t{calibration.pictures})
      .member("picturesLeftOut", std::uint64_t{calibration.left_out.size()})
      .member("pairsOfOnePerson", calibration.same.pairs())
      .member("peopleWithPairs", calibration.same.groups())
      .member("pairsOfTwoPeople", calibration.different.pairs())
      .member("pairsOfTwoPeopleInAll", calibration.different_pairs_in_all)
      .member("pairsOfPeople", calibration.different.groups())
      .milli_member("falseMatchRatePercent", milli_percent(rate));
  write_named_level(json, calibration, rate);
  json.key("levels").begin_array();
  for (const std::int32_t each : shown_levels(calibration)) {
    write_level(json, calibration, each);
    json.end_object();
  }
  json.end_array();
  write_pairs(json, "mostAlikeOfTwoPeople", calibration.most_alike);
  write_pairs(json, "leastAlikeOfOnePerson", calibration.least_alike);
  json.key("leftOut").begin_array();
  for (const LeftOut& each : calibration.left_out) {
    json.begin_object().member("file", each.file).member("why", each.why).end_object();
  }
  return json.end_array().end_object().take();
}

}  // namespace countersign

#include <cmath>

#include "core/inspection/thresholds/threshold_text.h"
#include "core/text/json_writer.h"
#include "events/crypto/sha256.h"
#include "tools/measure/labels/labels_report.h"

namespace countersign {
namespace {

const char* word_of(Expected expected) {
  switch (expected) {
    case Expected::Accepted:
      return "fit";
    case Expected::Refused:
      return "refused";
    case Expected::Review:
      return "review";
    case Expected::Either:
      return "either";
  }
  return "";
}

void write_rate(JsonWriter& json, std::string_view name, const ErrorRate& rate) {
  const auto milli = [](double share) { return std::llround(1000 * share); };
  const auto [low, high] = rate.interval95();
  json.key(name)
      .begin_object()
      .member("count", std::uint64_t{rate.count})
      .member("of", std::uint64_t{rate.of});
  json.milli_member("share", rate.of == 0 ? std::nullopt : std::optional(milli(rate.share())));
  json.milli_member("low", milli(low)).milli_member("high", milli(high)).end_object();
}

void write_zone(JsonWriter& json, const ZoneCounts& zone) {
  json.key("zones").begin_object();
  write_rate(json, "read", {zone.read, zone.known});
  write_rate(json, "differ", {zone.differ, zone.compared});
  json.member("differInCode", std::uint64_t{zone.differ_code})
      .member("differInName", std::uint64_t{zone.differ_name})
      .member("differElsewhere", std::uint64_t{zone.differ_else})
      .end_object();
}

void write_tally(JsonWriter& json, const Tally& tally) {
  json.member("pictures", std::uint64_t{tally.pictures})
      .member("accepted", std::uint64_t{tally.accepted})
      .member("review", std::uint64_t{tally.review})
      .member("otherCode", std::uint64_t{tally.other});
  write_rate(json, "wrong", {tally.wrong, tally.pictures});
  json.key("codes").begin_array();
  for (const auto& [code, count] : tally.codes) {
    json.begin_object().member("code", code).member("count", std::uint64_t{count}).end_object();
  }
  json.end_array();
  write_zone(json, tally.zone);
}

void write_lists(JsonWriter& json, const LabelsReport& report) {
  json.key("wronglyJudged").begin_array();
  for (const LabelsReport::Wrong& each : report.wrong) {
    json.begin_object()
        .member("line", std::uint64_t{each.line})
        .member("path", each.path)
        .member("condition", each.condition)
        .member("expected", each.expected)
        .member("found", each.found)
        .end_object();
  }
  json.end_array().key("notRead").begin_array();
  for (const LabelsReport::Unread& each : report.unread) {
    json.begin_object()
        .member("line", std::uint64_t{each.line})
        .member("path", each.path)
        .member("why", each.why)
        .end_object();
  }
  json.end_array().key("unusedColumns").begin_array();
  for (const std::string& each : report.unused) json.text(each);
  json.end_array();
}

}  // namespace

std::string labels_json(const LabelsReport& report, const Thresholds& set) {
  JsonWriter json;
  json.begin_object()
      .member("ok", report.ok())
      .key("thresholds")
      .begin_object()
      .member("version", kThresholdsVersion)
      .member("sha256", to_hex(sha256(canonical_text(set))))
      .end_object()
      .key("engine")
      .begin_object()
      .member("name", report.engine.name)
      .member("version", report.engine.version)
      .end_object()
      .key("conditions")
      .begin_array();
  for (const ErrorRates::Condition& each : report.rates.conditions()) {
    json.begin_object().member("condition", each.name).member("expected", word_of(each.expected));
    write_tally(json, each.tally);
    json.end_object();
  }
  json.end_array().key("all").begin_array();
  for (const Expected expected :
       {Expected::Accepted, Expected::Refused, Expected::Review, Expected::Either}) {
    json.begin_object().member("expected", word_of(expected));
    write_tally(json, report.rates.total(expected));
    json.end_object();
  }
  json.end_array();
  write_lists(json, report);
  return json.end_object().take() + "\n";
}

}  // namespace countersign

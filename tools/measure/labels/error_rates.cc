#include "tools/measure/labels/error_rates.h"

#include <algorithm>

#include "core/checks/checks.h"
#include "core/inspection/mrz/mrz.h"
#include "tools/measure/labels/rate_estimate.h"

namespace countersign {
namespace {

bool passed(const Evaluation& found, Check check) {
  return std::ranges::any_of(found.checks, [&](const CheckOutcome& outcome) {
    return outcome.check == name_of(check) && outcome.status == CheckStatus::Passed;
  });
}

// Returns the values of the printed zone; nullopt if the zone is not of ICAO Doc 9303, or its check
// digits are wrong.
std::optional<MrzValues> printed_values(const std::vector<std::string>& zone, UtcTime now) {
  const auto mrz = parse_mrz(zone);
  if (!mrz || !mrz->wrong.empty()) return std::nullopt;
  return mrz_values(zone, *mrz, now);
}

void compare(const MrzValues& read, const std::optional<MrzValues>& printed, ZoneCounts& zone) {
  ++zone.compared;
  if (printed && read == *printed) return;
  ++zone.differ;
  if (!printed) {
    ++zone.differ_else;
    return;
  }
  MrzValues rest = read;
  const auto take = [&](std::string MrzValues::*value) {
    const bool differs = read.*value != (*printed).*value;
    rest.*value = (*printed).*value;
    return differs;
  };
  zone.differ_code += take(&MrzValues::document_code) ? 1 : 0;
  const bool surname = take(&MrzValues::surname);
  zone.differ_name += take(&MrzValues::given_names) || surname ? 1 : 0;
  zone.differ_else += rest == *printed ? 0 : 1;
}

void add_zone(const LabelledEvaluation& evaluation, bool read, ZoneCounts& zone) {
  if (evaluation.zone.empty()) return;
  ++zone.known;
  zone.read += read ? 1 : 0;
  if (!evaluation.found.mrz) return;
  compare(*evaluation.found.mrz, printed_values(evaluation.zone, evaluation.now), zone);
}

}  // namespace

ErrorRate::Interval ErrorRate::interval95() const {
  const RateEstimate estimate = wilson_rate(share(), of);
  return {estimate.from, estimate.to};
}

ZoneCounts& ZoneCounts::operator+=(const ZoneCounts& more) {
  known += more.known;
  read += more.read;
  compared += more.compared;
  differ += more.differ;
  differ_code += more.differ_code;
  differ_name += more.differ_name;
  differ_else += more.differ_else;
  return *this;
}

Tally& Tally::operator+=(const Tally& more) {
  pictures += more.pictures;
  accepted += more.accepted;
  review += more.review;
  wrong += more.wrong;
  other += more.other;
  zones += more.zones;
  barcodes += more.barcodes;
  for (const auto& [code, count] : more.codes) codes[code] += count;
  zone += more.zone;
  ms.insert(ms.end(), more.ms.begin(), more.ms.end());
  return *this;
}

Judged add(const LabelledEvaluation& evaluation, Tally& tally) {
  const DocumentEvaluation& found = evaluation.found;
  const Judged how = judged(evaluation.expected, found);
  const bool read = passed(found, Check::DocumentMrz);
  ++tally.pictures;
  tally.accepted += found.accepted() ? 1 : 0;
  tally.review += needs_review(found) ? 1 : 0;
  tally.wrong += how == Judged::WronglyAccepted || how == Judged::WronglyRefused ? 1 : 0;
  tally.other += how == Judged::OtherCode ? 1 : 0;
  tally.zones += read ? 1 : 0;
  tally.barcodes += passed(found, Check::DocumentBarcode) ? 1 : 0;
  if (!found.accepted()) ++tally.codes[found.issues.front().code];
  add_zone(evaluation, read, tally.zone);
  tally.ms.push_back(evaluation.ms);
  return how;
}

Tally& ErrorRates::of(const std::string& name, Expected expected) {
  const auto known = std::ranges::find_if(conditions_, [&](const Condition& each) {
    return each.name == name && each.expected == expected;
  });
  if (known != conditions_.end()) return known->tally;
  return conditions_.emplace_back(Condition{name, expected}).tally;
}

Tally ErrorRates::total(Expected expected) const {
  Tally total;
  for (const Condition& each : conditions_) {
    if (each.expected == expected) total += each.tally;
  }
  return total;
}

Tally ErrorRates::total() const {
  Tally total;
  for (const Condition& each : conditions_) total += each.tally;
  return total;
}

}  // namespace countersign

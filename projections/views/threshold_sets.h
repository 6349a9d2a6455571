#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "core/schema.h"
#include "projections/fold/projection.h"

namespace countersign {

// A set of thresholds that was used for judging, as the log records it.
struct ThresholdSet {
  std::uint32_t version = 0;   // of the table that names the thresholds
  std::uint64_t sequence = 0;  // of the event
  std::string text;            // see core/inspection/thresholds/threshold_text.h
  bool operator==(const ThresholdSet&) const = default;
};
template <>
inline constexpr auto fields_of<ThresholdSet> = fields(Field{"version", &ThresholdSet::version},
                                                       Field{"sequence", &ThresholdSet::sequence},
                                                       Field{"text", &ThresholdSet::text});
static_assert(record_is_sound<ThresholdSet>);

// SHA-256 -> ThresholdSet, and the ThresholdHistory of all sets.
class ThresholdSets {
 public:
  static std::string history_key() { return "history"; }
  static std::string key(const Sha256& set) { return "set " + to_hex(set.value()); }
  static ThresholdHistory load(ViewBatch& views);
  static std::optional<ThresholdSet> find(ViewBatch& views, const Sha256& set);

  static Projection projection();
  static void fold(const FoldedEvent<ThresholdsRecorded>& folded, ViewBatch& views);
};

}  // namespace countersign

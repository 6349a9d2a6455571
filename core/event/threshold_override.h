#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "core/schema.h"

namespace countersign {

// One threshold that differs from its default, as in a setting or a client's policy: its name (see
// core/inspection/thresholds/threshold_table.h) and its levels, in thousandths of its unit.
struct ThresholdOverride {
  std::string name;
  std::int64_t error_milli = 0;
  std::optional<std::int64_t> warning_milli;  // none: the error level, or no such level
  bool operator==(const ThresholdOverride&) const = default;
};
template <>
inline constexpr auto fields_of<ThresholdOverride> =
    fields(Field{"name", &ThresholdOverride::name},
           Field{"errorMilli", &ThresholdOverride::error_milli},
           Field{"warningMilli", &ThresholdOverride::warning_milli});
static_assert(record_is_sound<ThresholdOverride>);

}  // namespace countersign

#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/event/threshold_override.h"
#include "core/inspection/thresholds/thresholds.h"
#include "core/result.h"

namespace countersign {

// Of the table: raised by a release in which a threshold is added, goes, or means something else.
inline constexpr std::uint32_t kThresholdsVersion = 1;

// One threshold as an operator writes it: NAME=ERROR or NAME=ERROR/WARNING, with or without its
// unit: `document-edge-width=0.12mm/0.1mm`, `mrz-required-on-cards=yes`. Levels have at most three
// digits behind the point. The error is a sentence that says what would be right.
Result<ThresholdOverride, std::string> parse_threshold(std::string_view text);

// The text that parse_threshold() reads as this one, without units.
std::string to_text(const ThresholdOverride& threshold);

// Puts them into a set. Why the first that is no threshold cannot be, a sentence, leaves the set as
// it was.
std::optional<std::string> change(Thresholds& set, std::span<const ThresholdOverride> thresholds);

// What a set's SHA-256 is of, and the log records: the table's version, then NAME ERROR[ WARNING],
// a line each, in the order of the table.
std::string canonical_text(const Thresholds& set);
// The set again; none of a table of another version, or of anything else.
std::optional<Thresholds> thresholds_of_text(std::string_view text);

}  // namespace countersign

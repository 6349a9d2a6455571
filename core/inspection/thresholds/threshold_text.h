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

// The version of the table: raised by a release in which a threshold is added, is removed, or
// changes its meaning.
inline constexpr std::uint32_t kThresholdsVersion = 2;

// Parses one threshold as an operator writes it: NAME=ERROR or NAME=ERROR/WARNING, with or without
// its unit: `document-edge-width=0.12mm/0.1mm`, `mrz-required-on-cards=yes`. Levels have at most
// three decimal places. The error is a sentence that says what would be right.
Result<ThresholdOverride, std::string> parse_threshold(std::string_view text);

// Returns the text that parse_threshold() reads as this threshold, without units.
std::string to_text(const ThresholdOverride& threshold);

// Applies the thresholds to a set. If one is invalid, leaves the set as it was and returns a
// sentence that says why the first one is.
std::optional<std::string> change(Thresholds& set, std::span<const ThresholdOverride> thresholds);

// Returns the text that a set's SHA-256 is computed over, and that the log records: the table's
// version, then one line NAME ERROR[ WARNING] per threshold, in the order of the table. Levels that
// are unset are one word, `unset`.
std::string canonical_text(const Thresholds& set);
// Parses canonical_text(). Returns nullopt for a table of another version, or for anything else.
std::optional<Thresholds> thresholds_of_text(std::string_view text);

}  // namespace countersign

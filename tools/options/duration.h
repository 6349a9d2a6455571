#pragma once
#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace countersign {

// Parses a duration as an operator writes it: whole numbers with a unit each, the larger unit first
// and each at most once: `30d`, `2s`, `500ms`, `1h30m`. Units are d, h, m, s and ms. Returns
// nullopt for any other text, and above a hundred years.
std::optional<std::chrono::milliseconds> parse_duration(std::string_view text);

// The shortest text that parse_duration() reads as this duration.
// REQUIRES: not negative.
std::string to_text(std::chrono::milliseconds duration);

}  // namespace countersign

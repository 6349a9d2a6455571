#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "core/event/client_policy.h"

namespace countersign {

// Parses a rate as an operator writes it: a whole number, at least 1, a slash and a duration:
// `300/1m`, `5/10s`. The number before the period's unit may be left out when it is 1: `300/m`.
// Returns nullopt for any other text.
std::optional<Rate> parse_rate(std::string_view text);

// The text that parse_rate() reads as this rate.
std::string to_text(const Rate& rate);

}  // namespace countersign

#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// Thousandths: the log holds measured values in them.
namespace countersign {

// Returns the shortest decimal: 12500 is "12.5", -40 is "-0.04".
std::string milli_to_decimal(std::int64_t milli);

// Parses a decimal: an optional minus, up to twelve digits, and optionally a point with one to
// three digits. Returns nullopt for any other text.
std::optional<std::int64_t> milli_of_decimal(std::string_view decimal);

}  // namespace countersign

#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// Thousandths, which is how the log holds what is measured.
namespace countersign {

// Shortest decimal: 12500 is "12.5", -40 is "-0.04".
std::string milli_to_decimal(std::int64_t milli);

// The other way: at most twelve digits and at most three more behind a point, with a minus before
// them or not. None when the text is anything else.
std::optional<std::int64_t> milli_of_decimal(std::string_view decimal);

}  // namespace countersign

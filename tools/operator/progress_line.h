#pragma once
#include <cstdint>
#include <string>

namespace countersign {

// `[#####     ]  50 % 10 of 20 sessions`
std::string progress_line(std::uint64_t done, std::uint64_t total);

}  // namespace countersign

#pragma once
#include <chrono>
#include <cstdint>
#include <string>

namespace countersign {

// For people, in powers of 1024: `512 B`, `2.1 MiB`.
std::string rounded_bytes(std::uint64_t bytes);
// `5 s`, `2 min 05 s`, `1 h 02 min`.
std::string rounded_time(std::chrono::seconds time);

}  // namespace countersign

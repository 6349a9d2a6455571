#pragma once
#include <cstdint>
#include <string>

#include "core/utc_time.h"

// Figures for people. Those in HTML carry the exact value, for programs.
namespace countersign {

std::string grouped(std::uint64_t number);      // 1,234,567; no HTML
std::string short_bytes(std::uint64_t bytes);   // 1.2 GiB; no HTML
std::string short_count(std::uint64_t number);  // 1.2M, for an axis; no HTML
std::string html_number(std::uint64_t number);  // <data value="1234567">1,234,567</data>
std::string html_counted(std::uint64_t number,
                         const char* thing);  // that number, "1 day", "2 days"
std::string html_bytes(std::uint64_t bytes);  // <data value="1288490188">1.2 GiB</data>
std::string html_time(UtcTime time);          // <time datetime=...>2026-11-21 05:00:00</time>

}  // namespace countersign

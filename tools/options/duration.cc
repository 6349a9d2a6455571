#include "tools/options/duration.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <system_error>

#include "core/check.h"

namespace countersign {

namespace {

struct Unit {
  std::string_view name;
  std::int64_t ms;
};

constexpr std::array kUnits{Unit{"d", 86'400'000},
                            Unit{"h", 3'600'000},
                            Unit{"m", 60'000},
                            Unit{"s", 1'000},
                            Unit{"ms", 1}};
constexpr std::int64_t kLongestMs = 36'525ll * 86'400'000;

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The index of the unit whose name is all of the letters at the start of `text`; kUnits.size() if
// there is no such unit.
std::size_t unit_at(std::string_view text) {
  std::size_t letters = 0;
  while (letters < text.size() && !is_digit(text[letters])) ++letters;
  for (std::size_t i = 0; i < kUnits.size(); ++i) {
    if (kUnits[i].name == text.substr(0, letters)) return i;
  }
  return kUnits.size();
}

}  // namespace

std::optional<std::chrono::milliseconds> parse_duration(std::string_view text) {
  if (text.empty()) return std::nullopt;
  std::int64_t total_ms = 0;
  std::size_t next_unit = 0;
  while (!text.empty()) {
    if (!is_digit(text.front())) return std::nullopt;
    std::int64_t count = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (error != std::errc{}) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    const std::size_t unit = unit_at(text);
    if (unit == kUnits.size() || unit < next_unit) return std::nullopt;
    // Compared with the longest duration first, so that the product cannot overflow.
    if (count > (kLongestMs - total_ms) / kUnits[unit].ms) return std::nullopt;
    total_ms += count * kUnits[unit].ms;
    text.remove_prefix(kUnits[unit].name.size());
    next_unit = unit + 1;
  }
  return std::chrono::milliseconds(total_ms);
}

std::string to_text(std::chrono::milliseconds duration) {
  check(duration.count() >= 0, "a duration that is written as text is at least 0");
  if (duration.count() == 0) return "0s";
  std::string text;
  std::int64_t rest_ms = duration.count();
  for (const Unit& unit : kUnits) {
    if (rest_ms < unit.ms) continue;
    text += std::to_string(rest_ms / unit.ms);
    text += unit.name;
    rest_ms %= unit.ms;
  }
  return text;
}

}  // namespace countersign

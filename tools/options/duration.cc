#include "tools/options/duration.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <system_error>

#include "core/ascii.h"
#include "core/check.h"

namespace countersign {

namespace {

struct TimeUnit {
  std::string_view name;
  std::int64_t ms;
};

constexpr std::array kTimeUnits{TimeUnit{"d", 86'400'000},
                                TimeUnit{"h", 3'600'000},
                                TimeUnit{"m", 60'000},
                                TimeUnit{"s", 1'000},
                                TimeUnit{"ms", 1}};
constexpr std::int64_t kLongestMs = 36'525ll * 86'400'000;

// The index of the unit whose name is all of the letters at the start of `text`;
// kTimeUnits.size() if there is no such unit.
std::size_t unit_at(std::string_view text) {
  std::size_t letters = 0;
  while (letters < text.size() && !is_digit(text[letters])) ++letters;
  for (std::size_t i = 0; i < kTimeUnits.size(); ++i) {
    if (kTimeUnits[i].name == text.substr(0, letters)) return i;
  }
  return kTimeUnits.size();
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
    if (unit == kTimeUnits.size() || unit < next_unit) return std::nullopt;
    // Compared with the longest duration first, so that the product cannot overflow.
    if (count > (kLongestMs - total_ms) / kTimeUnits[unit].ms) return std::nullopt;
    total_ms += count * kTimeUnits[unit].ms;
    text.remove_prefix(kTimeUnits[unit].name.size());
    next_unit = unit + 1;
  }
  return std::chrono::milliseconds(total_ms);
}

std::string to_text(std::chrono::milliseconds duration) {
  check(duration.count() >= 0, "a duration that is written as text is at least 0");
  if (duration.count() == 0) return "0s";
  std::string text;
  std::int64_t rest_ms = duration.count();
  for (const TimeUnit& unit : kTimeUnits) {
    if (rest_ms < unit.ms) continue;
    text += std::to_string(rest_ms / unit.ms);
    text += unit.name;
    rest_ms %= unit.ms;
  }
  return text;
}

}  // namespace countersign

#pragma once
#include <charconv>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace countersign::http {

// Parses a whole number of at most `max`; returns nullopt for any other text.
inline std::optional<std::uint64_t> parse_whole(std::string_view text, std::uint64_t max) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value > max) return std::nullopt;
  return value;
}

// The longest time that a call waits for a change. parse_wait() reads whole seconds, `25` or `25s`.
inline constexpr std::uint64_t kWaitMaxSeconds = 30;
inline std::optional<std::chrono::seconds> parse_wait(std::string_view text) {
  if (text.ends_with('s')) text.remove_suffix(1);
  const auto seconds = parse_whole(text, kWaitMaxSeconds);
  if (!seconds) return std::nullopt;
  return std::chrono::seconds(*seconds);
}

}  // namespace countersign::http

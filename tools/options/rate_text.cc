#include "tools/options/rate_text.h"

#include <charconv>
#include <chrono>
#include <system_error>

#include "tools/options/duration.h"

namespace countersign {

std::optional<Rate> parse_rate(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  std::uint32_t count = 0;
  const char* const count_end = text.data() + slash;
  const auto [end, error] = std::from_chars(text.data(), count_end, count);
  if (error != std::errc{} || end != count_end || count == 0) return std::nullopt;
  std::string period(text.substr(slash + 1));
  if (!period.empty() && (period.front() < '0' || period.front() > '9')) period.insert(0, "1");
  const auto duration = parse_duration(period);
  if (!duration || duration->count() == 0) return std::nullopt;
  return Rate{count, static_cast<std::uint64_t>(duration->count())};
}

std::string to_text(const Rate& rate) {
  return std::to_string(rate.count) + "/" +
         to_text(std::chrono::milliseconds(static_cast<std::int64_t>(rate.per_ms)));
}

}  // namespace countersign

#include "tools/terminal/quantity.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>

namespace countersign {

std::string rounded_bytes(std::uint64_t bytes) {
  constexpr std::array<const char*, 6> kUnits{"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
  constexpr double kFactor = 1024;
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; value >= kFactor && unit + 1 < kUnits.size(); ++unit) value /= kFactor;
  return fmt::format("{:.{}f} {}", value, unit == 0 ? 0 : 1, kUnits.at(unit));
}

std::string rounded_time(std::chrono::seconds time) {
  using std::chrono::duration_cast;
  const auto hours = duration_cast<std::chrono::hours>(time);
  const auto minutes = duration_cast<std::chrono::minutes>(time - hours);
  const auto seconds = time - hours - minutes;
  if (hours.count() > 0) return fmt::format("{} h {:02} min", hours.count(), minutes.count());
  if (minutes.count() > 0) return fmt::format("{} min {:02} s", minutes.count(), seconds.count());
  return fmt::format("{} s", seconds.count());
}

}  // namespace countersign

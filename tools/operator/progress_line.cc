#include "tools/operator/progress_line.h"

#include <fmt/format.h>

#include <algorithm>

namespace countersign {

namespace {

constexpr std::uint64_t kBarCharacters = 30;

}  // namespace

std::string progress_line(std::uint64_t done, std::uint64_t total) {
  const std::uint64_t whole = std::max<std::uint64_t>(total, 1);
  const std::uint64_t shown = total == 0 ? whole : std::min(done, whole);
  std::string bar(static_cast<std::size_t>(kBarCharacters * shown / whole), '#');
  bar.resize(kBarCharacters, ' ');
  return fmt::format("[{}] {:3} % {} of {} sessions", bar, 100 * shown / whole, done, total);
}

}  // namespace countersign

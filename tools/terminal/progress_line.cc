#include "tools/terminal/progress_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "tools/terminal/columns.h"
#include "tools/terminal/quantity.h"

namespace countersign {

ProgressLine::ProgressLine(std::string what, std::string unit, Time began)
    : what_(std::move(what)), unit_(std::move(unit)), began_(began), next_(began + kQuiet) {}

void ProgressLine::report(std::uint64_t done, std::uint64_t total) noexcept {
  done_.store(done, std::memory_order_relaxed);
  total_.store(total, std::memory_order_relaxed);
}

std::optional<std::string> ProgressLine::due(Time now) {
  if (now < next_) return std::nullopt;
  next_ = now + kPeriod;
  return line(now);
}

std::string ProgressLine::amount(std::uint64_t count) const {
  return unit_ == "byte" ? rounded_bytes(count) : counted(count, unit_);
}

std::string ProgressLine::line(Time now) const {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now - began_);
  const std::uint64_t done = done_.load(std::memory_order_relaxed);
  const std::uint64_t total = total_.load(std::memory_order_relaxed);
  std::string text = what_ + ": ";
  if (total > 0 && done >= total)
    return text + amount(total) + ", finishing, " + rounded_time(seconds);
  if (total > 0) {
    const std::uint64_t percent = done * 100 / total;
    text += fmt::format("{} of {}, {} %, ",
                        unit_ == "byte" ? rounded_bytes(done) : std::to_string(done),
                        amount(total),
                        percent);
  } else if (done > 0) {
    text += amount(done) + ", ";
  }
  text += rounded_time(seconds);
  if (done > 0 && seconds.count() > 0) {
    text += ", " + amount(done / static_cast<std::uint64_t>(seconds.count())) + "/s";
  }
  return text;
}

std::string InPlaceLine::show(const std::string& line, std::size_t columns) {
  const std::string fitting = cut_to(line, std::max<std::size_t>(columns, 2) - 1);
  const std::size_t taken = columns_of(fitting);
  const std::string rest(shown_ - std::min(shown_, taken), ' ');
  shown_ = taken;
  return "\r" + fitting + rest;
}

std::string InPlaceLine::erase() {
  const std::size_t taken = std::exchange(shown_, 0);
  if (taken == 0) return "";
  return "\r" + std::string(taken, ' ') + "\r";
}

}  // namespace countersign

#include "tools/terminal/progress_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/text/counted.h"
#include "tools/terminal/columns.h"
#include "tools/terminal/quantity.h"

namespace countersign {

ProgressLine::ProgressLine(std::string what, std::string unit, Time began, std::string second_unit)
    : what_(std::move(what)),
      unit_(std::move(unit)),
      second_unit_(std::move(second_unit)),
      began_(began),
      next_(began + kQuiet) {}

void ProgressLine::report(std::uint64_t done, std::uint64_t total) noexcept {
  first_.done.store(done, std::memory_order_relaxed);
  first_.total.store(total, std::memory_order_relaxed);
}

void ProgressLine::report_second(std::uint64_t done, std::uint64_t total) noexcept {
  second_.done.store(done, std::memory_order_relaxed);
  second_.total.store(total, std::memory_order_relaxed);
  is_second_.store(true, std::memory_order_relaxed);
}

std::optional<std::string> ProgressLine::due(Time now) {
  if (now < next_) return std::nullopt;
  next_ = now + kPeriod;
  if (!second_began_ && is_second_.load(std::memory_order_relaxed)) second_began_ = now;
  return line(now);
}

std::string ProgressLine::amount(std::uint64_t count) const {
  return unit() == "byte" ? rounded_bytes(count) : counted(count, unit());
}

std::string ProgressLine::line(Time now) const {
  using std::chrono::duration_cast;
  using std::chrono::seconds;
  const Counts& counts = second_began_ ? second_ : first_;
  const std::uint64_t done = counts.done.load(std::memory_order_relaxed);
  const std::uint64_t total = counts.total.load(std::memory_order_relaxed);
  const std::string so_far = rounded_time(duration_cast<seconds>(now - began_));
  std::string text = what_ + ": ";
  if (total > 0 && done >= total) return text + amount(total) + ", finishing, " + so_far;
  if (total > 0) {
    const std::uint64_t percent = done * 100 / total;
    text += fmt::format("{} of {}, {} %, ",
                        unit() == "byte" ? rounded_bytes(done) : std::to_string(done),
                        amount(total),
                        percent);
  } else if (done > 0) {
    text += amount(done) + ", ";
  }
  text += so_far;
  const auto stage = duration_cast<seconds>(now - second_began_.value_or(began_)).count();
  if (done == 0 || stage <= 0) return text;
  const std::uint64_t rate = done / static_cast<std::uint64_t>(stage);
  text += ", " + amount(rate) + "/s";
  if (total == 0 || rate == 0) return text;
  return text + ", " + rounded_time(seconds((total - done) / rate)) + " left";
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

#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace countersign {

// The progress of long work as one line: `log verify: 65536 of 400000 events, 16 %, 3 s, 21845
// events/s, 15 s left`. After the last event has been reported: `log verify: 400000 events,
// finishing, 20 s`. Without any report, the time alone: `backup create: 12 s`.
//
// Work may have a second stage, which counts something else. Rate and time left are those of the
// present stage, as if it went on as it did on the average.
//
// report() and report_second() may be called by any thread, as often as it likes: they store
// numbers and wait for nobody. due() is for one thread.
class ProgressLine {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // Shorter work shows no line.
  static constexpr std::chrono::milliseconds kQuiet{2'000};
  static constexpr std::chrono::milliseconds kPeriod{200};

  // `unit` is what report() counts, such as `event`; `byte` is written as KiB, MiB and so on.
  // `second_unit` is that of the second stage.
  ProgressLine(std::string what, std::string unit, Time began, std::string second_unit = "");

  // A total of 0 is unknown.
  void report(std::uint64_t done, std::uint64_t total) noexcept;
  // The second stage, which the first call begins.
  void report_second(std::uint64_t done, std::uint64_t total) noexcept;
  // The line, if one is to be drawn now: not before kQuiet, and then once in kPeriod at most.
  std::optional<std::string> due(Time now);

 private:
  struct Counts {
    std::atomic<std::uint64_t> done{0};
    std::atomic<std::uint64_t> total{0};
  };

  std::string line(Time now) const;
  std::string amount(std::uint64_t count) const;
  const std::string& unit() const { return second_began_ ? second_unit_ : unit_; }

  const std::string what_;
  const std::string unit_;
  const std::string second_unit_;
  const Time began_;
  Time next_;
  std::optional<Time> second_began_;  // as far as due() has noticed
  Counts first_;
  Counts second_;
  std::atomic<bool> is_second_{false};
};

// The characters that put one line in place of the last one, on the terminal's present line.
// REQUIRES: what is shown is printable.
class InPlaceLine {
 public:
  // At most `columns` - 1 columns of it, so that the terminal does not go to its next line.
  std::string show(const std::string& line, std::size_t columns);
  // "" if nothing is shown.
  std::string erase();

 private:
  std::size_t shown_ = 0;  // columns
};

}  // namespace countersign

#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <thread>

#include "core/machine/threads/stop.h"
#include "tools/machine/terminal.h"
#include "tools/terminal/progress_line.h"

namespace countersign {

// A progress line on stderr for as long as this object lives: drawn by a thread of its own, so that
// the work never waits for a terminal, and erased at the end. Nothing is drawn, and no thread
// started, if stderr is not a terminal or is a dumb one. ProgressLine makes the text.
class WorkProgress {
 public:
  explicit WorkProgress(std::string what, std::string unit = "", std::string second_unit = "");
  ~WorkProgress();
  WorkProgress(const WorkProgress&) = delete;
  WorkProgress& operator=(const WorkProgress&) = delete;

  // Thread-safe. A total of 0 is unknown.
  void report(std::uint64_t done, std::uint64_t total) noexcept { line_.report(done, total); }
  // report() as a function, for as long as this object lives.
  std::function<void(std::uint64_t done, std::uint64_t total)> reporter() {
    return [this](std::uint64_t done, std::uint64_t total) { report(done, total); };
  }
  // That of the second stage (ProgressLine).
  std::function<void(std::uint64_t done, std::uint64_t total)> second_reporter() {
    return [this](std::uint64_t done, std::uint64_t total) { line_.report_second(done, total); };
  }

 private:
  void draw();

  ProgressLine line_;
  Stop stop_;
  std::optional<ErasedOnSignals> erased_;
  std::thread thread_;
};

}  // namespace countersign

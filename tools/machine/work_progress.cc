#include "tools/machine/work_progress.h"

#include <system_error>
#include <utility>

#include "tools/machine/terminal.h"

namespace countersign {

using SteadyClock = std::chrono::steady_clock;

WorkProgress::WorkProgress(std::string what, std::string unit, std::string second_unit)
    : line_(std::move(what), std::move(unit), SteadyClock::now(), std::move(second_unit)) {
  const Screen screen = screen_of_stderr();
  if (!screen.columns || screen.is_dumb) return;
  erased_.emplace();
  try {
    thread_ = std::thread([this] { draw(); });
  } catch (const std::system_error&) {
    // No thread can be created: the work is done without the line.
  }
}

WorkProgress::~WorkProgress() {
  if (!thread_.joinable()) return;
  stop_.ask();
  thread_.join();
  erase_progress();
}

void WorkProgress::draw() {
  while (stop_.sleep_for(ProgressLine::kPeriod)) {
    if (const auto line = line_.due(SteadyClock::now())) print_progress(*line);
  }
}

}  // namespace countersign

#include "tests/torture/campaigns/clock/wall.h"

#include <algorithm>
#include <fstream>
#include <stdexcept>
#include <utility>

namespace countersign::torture {

using std::chrono::seconds;
using std::chrono::steady_clock;

WallClock::WallClock(std::filesystem::path file)
    : file_(std::move(file)), settings_{{seconds(0), Moment::min(), Moment::min()}} {
  write(seconds(0));
}

void WallClock::set(seconds ahead) {
  const Moment before = steady_clock::now();
  write(ahead);
  settings_.push_back({ahead, before, steady_clock::now()});
}

// Writes a new file and renames it, so that the server never reads half of it.
void WallClock::write(seconds ahead) const {
  const std::filesystem::path next = file_.string() + ".new";
  std::ofstream text(next);
  text << (ahead < seconds(0) ? "" : "+") << ahead.count() << '\n';
  text.close();
  if (!text) throw std::runtime_error("the clock cannot be set: " + next.string());
  std::filesystem::rename(next, file_);
}

Moment WallClock::end_of(std::size_t setting) const {
  return setting + 1 < settings_.size() ? settings_[setting + 1].after : steady_clock::now();
}

seconds WallClock::age(Moment first, Moment last) const {
  seconds least_ahead = seconds::max();  // of the settings during the call
  for (std::size_t i = 0; i < settings_.size(); ++i) {
    if (end_of(i) < first || settings_[i].before > last) continue;
    least_ahead = std::min(least_ahead, settings_[i].ahead);
  }
  seconds most{0};
  for (std::size_t i = 0; i < settings_.size(); ++i) {
    if (end_of(i) < first) continue;
    const auto since = std::chrono::ceil<seconds>(end_of(i) - first);
    most = std::max(most, since + settings_[i].ahead - least_ahead);
  }
  return most;
}

}  // namespace countersign::torture

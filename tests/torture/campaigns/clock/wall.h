#pragma once
#include <chrono>
#include <filesystem>
#include <vector>

#include "tests/torture/rig/facts.h"

namespace countersign::torture {

// The wall clock of a server, which can be set while the server runs: libfaketime reads the offset
// from a file. Waits are measured on the true monotonic clock. Remembers all settings. Not
// thread-safe, but several threads may call age() at a time if none calls set().
class WallClock {
 public:
  // Shows the true time at first. REQUIRES: the folder of `file` exists and outlives the server.
  explicit WallClock(std::filesystem::path file);

  const std::filesystem::path& file() const { return file_; }
  std::chrono::seconds ahead() const { return settings_.back().ahead; }
  // The number of calls of set().
  std::size_t jumps() const { return settings_.size() - 1; }

  void set(std::chrono::seconds ahead);

  // The longest time that this clock has shown to have passed since any moment in [first, last].
  std::chrono::seconds age(Moment first, Moment last) const;

 private:
  // The server adopts the setting at some moment between `before` and `after`.
  struct Setting {
    std::chrono::seconds ahead;
    Moment before;
    Moment after;
  };

  void write(std::chrono::seconds ahead) const;
  Moment end_of(std::size_t setting) const;

  const std::filesystem::path file_;
  std::vector<Setting> settings_;  // the oldest first
};

}  // namespace countersign::torture

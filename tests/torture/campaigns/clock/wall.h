#pragma once
#include <chrono>
#include <filesystem>
#include <vector>

#include "tests/torture/rig/facts.h"

namespace countersign::torture {

// The wall clock of a server, which can be set while it runs: libfaketime reads a file. Waits are
// measured on the true monotonic clock. It remembers how it was set. One thread.
class WallClock {
 public:
  // True at first. The folder of `file` must be there, and outlive the server.
  explicit WallClock(std::filesystem::path file);

  const std::filesystem::path& file() const { return file_; }
  std::chrono::seconds ahead() const { return settings_.back().ahead; }
  // How often it was set.
  std::size_t jumps() const { return settings_.size() - 1; }

  void set(std::chrono::seconds ahead);

  // The largest time that it has shown to have gone by since a moment between these two.
  std::chrono::seconds age(Moment first, Moment last) const;

 private:
  // The server takes one up between `before` and `after`.
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

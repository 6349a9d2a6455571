#pragma once
#include <atomic>
#include <cstdint>

#include "core/machine/threads/given_up.h"

namespace countersign {

// Gives long work up once it has asked so often, at the same place in each run. Must outlive the
// work.
class Patience {
 public:
  explicit Patience(std::uint64_t questions) : questions_(questions) {}

  GivenUp given_up() {
    return GivenUp([this] { return ++asked_ > questions_; });
  }
  // Whether the work was told that it is given up.
  bool is_over() const { return asked_ > questions_; }

 private:
  const std::uint64_t questions_;
  std::atomic<std::uint64_t> asked_{0};
};

}  // namespace countersign

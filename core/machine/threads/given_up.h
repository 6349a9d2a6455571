#pragma once
#include <functional>
#include <utility>

namespace countersign {

// Tells long work whether it was given up: whoever asked for it has left, or the process stops. The
// work asks between its steps, at least ten times a second, and ends as soon as the answer is yes.
// It then leaves what a crash would leave at the same place, or less.
//
// A default one never gives up. The function is cheap and blocks on nothing, and any thread may
// call it. Its first true answer is final: every later answer is true. Copyable; the copies ask the
// same function.
class GivenUp {
 public:
  GivenUp() = default;
  explicit GivenUp(std::function<bool()> asked) : asked_(std::move(asked)) {}

  bool operator()() const { return asked_ && asked_(); }

 private:
  std::function<bool()> asked_;
};

}  // namespace countersign

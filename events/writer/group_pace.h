#pragma once
#include <chrono>
#include <cstddef>

namespace countersign {

// Whether the group that is decided follows the one before on the disk at once, or waits until
// that one is answered and what its callers submit next has joined.
//
// Callers that each wait for their answer fall into two halves, one on the disk while the
// other is decided and answered. With an append of time A and work of time W on the
// submissions of all of them, the halves take max(2A, W) and one large group A + W: a large
// group is better while W < A, that is on a slow disk or with few callers.
//
// One thread at a time.
class GroupPace {
 public:
  using Duration = std::chrono::nanoseconds;

  void decided(std::size_t count, Duration took) { follow(decide_, took, count); }
  void answered(std::size_t count, Duration took) { follow(answer_, took, count); }
  void appended(Duration took) { follow(append_, took, 1); }

  // `unanswered` submissions are known of, those on the disk included.
  bool follows_at_once(std::size_t unanswered) const {
    return (decide_ + answer_) * static_cast<Duration::rep>(unanswered) >= append_;
  }

 private:
  // An average over the last few, so that one hiccup of the machine is not taken for its pace.
  static void follow(Duration& average, Duration took, std::size_t count) {
    constexpr Duration::rep kWindow = 8;
    if (count == 0) return;
    average += (took / static_cast<Duration::rep>(count) - average) / kWindow;
  }

  Duration decide_{0};  // of one submission
  Duration answer_{0};  // the same
  Duration append_{0};  // of one group
};

}  // namespace countersign

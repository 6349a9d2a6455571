#pragma once
#include <chrono>
#include <cstddef>

namespace countersign {

// Decides when the next group is appended: as soon as the previous append is over, or only when the
// previous group is answered and the next submissions of its callers have joined.
//
// If every caller waits for its answer, the callers split into two halves: the submissions of one
// half are on their way to the disk while those of the other are decided and answered. With an
// append of time A and work of time W on the submissions of all callers, two halves take max(2A, W)
// and one large group takes A + W. So one large group is better while W < A, that is on a slow disk
// or with few callers.
//
// One thread at a time.
class GroupPace {
 public:
  using Duration = std::chrono::nanoseconds;

  void decided(std::size_t count, Duration took) { follow(decide_, took, count); }
  void answered(std::size_t count, Duration took) { follow(answer_, took, count); }
  void appended(Duration took) { follow(append_, took, 1); }

  // `unanswered` is the number of known submissions, including those on the disk.
  bool follows_at_once(std::size_t unanswered) const {
    return (decide_ + answer_) * static_cast<Duration::rep>(unanswered) >= append_;
  }

 private:
  // Updates a moving average, so one slow operation hardly changes the pace.
  static void follow(Duration& average, Duration took, std::size_t count) {
    constexpr Duration::rep kWindow = 8;
    if (count == 0) return;
    average += (took / static_cast<Duration::rep>(count) - average) / kWindow;
  }

  Duration decide_{0};  // of one submission
  Duration answer_{0};  // of one submission
  Duration append_{0};  // of one group
};

}  // namespace countersign

#include "events/writer/group_pace.h"

#include <doctest/doctest.h>

namespace countersign::group_pace_test {

using namespace std::chrono_literals;

GroupPace pace_of(GroupPace::Duration a_submission, GroupPace::Duration an_append) {
  GroupPace pace;
  for (int i = 0; i < 100; ++i) {
    pace.decided(10, 10 * a_submission / 2);
    pace.answered(10, 10 * a_submission / 2);
    pace.appended(an_append);
  }
  return pace;
}

TEST_CASE("a group follows at once when deciding and answering take longer than the disk") {
  const GroupPace slow_disk = pace_of(20us, 4ms);
  CHECK_FALSE(slow_disk.follows_at_once(64));
  CHECK(slow_disk.follows_at_once(512));
  const GroupPace fast_disk = pace_of(20us, 200us);
  CHECK_FALSE(fast_disk.follows_at_once(8));
  CHECK(fast_disk.follows_at_once(64));
}

TEST_CASE("one hiccup does not turn the pace") {
  GroupPace pace = pace_of(20us, 200us);
  pace.appended(1ms);
  CHECK(pace.follows_at_once(64));
  pace.answered(0, 1s);
  CHECK_FALSE(pace.follows_at_once(8));
}

}  // namespace countersign::group_pace_test

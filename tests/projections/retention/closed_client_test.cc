// The last day of a closed client, as a sweep keeps it.
#include <doctest/doctest.h>

#include "projections/retention/sweep.h"
#include "tests/projections/support/open_folder.h"

namespace countersign::closed_client_test {

struct Scene : OpenFolder {
  SweepReport sweep_now() {
    SweepOptions with;
    with.now = clock.now();
    with.periods = {std::chrono::hours(24 * 30), std::chrono::hours(24)};
    with.request = RequestId("r-sweep");
    const auto report = sweep(data(), with);
    REQUIRE(report.has_value());
    return *report;
  }
  void close_client(const ClientKey& client, UtcTime purge_at) {
    commit(of_operator(client, CloseClient{clock.now(), "left", purge_at}));
  }
};

TEST_CASE_FIXTURE(Scene, "from its last day on no ended session of a closed client is kept") {
  capture_and_finalize(1);
  const ClientKey other = client_key("other");
  commit(registering(other, clock.now(), every_purpose()));
  const UtcTime last = clock.now() + 2 * kDay;
  close_client(other, last);
  clock.advance(2 * kDay);
  CHECK(sweep_now().purged_sessions == 0);  // another client's last day
  CHECK(has_file(1));

  close_client(acme, clock.now() + kDay);
  clock.advance(kDay - Duration(1));
  CHECK(sweep_now().purged_sessions == 0);
  CHECK(has_file(1));
  clock.advance(Duration(1));
  CHECK(sweep_now().purged_sessions == 1);
  CHECK_FALSE(has_file(1));
  const auto timeline = *queries().timeline(session_id(1));
  const auto& purged = std::get<FilesPurged>(timeline.back().recorded.event);
  CHECK(purged.reason == PurgeReason::Retention);
  CHECK(purged.cutoff == clock.now());
}

TEST_CASE_FIXTURE(Scene, "the last day of a closed client does not lengthen its retention") {
  capture_and_finalize(1);
  close_client(acme, clock.now() + 90 * kDay);
  clock.advance(30 * kDay + Duration(1));
  CHECK(sweep_now().purged_sessions == 1);
}

TEST_CASE_FIXTURE(Scene, "a legal hold outlasts the last day of a closed client") {
  capture_and_finalize(1);
  commit(to_session(session_id(1), SetHold{clock.now(), "case 7"}));
  close_client(acme, clock.now());
  clock.advance(kDay);
  const SweepReport held = sweep_now();
  CHECK(held.purged_sessions == 0);
  CHECK(held.held_sessions == 1);
  CHECK(has_file(1));
  commit(to_session(session_id(1), ReleaseHold{clock.now(), "case 7 is over"}));
  CHECK(sweep_now().purged_sessions == 1);
  CHECK_FALSE(has_file(1));
}

TEST_CASE_FIXTURE(Scene,
                  "a last day is folded again after a rebuild, and a later one replaces it") {
  capture_and_finalize(1);
  close_client(acme, clock.now() + kDay);
  close_client(acme, clock.now() + 3 * kDay);
  reopen();
  CHECK((*queries().client(acme))->purge_at == clock.now() + 3 * kDay);
  clock.advance(kDay);
  CHECK(sweep_now().purged_sessions == 0);
  clock.advance(2 * kDay);
  CHECK(sweep_now().purged_sessions == 1);
}

}  // namespace countersign::closed_client_test

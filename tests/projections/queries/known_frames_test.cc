#include "projections/queries/known_frames.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "events/vault/files/frame_marks.h"
#include "projections/folder/rebuild.h"
#include "projections/retention/purge.h"
#include "projections/retention/sweep.h"
#include "tests/projections/support/history.h"
#include "tests/projections/support/refusals.h"

namespace countersign::known_frames_test {

const ClientKey kAcme = client_key("acme");
const ClientKey kBank = client_key("bank");

struct Scene {
  History history;
  UtcTime now = kStart;
  std::uint64_t nonces = 0;

  Scene() {
    submit(registering(kAcme, now));
    submit(registering(kBank, now));
    for (const std::uint64_t n : {1U, 2U, 3U}) submit(creating(kAcme, session_id(n), now));
  }
  void submit(Submission submission) {
    submission.sealed_marks = "sealed";
    REQUIRE(is_committed(history.submit(submission)));
  }
  // The code of the answer; "" if accepted.
  std::string answer(std::uint64_t session, const std::vector<std::string>& things, bool refused) {
    const std::uint64_t n = ++nonces;
    submit(challenging(session_id(session), Step::Liveness, n, now));
    submit(showing(session_id(session), n, things, refused, now));
    const auto* rejected = std::get_if<LivenessRejected>(&history.events().back().recorded.event);
    return rejected == nullptr ? "" : rejected->code;
  }
  std::string refused(std::uint64_t session, const std::vector<std::string>& things) {
    return answer(session, things, true);
  }
  std::string good(std::uint64_t session, const std::vector<std::string>& things) {
    return answer(session, things, false);
  }
  void purge(std::uint64_t session) {
    submit(to_session(session_id(session), PurgeFiles{now, PurgeReason::Erasure, {}}));
  }
};

TEST_CASE_FIXTURE(Scene, "frames of a refused recording are known in another session") {
  CHECK(refused(1, {"a", "b"}) == "LIVENESS_ACTION_NOT_PERFORMED");
  CHECK(good(2, {"c", "b"}) == "LIVENESS_FRAMES_REUSED");
  CHECK(refused(2, {"b"}) == "LIVENESS_FRAMES_REUSED");
  // Whoever records new frames is not refused.
  CHECK(good(2, {"d", "e"}) == "");
}

TEST_CASE_FIXTURE(Scene, "frames of a refused recording are not known to another client") {
  submit(creating(kBank, session_id(8), now));
  submit(creating(kBank, session_id(9), now));
  CHECK(refused(1, {"a", "b"}) == "LIVENESS_ACTION_NOT_PERFORMED");
  CHECK(refused(8, {"a", "c"}) == "LIVENESS_ACTION_NOT_PERFORMED");
  CHECK(good(9, {"b"}) == "");
  // The other client's own are.
  CHECK(good(2, {"c"}) == "");
  CHECK(good(3, {"a"}) == "LIVENESS_FRAMES_REUSED");
  purge(1);
  CHECK(good(3, {"a"}) == "");
}

TEST_CASE_FIXTURE(Scene, "frames of a refused recording may come again in their own session") {
  CHECK(refused(1, {"a", "b"}) == "LIVENESS_ACTION_NOT_PERFORMED");
  CHECK(refused(1, {"a", "b"}) == "LIVENESS_ACTION_NOT_PERFORMED");
  CHECK(good(1, {"a", "c"}) == "");
}

TEST_CASE_FIXTURE(Scene, "a purged session's refused frames are known to no other session") {
  CHECK(refused(1, {"a"}) == "LIVENESS_ACTION_NOT_PERFORMED");
  CHECK(refused(1, {"b"}) == "LIVENESS_ACTION_NOT_PERFORMED");
  CHECK(refused(3, {"c"}) == "LIVENESS_ACTION_NOT_PERFORMED");
  CHECK(history.views().count(space::kRefusedRecordings) == 2);
  purge(1);
  CHECK(history.views().count(space::kRefusedRecordings) == 1);
  CHECK(good(2, {"c"}) == "LIVENESS_FRAMES_REUSED");
  CHECK(good(2, {"a", "b"}) == "");
  CHECK(history.rebuilt() == history.views().entries());
}

TEST_CASE_FIXTURE(Scene, "frames that two sessions sent are known until both are purged") {
  CHECK(refused(1, {"a"}) == "LIVENESS_ACTION_NOT_PERFORMED");
  CHECK(refused(2, {"a"}) == "LIVENESS_FRAMES_REUSED");
  purge(1);
  CHECK(refused(3, {"a"}) == "LIVENESS_FRAMES_REUSED");
  purge(2);
  submit(creating(kAcme, session_id(4), now));
  CHECK(refused(4, {"a"}) == "LIVENESS_FRAMES_REUSED");
  purge(3);
  purge(4);
  submit(creating(kAcme, session_id(5), now));
  CHECK(good(5, {"a"}) == "");
}

TEST_CASE_FIXTURE(Scene, "a refusal without an event makes no frame known") {
  KnownFrames frames;
  // As after a decision that could not be written.
  frames.add(kAcme, session_id(1), 1, {mark_of("a")});
  CHECK_FALSE(frames.any_seen_elsewhere(history.views(), kAcme, session_id(2), {mark_of("a")}));
  CHECK(refused(1, {"b"}) == "LIVENESS_ACTION_NOT_PERFORMED");
  // The attempt's event is about other frames.
  frames.add(kAcme, session_id(1), 1, {mark_of("b")});
  CHECK_FALSE(frames.any_seen_elsewhere(history.views(), kAcme, session_id(2), {mark_of("a")}));
  CHECK(frames.any_seen_elsewhere(history.views(), kAcme, session_id(2), {mark_of("b")}));
  CHECK_FALSE(frames.any_seen_elsewhere(history.views(), kBank, session_id(2), {mark_of("b")}));
  CHECK_FALSE(frames.any_seen_elsewhere(history.views(), kAcme, session_id(1), {mark_of("b")}));
  CHECK(frames.size() == 1);
  frames.forget(session_id(2));
  CHECK(frames.size() == 1);
  frames.forget(session_id(1));
  CHECK(frames.size() == 0);
}

TEST_CASE_FIXTURE(Refusals, "refused frames are known after a restart, and after a rebuild") {
  create(1);
  CHECK(refused(1, {"a", "b"}) == "LIVENESS_ACTION_NOT_PERFORMED");
  CHECK(refused(1, {"c"}) == "LIVENESS_ACTION_NOT_PERFORMED");
  reopen();
  CHECK_FALSE(is_new("b"));
  CHECK_FALSE(is_new("c"));
  CHECK(is_new("d"));
  REQUIRE(rebuild(data()).has_value());
  CHECK_FALSE(is_new("a"));
  CHECK_FALSE(verify(data())->first_difference.has_value());
  reopen();
  CHECK_FALSE(is_new("a"));
}

TEST_CASE_FIXTURE(Refusals, "nothing tells of a refused frame once its session is erased") {
  create(1);
  create(2);
  CHECK(refused(1, {"a"}) == "LIVENESS_ACTION_NOT_PERFORMED");
  CHECK(refused(2, {"b"}) == "LIVENESS_ACTION_NOT_PERFORMED");
  // No file has a mark in clear, ever.
  CHECK_FALSE(holds("a"));
  REQUIRE(purge_session(
      data(), session_id(1), {ActorKind::Client, kAcme.value()}, RequestId("r"), clock.now()));
  CHECK(is_new("a"));
  CHECK_FALSE(is_new("b"));
  CHECK_FALSE(data().session_key(session_id(1)).has_value());
  reopen();
  CHECK_FALSE(holds("a"));
  CHECK_FALSE(is_new("b"));
}

TEST_CASE_FIXTURE(Refusals, "retention forgets refused frames with their session") {
  create(1);
  CHECK(refused(1, {"a"}) == "LIVENESS_ACTION_NOT_PERFORMED");
  CHECK_FALSE(is_new("a"));
  // The sessions expire with the first sweep, and are purged later.
  for (int sweeps = 0; sweeps < 2; ++sweeps) {
    clock.advance(40 * kDay);
    SweepOptions with{.now = clock.now()};
    with.request = RequestId("r-sweep");
    REQUIRE(sweep(data(), with).has_value());
  }
  CHECK(is_new("a"));
  reopen();
  CHECK(is_new("b"));
}

}  // namespace countersign::known_frames_test

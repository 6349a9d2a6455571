#include "projections/queries/capture_decider.h"

#include <doctest/doctest.h>

#include "projections/views/session/idempotency.h"
#include "tests/projections/support/history.h"

namespace countersign::capture_decider_test {

const ClientKey kAcme = client_key("acme");

struct Scene {
  History history;
  UtcTime now = kStart;

  Scene() { must(registering(kAcme, now)); }
  Outcome submit(const Submission& submission) { return history.submit(submission); }
  void must(const Submission& submission) { REQUIRE(is_committed(submit(submission))); }
};

TEST_CASE_FIXTURE(Scene, "a stream's head is at its last event, and at zero before the first") {
  const StreamHead none = history.decider().head(stream_of(session_id(1)), history.views());
  CHECK(none.version == StreamVersion(0));
  CHECK(none.leaf == Sha256{});
  must(creating(kAcme, session_id(1), now));
  must(challenging(session_id(1), Step::Liveness, 1, now));
  const StreamHead head = history.decider().head(stream_of(session_id(1)), history.views());
  CHECK(head.version == StreamVersion(2));
  CHECK(head.leaf == history.events().back().leaf);
  CHECK(history.decider().head(stream_of(kAcme), history.views()).version == StreamVersion(1));
}

TEST_CASE_FIXTURE(Scene, "a session is created for a registered client only, and its id once") {
  CHECK(is_rejected(submit(creating(client_key("nobody"), session_id(1), now)),
                    Refusal::ClientUnknown));
  must(creating(kAcme, session_id(1), now));
  CHECK(is_rejected(submit(creating(kAcme, session_id(1), now)), Refusal::SessionInvalid));
  must(of_operator(kAcme, DisableClient{now, "left"}));
  CHECK(is_rejected(submit(creating(kAcme, session_id(2), now)), Refusal::ClientUnknown));
}

TEST_CASE_FIXTURE(Scene, "a quota is of the calendar month and never exceeded") {
  ClientPolicy policy = every_purpose();
  policy.quota = 2;
  must(of_operator(kAcme, ChangeClient{now, "Name", policy}));
  must(creating(kAcme, session_id(1), now));
  must(creating(kAcme, session_id(2), now));
  CHECK(is_rejected(submit(creating(kAcme, session_id(3), now)), Refusal::QuotaExceeded));

  const UtcTime later = next_month(now);
  must(creating(kAcme, session_id(4), later));
  must(creating(kAcme, session_id(5), later));
  CHECK(is_rejected(submit(creating(kAcme, session_id(6), later)), Refusal::QuotaExceeded));
}

TEST_CASE_FIXTURE(
    Scene, "a command stamped before the month's end counts in the month it is recorded in") {
  ClientPolicy policy = every_purpose();
  policy.quota = 1;
  must(of_operator(kAcme, ChangeClient{now, "Name", policy}));
  const UtcTime month = next_month(now);
  must(registering(client_key("other"), month));  // now the log's time is in the new month
  must(creating(kAcme, session_id(1), month - Duration(1)));
  CHECK(is_rejected(submit(creating(kAcme, session_id(2), month - Duration(1))),
                    Refusal::QuotaExceeded));
  CHECK(is_rejected(submit(creating(kAcme, session_id(2), month)), Refusal::QuotaExceeded));
}

TEST_CASE_FIXTURE(Scene, "the same request under the same key is replayed for 24 hours") {
  const Submission first = with_key(creating(kAcme, session_id(1), now), record_of_key("k"));
  must(first);
  const Sequence created = history.events().back().recorded.sequence;

  const auto again = [&](UtcTime at, std::uint64_t n) {
    return submit(with_key(creating(kAcme, session_id(n), at), record_of_key("k")));
  };
  const Outcome replayed = again(now + kIdempotencyWindow - Duration(1), 2);
  REQUIRE(std::holds_alternative<Replayed>(replayed));
  CHECK(std::get<Replayed>(replayed).last == created);
  CHECK(history.events().back().recorded.sequence == created);
  CHECK(is_committed(again(now + kIdempotencyWindow, 3)));
}

TEST_CASE_FIXTURE(Scene, "another request under the same key is refused, before any other rule") {
  must(with_key(creating(kAcme, session_id(1), now), record_of_key("k")));
  CHECK(is_rejected(submit(with_key(creating(client_key("nobody"), session_id(2), now),
                                    record_of_key("k", "other"))),
                    Refusal::IdempotencyMismatch));
}

TEST_CASE_FIXTURE(Scene, "a finalize is replayed although its session has ended") {
  const SessionId session = session_id(1);
  must(creating(kAcme, session, now));
  must(challenging(session, Step::Liveness, 1, now));
  must(sending_frames(session, 1, {image(1)}, now));
  must(with_key(finalizing(session, now), record_of_key("k")));
  CHECK(is_rejected(submit(finalizing(session, now)), Refusal::SessionInvalid));
  CHECK(std::holds_alternative<Replayed>(
      submit(with_key(finalizing(session, now), record_of_key("k")))));
}

TEST_CASE_FIXTURE(Scene, "frames of another session are rejected as reused") {
  must(creating(kAcme, session_id(1), now));
  must(creating(kAcme, session_id(2), now));
  must(challenging(session_id(1), Step::Liveness, 1, now));
  must(challenging(session_id(2), Step::Liveness, 2, now));
  must(challenging(session_id(2), Step::Liveness, 3, now));
  must(sending_frames(session_id(1), 1, {image(1, "a face")}, now));

  must(sending_frames(session_id(2), 2, {image(2, "fresh"), image(3, "a face")}, now));
  const auto* rejected = std::get_if<LivenessRejected>(&history.events().back().recorded.event);
  REQUIRE(rejected != nullptr);
  CHECK(rejected->code == "LIVENESS_FRAMES_REUSED");

  // To another client the frames are new.
  const ClientKey bank = client_key("bank");
  must(registering(bank, now));
  must(creating(bank, session_id(3), now));
  must(challenging(session_id(3), Step::Liveness, 4, now));
  must(sending_frames(session_id(3), 4, {image(5, "a face")}, now));
  CHECK(std::holds_alternative<LivenessAccepted>(history.events().back().recorded.event));

  // The rejected frames were not stored, so their images belong to no session yet.
  must(sending_frames(session_id(2), 3, {image(4, "fresh")}, now));
  CHECK(std::holds_alternative<LivenessAccepted>(history.events().back().recorded.event));
}

TEST_CASE_FIXTURE(Scene, "a nonce that was spent a moment ago is refused") {
  must(creating(kAcme, session_id(1), now));
  must(challenging(session_id(1), Step::Liveness, 1, now));
  must(sending_frames(session_id(1), 1, {image(1)}, now));
  const Outcome again = submit(sending_frames(session_id(1), 1, {image(2)}, now));
  REQUIRE(is_rejected(again, Refusal::ChallengeInvalid));
  CHECK(std::get<Rejection>(again).fault == ChallengeFault::AlreadyUsed);
}

TEST_CASE_FIXTURE(Scene,
                  "creating a session reads eight entries of the views, and writes fourteen") {
  must(with_key(creating(kAcme, session_id(1), now), record_of_key("first")));
  const std::size_t reads = history.views().gets();
  const std::size_t writes = history.views().changes();
  must(with_key(creating(kAcme, session_id(2), now), record_of_key("second")));
  CHECK(history.views().gets() - reads == 8);
  CHECK(history.views().changes() - writes == 14);
}

}  // namespace countersign::capture_decider_test

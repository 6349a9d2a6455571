#include "projections/queries/queries.h"

#include <doctest/doctest.h>

#include "projections/views/session/sessions.h"
#include "projections/views/session/tokens.h"
#include "tests/events/support/frozen_log.h"

namespace countersign::queries_test {

const ClientKey kAcme = client_key("acme");
const ClientKey kOther = client_key("acme2");

// Two clients. Session 1 is Acme's and was finalized with a file; session 2 is the other client's.
struct Scene {
  History history;
  FrozenLog log{history};
  Queries queries{log, history.views()};
  UtcTime now = kStart;

  Scene() {
    must(registering(kAcme, now));
    must(registering(kOther, now));
    must(creating(kAcme, session_id(1), now));
    must(creating(kOther, session_id(2), now));
    must(challenging(session_id(1), Step::Liveness, 1, now));
    must(with_key(sending_frames(session_id(1), 1, {image(1)}, now), record_of_key("frames")));
    must(finalizing(session_id(1), now));
  }
  void must(const Submission& submission) { REQUIRE(is_committed(history.submit(submission))); }
  void download(std::uint64_t session) {
    must(to_session(session_id(session), DownloadDocuments{now, {}}));
  }
  std::vector<std::uint64_t> downloads(const DownloadFilter& filter,
                                       std::uint64_t after,
                                       std::size_t limit) {
    const auto entries = queries.downloads(filter, Sequence(after), limit);
    std::vector<std::uint64_t> sequences;
    for (const DownloadEntry& entry : *entries) sequences.push_back(entry.sequence.value());
    return sequences;
  }
};

TEST_CASE_FIXTURE(Scene, "sessions, clients and counts are found by their keys, or not at all") {
  CHECK((*queries.session(session_id(1)))->status == SessionStatus::Completed);
  CHECK_FALSE((*queries.session(session_id(9))).has_value());
  CHECK((*queries.client(kAcme))->key == kAcme);
  CHECK_FALSE((*queries.client(client_key("nobody"))).has_value());
  CHECK(queries.clients()->size() == 2);
  CHECK(*queries.sessions_opened(kAcme, month_of(now)) == 1);
  CHECK(*queries.sessions_opened(kAcme, "1999-01") == 0);
  CHECK((*queries.file(file_id(1)))->session == session_id(1));
  CHECK_FALSE((*queries.file(file_id(2))).has_value());
  CHECK(queries.totals()->sessions_created == 2);
  CHECK(*queries.count_entries() == history.views().entries().size());
}

TEST_CASE_FIXTURE(Scene, "a token leads to its session and to no other") {
  CHECK((*queries.session_by_token(token_of(session_id(2))))->id == session_id(2));
  // Session 1 has ended, but a call that it sent with an idempotency key may be answered again.
  CHECK((*queries.session_by_token(token_of(session_id(1))))->id == session_id(1));
  CHECK_FALSE((*queries.session_by_token(token_of(session_id(9)))).has_value());
}

TEST_CASE_FIXTURE(Scene, "sessions with copies of a picture are those of the same client") {
  PerceptualHash shown(sha256("a card"));
  const auto showing = [&](const ClientKey& client, std::uint64_t n, const char* pixels) {
    must(creating(client, session_id(n), now, Purpose::DocumentVerification));
    must(challenging(session_id(n), Step::Document, n, now));
    StoredFile file = image(n, pixels);
    file.perceptual = shown;
    must(sending_document(session_id(n), n, file, now));
  };
  const auto copies_of = [&](std::uint64_t n) {
    return *queries.sessions_with_copies(**queries.session(session_id(n)), 8);
  };
  showing(kAcme, 11, "a card");
  showing(kOther, 12, "a card");
  showing(kAcme, 13, "a card, encoded anew");
  CHECK(copies_of(11) == std::vector{session_id(13)});
  CHECK(copies_of(12).empty());
  CHECK(copies_of(13) == std::vector{session_id(11)});
  showing(kOther, 14, "a card");
  CHECK(copies_of(14) == std::vector{session_id(12)});
}

TEST_CASE_FIXTURE(Scene, "an idempotency key is not answered after its window") {
  const Sha256 key = record_of_key("frames").key;
  CHECK((*queries.idempotency(key, now)).has_value());
  CHECK((*queries.idempotency(key, now + kIdempotencyWindow - Duration(1))).has_value());
  CHECK_FALSE((*queries.idempotency(key, now + kIdempotencyWindow)).has_value());
  CHECK_FALSE((*queries.idempotency(record_of_key("unused").key, now)).has_value());
}

TEST_CASE_FIXTURE(Scene, "an append is found again from its last event") {
  const auto entry = *queries.idempotency(record_of_key("frames").key, now);
  const auto events = *queries.events_of_append(entry->last);
  // The challenge before came from the same device at the same time, but in another append.
  REQUIRE(events.size() == 2);
  CHECK(std::holds_alternative<NonceConsumed>(events[0].event));
  CHECK(std::holds_alternative<LivenessAccepted>(events[1].event));

  const auto single = *queries.events_of_append(Sequence(3));
  REQUIRE(single.size() == 1);
  CHECK(std::holds_alternative<SessionCreated>(single[0].event));
  CHECK(queries.events_of_append(Sequence(99)).error() == StoreError::Corrupt);
}

TEST_CASE("every kind of append is found again whole") {
  History history;
  FrozenLog log(history);
  const Queries queries(log, history.views());
  const UtcTime now = kStart;
  const std::vector<Submission> submissions = {
      registering(kAcme, now),
      creating(kAcme, session_id(1), now),
      challenging(session_id(1), Step::Liveness, 1, now),
      challenging(session_id(1), Step::Liveness, 2, now),
      sending_frames(session_id(1), 1, {image(1)}, now),
      to_session(session_id(1), SetHold{now, "a case"}),
      to_session(session_id(1), ReleaseHold{now, "closed"}),
      to_session(session_id(1), PurgeFiles{now, PurgeReason::Erasure, {}}),
      creating(kAcme, session_id(2), now),
      to_session(session_id(2), CancelSession{now}),
  };
  for (const Submission& submission : submissions) {
    const Outcome outcome = history.submit(submission);
    REQUIRE(is_committed(outcome));
    const auto& events = std::get<Committed>(outcome).events;
    CHECK(*queries.events_of_append(events.back().sequence) == events);
  }
}

TEST_CASE_FIXTURE(Scene, "downloads are listed by session, by client and all together, in pages") {
  const std::uint64_t before = history.events().size();
  for (const std::uint64_t session : {1, 2, 1, 1, 2}) download(session);
  const std::uint64_t a = before + 1;
  CHECK(downloads({}, 0, 99) == std::vector{a, a + 1, a + 2, a + 3, a + 4});
  CHECK(downloads({}, a + 1, 2) == std::vector{a + 2, a + 3});
  CHECK(downloads({session_id(1), {}}, 0, 99) == std::vector{a, a + 2, a + 3});
  CHECK(downloads({{}, kOther}, 0, 99) == std::vector{a + 1, a + 4});
  CHECK(downloads({{}, kOther}, a + 1, 99) == std::vector{a + 4});
  CHECK(downloads({session_id(1), kOther}, 0, 99).empty());
  CHECK(downloads({session_id(1), kAcme}, 0, 2) == std::vector{a, a + 2});
  CHECK(downloads({{}, client_key("acm")}, 0, 99).empty());
  CHECK(downloads({}, 0, 0).empty());
}

TEST_CASE_FIXTURE(Scene, "a timeline holds the events of its stream alone") {
  const auto events = *queries.timeline(session_id(1));
  REQUIRE(events.size() == 5);
  for (std::size_t i = 0; i < events.size(); ++i) {
    CHECK(events[i].recorded.version == StreamVersion(i + 1));
  }
  CHECK(queries.timeline(session_id(9))->empty());
  CHECK(queries.timeline(kAcme)->size() == 1);
}

TEST_CASE_FIXTURE(Scene, "a feed gives every event of its client once, page by page") {
  std::vector<std::uint64_t> seen;
  Sequence after(0);
  for (;;) {
    const FeedPage page = *queries.feed(kAcme, after, 2);
    if (page.events.empty()) {
      CHECK(page.next == after);
      break;
    }
    CHECK(page.events.size() <= 2);
    for (const StoredEvent& event : page.events) seen.push_back(event.recorded.sequence.value());
    after = page.next;
  }
  CHECK(seen == std::vector<std::uint64_t>{1, 3, 5, 6, 7, 8});
  CHECK(queries.feed(client_key("acm"), Sequence(0), 9)->events.empty());
}

TEST_CASE_FIXTURE(Scene, "what is due is strictly before the time, oldest first, in pages") {
  for (std::uint64_t n = 10; n < 15; ++n) must(creating(kAcme, session_id(n), now + n * kMinute));
  const UtcTime expiry = now + 30 * kMinute;
  CHECK(queries.due(RetentionQueue::Open, {}, expiry, 99)->empty());
  const auto first = *queries.due(RetentionQueue::Open, {}, expiry + 13 * kMinute, 2);
  REQUIRE(first.size() == 2);
  CHECK(first[0] == RetentionEntry{expiry, session_id(2)});
  CHECK(first[1] == RetentionEntry{expiry + 10 * kMinute, session_id(10)});
  const auto rest = *queries.due(RetentionQueue::Open, {}, expiry + 13 * kMinute, 99, first[1]);
  REQUIRE(rest.size() == 2);
  CHECK(rest[1].session == session_id(12));
  CHECK(queries.due(RetentionQueue::Completed, kAcme, now + Duration(1), 99)->size() == 1);
  CHECK(queries.due(RetentionQueue::Unfinished, kAcme, now + kDay, 99)->empty());
  // Another client, whose key is a prefix of Acme's.
  CHECK(queries.due(RetentionQueue::Completed, client_key("acm"), now + kDay, 99)->empty());
}

TEST_CASE_FIXTURE(Scene, "a record that cannot be read is an error, not a missing one") {
  auto& entries = history.views().entries();
  for (auto& [key, value] : entries) {
    if (!value.empty()) value.pop_back();
  }
  CHECK(queries.session(session_id(1)).error() == StoreError::Corrupt);
  CHECK(queries.session_by_token(token_of(session_id(2))).error() == StoreError::Corrupt);
  CHECK(queries.client(kAcme).error() == StoreError::Corrupt);
  CHECK(queries.clients().error() == StoreError::Corrupt);
  CHECK(queries.sessions_opened(kAcme, month_of(now)).error() == StoreError::Corrupt);
  CHECK(queries.idempotency(record_of_key("frames").key, now).error() == StoreError::Corrupt);
  CHECK(queries.file(file_id(1)).error() == StoreError::Corrupt);
  CHECK(queries.totals().error() == StoreError::Corrupt);
}

TEST_CASE_FIXTURE(Scene, "a token whose session cannot be read is an error") {
  history.views().entries()[{space::kSessions, Sessions::key(session_id(2))}] = "nonsense";
  CHECK(queries.session_by_token(token_of(session_id(2))).error() == StoreError::Corrupt);
}

}  // namespace countersign::queries_test

// The content of each view after given events.
#include <doctest/doctest.h>

#include <set>

#include "projections/fold/expiry_queue.h"
#include "projections/fold/record_bytes.h"
#include "projections/views/all_projections.h"
#include "projections/views/clients.h"
#include "projections/views/retention.h"
#include "projections/views/session/downloads.h"
#include "projections/views/session/feed.h"
#include "projections/views/session/files.h"
#include "projections/views/session/fingerprints.h"
#include "projections/views/session/idempotency.h"
#include "projections/views/session/sessions.h"
#include "projections/views/session/tokens.h"
#include "projections/views/totals.h"
#include "projections/views/usage.h"
#include "tests/projections/support/history.h"

namespace countersign::projections_test {

const ClientKey kAcme = client_key("acme");

// A client with one session of purpose LIVENESS.
struct Scene {
  History history;
  SessionId session = session_id(1);
  UtcTime now = kStart;

  Scene() {
    must(registering(kAcme, now));
    must(creating(kAcme, session, now));
  }
  void must(const Submission& submission) { REQUIRE(is_committed(history.submit(submission))); }
  void capture(const SessionId& whose, std::uint64_t n, std::vector<StoredFile> frames) {
    must(challenging(whose, Step::Liveness, n, now));
    must(sending_frames(whose, n, std::move(frames), now));
  }
  MemoryViews& views() { return history.views(); }
  bool token_works(const SessionId& whose) {
    return views().holds(space::kTokens, Tokens::key(token_of(whose)));
  }
  Totals totals() {
    return load<Totals>(views(), space::kTotals, TotalsView::key()).value_or(Totals{});
  }
  std::vector<RetentionEntry> queue(RetentionQueue which) {
    std::vector<RetentionEntry> entries;
    for (const auto& [key, value] : views().entries()) {
      if (key.first != space::kRetention) continue;
      if (const auto entry = Retention::parse(which, key.second)) entries.push_back(*entry);
    }
    return entries;
  }
};

TEST_CASE("every projection has a space, a name and a place in the versions of its own") {
  std::set<ViewSpace> spaces;
  std::set<std::string_view> names;
  for (const Projection& projection : all_projections()) {
    spaces.insert(projection.space);
    names.insert(projection.name);
    const std::string says =
        std::string(projection.name) + '.' + std::to_string(projection.version) + '.';
    CHECK(projection_versions().find(says) != std::string::npos);
  }
  CHECK(spaces.size() == all_projections().size());
  CHECK(names.size() == all_projections().size());
}

TEST_CASE_FIXTURE(Scene, "sessions and clients are the folds of their streams") {
  const Session stored = Sessions::load(views(), session);
  CHECK(stored.exists);
  CHECK(stored.id == session);
  CHECK(stored.client == kAcme);
  CHECK(stored.version == 1);
  CHECK(stored.last_sequence == 2);
  CHECK(stored.last_leaf == history.events()[1].leaf);
  CHECK(Clients::load(views(), kAcme).name == "Name");
  CHECK_FALSE(Clients::load(views(), client_key("other")).registered);
  CHECK_FALSE(Sessions::load(views(), session_id(2)).exists);
}

TEST_CASE_FIXTURE(Scene, "a token opens its session until that ends") {
  CHECK(load<TokenEntry>(views(), space::kTokens, Tokens::key(token_of(session))) ==
        TokenEntry{session});
  SUBCASE("by expiry") { must(to_session(session, ExpireSession{now + kHour})); }
  SUBCASE("by cancellation") { must(to_session(session, CancelSession{now})); }
  SUBCASE("by erasure") { must(to_session(session, PurgeFiles{now, PurgeReason::Erasure, {}})); }
  SUBCASE("by a finalize without an idempotency key") {
    capture(session, 1, {image(1)});
    must(finalizing(session, now));
  }
  CHECK_FALSE(token_works(session));
}

TEST_CASE_FIXTURE(Scene, "a token stays as long as a call of its device can be answered again") {
  SUBCASE("a finalize") {
    capture(session, 1, {image(1)});
    must(with_key(finalizing(session, now), record_of_key("k1")));
  }
  SUBCASE("a submission, however its session ends") {
    must(challenging(session, Step::Liveness, 1, now));
    must(with_key(sending_frames(session, 1, {image(1)}, now), record_of_key("k1")));
    SUBCASE("finalized without a key") { must(finalizing(session, now)); }
    SUBCASE("canceled") { must(to_session(session, CancelSession{now})); }
    SUBCASE("expired") {
      now = now + kHour;
      must(to_session(session, ExpireSession{now}));
    }
    SUBCASE("erased") { must(to_session(session, PurgeFiles{now, PurgeReason::Erasure, {}})); }
  }
  CHECK(token_works(session));
  if (!Sessions::load(views(), session).purged_at) {
    must(to_session(session, PurgeFiles{now, PurgeReason::Retention, now}));
    CHECK(token_works(session));
  }

  // The token is removed when a later session ends after the window.
  now = now + kIdempotencyWindow - Duration(1);
  const SessionId second = session_id(2);
  must(creating(kAcme, second, now));
  capture(second, 2, {image(2)});
  must(finalizing(second, now));
  CHECK(token_works(session));

  now = now + Duration(1);
  const SessionId third = session_id(3);
  must(creating(kAcme, third, now));
  capture(third, 3, {image(3)});
  must(finalizing(third, now));
  CHECK_FALSE(token_works(session));
  CHECK_FALSE(token_works(third));
  std::size_t left = 0;
  for (const auto& [key, value] : views().entries()) {
    if (key.first == space::kTokens && key.second != "q") ++left;
  }
  CHECK(left == 0);
}

TEST_CASE_FIXTURE(Scene, "a token goes with its session when what was answered is forgotten") {
  must(challenging(session, Step::Liveness, 1, now));
  must(with_key(sending_frames(session, 1, {image(1)}, now), record_of_key("k1")));
  now = now + kIdempotencyWindow;
  must(to_session(session, ExpireSession{now}));
  CHECK_FALSE(token_works(session));
}

TEST_CASE_FIXTURE(Scene, "usage counts a client's sessions of each month by the event's time") {
  const UtcTime later = next_month(now);
  must(creating(kAcme, session_id(2), now));
  must(creating(kAcme, session_id(3), later));
  const auto opened = [&](UtcTime when) {
    return load<std::uint64_t>(views(), space::kUsage, Usage::key(kAcme, month_of(when)));
  };
  CHECK(opened(now) == 2);
  CHECK(opened(later) == 1);
  CHECK(opened(next_month(later)) == std::nullopt);
}

TEST_CASE_FIXTURE(Scene, "an idempotency record leads to the last event of its append") {
  must(challenging(session, Step::Liveness, 1, now));
  must(with_key(sending_frames(session, 1, {image(1)}, now), record_of_key("k")));
  const auto entry = load<IdempotencyEntry>(
      views(), space::kIdempotency, Idempotency::key(record_of_key("k").key));
  REQUIRE(entry.has_value());
  CHECK(entry->last == history.events().back().recorded.sequence);
  CHECK(entry->request == record_of_key("k").request);
  CHECK(is_replayable(*entry, now + kIdempotencyWindow - Duration(1)));
  CHECK_FALSE(is_replayable(*entry, now + kIdempotencyWindow));
}

TEST_CASE_FIXTURE(Scene,
                  "idempotency keys leave by the time of events, at most two for each new one") {
  const std::size_t without_marks = views().count(space::kIdempotency);
  for (std::uint64_t n = 10; n < 20; ++n) {
    must(with_key(creating(kAcme, session_id(n), now), record_of_key("k" + std::to_string(n))));
  }
  CHECK(views().count(space::kIdempotency) == without_marks + 1 + 2 * 10);

  now = now + kIdempotencyWindow;
  for (std::uint64_t n = 20; n < 25; ++n) {
    const std::size_t before = views().changes();
    must(with_key(creating(kAcme, session_id(n), now), record_of_key("k" + std::to_string(n))));
    CHECK(views().changes() - before < 25);
  }
  // Ten were dropped while five were added.
  CHECK(views().count(space::kIdempotency) == without_marks + 1 + 2 * 5);
  CHECK_FALSE(views().holds(space::kIdempotency, Idempotency::key(record_of_key("k19").key)));
  CHECK(views().holds(space::kIdempotency, Idempotency::key(record_of_key("k20").key)));
}

TEST_CASE_FIXTURE(Scene, "a mark that is used again after its window outlives its first use") {
  for (const std::string key : {"a", "b", "c", "k"}) {
    must(with_key(creating(kAcme, session_id(10 + static_cast<std::uint64_t>(key[0])), now),
                  record_of_key(key)));
  }
  now = now + kIdempotencyWindow;
  must(with_key(creating(kAcme, session_id(3), now),
                record_of_key("k", "another request")));  // drops a and b
  must(with_key(creating(kAcme, session_id(4), now),
                record_of_key("other")));  // drops c and the first k
  const auto entry = load<IdempotencyEntry>(
      views(), space::kIdempotency, Idempotency::key(record_of_key("k").key));
  REQUIRE(entry.has_value());
  CHECK(entry->at == now);
  CHECK(entry->request == record_of_key("k", "another request").request);
}

TEST_CASE_FIXTURE(Scene, "fingerprints name the session in which an accepted frame came first") {
  capture(session, 1, {image(1, "a face"), image(2, "another"), image(3)});
  const auto first = [&](std::string_view what) {
    return load<SessionId>(views(), space::kFingerprints, Fingerprints::key(kAcme, pixels(what)));
  };
  CHECK(first("a face") == session);
  CHECK(first("another") == session);
  CHECK(first("nobody") == std::nullopt);
  CHECK(views().count(space::kFingerprints) == 2);  // an undecodable image has no fingerprint

  CHECK_FALSE(Fingerprints::any_seen_elsewhere(views(), kAcme, session, {image(4, "a face")}));
  const auto seen_by = [&](const ClientKey& client) {
    return Fingerprints::any_seen_elsewhere(
        views(), client, session_id(2), {image(4), image(5, "a face")});
  };
  CHECK(seen_by(kAcme));
  CHECK_FALSE(seen_by(client_key("bank")));
}

TEST_CASE_FIXTURE(Scene, "files are known from their acceptance until the purge") {
  capture(session, 1, {image(1), image(2)});
  const auto entry = load<FileEntry>(views(), space::kFiles, Files::key(file_id(2)));
  CHECK(entry == FileEntry{session, day_of(kStart), 1002});
  must(finalizing(session, now));
  CHECK(views().count(space::kFiles) == 2);
  must(to_session(session, PurgeFiles{now, PurgeReason::Retention, now}));
  CHECK(views().count(space::kFiles) == 0);
  CHECK(Sessions::load(views(), session).files.size() == 2);
}

TEST_CASE_FIXTURE(Scene, "the retention queue holds a session by its expiry, then by its end") {
  const auto open = [&] { return queue(RetentionQueue::Open); };
  const auto completed = [&] { return queue(RetentionQueue::Completed); };
  const auto unfinished = [&] { return queue(RetentionQueue::Unfinished); };
  REQUIRE(open().size() == 1);
  CHECK(open()[0] == RetentionEntry{now + 30 * kMinute, session});

  SUBCASE("of the completed ones") {
    capture(session, 1, {image(1)});
    now = now + kMinute;
    must(finalizing(session, now));
    CHECK(completed() == std::vector<RetentionEntry>{{now, session}});
  }
  SUBCASE("of the unfinished ones when it expired") {
    now = now + kHour;
    must(to_session(session, ExpireSession{now}));
    CHECK(unfinished() == std::vector<RetentionEntry>{{now, session}});
  }
  SUBCASE("of the unfinished ones when it was canceled") {
    must(to_session(session, CancelSession{now}));
    CHECK(unfinished() == std::vector<RetentionEntry>{{now, session}});
  }
  CHECK(open().empty());
  must(to_session(session, PurgeFiles{now + kDay, PurgeReason::Retention, now}));
  CHECK(views().count(space::kRetention) == 0);
}

TEST_CASE_FIXTURE(Scene, "an erasure of an open session leaves nothing in the retention queue") {
  must(to_session(session, PurgeFiles{now, PurgeReason::Erasure, {}}));
  CHECK(views().count(space::kRetention) == 0);
}

TEST_CASE("the retention queue is in the order of time, earlier than 1970 too") {
  std::vector<std::string> keys;
  for (const std::int64_t time : {-5ll, 0ll, 255ll, 256ll, 1ll << 40}) {
    keys.push_back(Retention::key(RetentionQueue::Open, {UtcTime(time), session_id(9)}));
    CHECK(Retention::parse(RetentionQueue::Open, keys.back()) ==
          RetentionEntry{UtcTime(time), session_id(9)});
    CHECK(Retention::parse(RetentionQueue::Completed, keys.back()) == std::nullopt);
  }
  CHECK(std::ranges::is_sorted(keys));
}

TEST_CASE_FIXTURE(Scene, "downloads are found by session, by client and by file") {
  capture(session, 1, {image(1), image(2)});
  must(to_session(session, DownloadDocuments{now, {}}));
  must(to_session(session, DownloadDocuments{now, file_id(2)}));
  const Sequence last = history.events().back().recorded.sequence;
  const auto entry = load<DownloadEntry>(views(), space::kDownloads, Downloads::key_of_all(last));
  REQUIRE(entry.has_value());
  CHECK(entry->session == session);
  CHECK(entry->client == kAcme);
  REQUIRE(entry->picture.has_value());
  CHECK(entry->picture->file == file_id(2));
  CHECK(entry->file_count == 1);
  CHECK(entry->size_bytes == 1002);
  CHECK(entry->request == RequestId("r-device"));
  CHECK(views().count(space::kDownloads) == 2 * 3 + 3);  // a bundle of two files, and one file
}

TEST_CASE_FIXTURE(Scene, "a client's feed holds its own events and those of its sessions only") {
  const ClientKey other = client_key("acme2");
  must(registering(other, now));
  must(creating(other, session_id(2), now));
  must(challenging(session, Step::Liveness, 1, now));
  std::size_t acmes = 0;
  for (const auto& [key, value] : views().entries()) {
    if (key.first != space::kFeed) continue;
    acmes += key.second.starts_with(Feed::prefix_of(kAcme)) ? 1 : 0;
  }
  CHECK(acmes == 3);
  CHECK(views().count(space::kFeed) == history.events().size());
}

TEST_CASE_FIXTURE(Scene, "the totals follow every session from creation to purge") {
  capture(session, 1, {image(1), image(2)});
  must(finalizing(session, now));
  must(creating(kAcme, session_id(2), now));
  must(creating(kAcme, session_id(3), now));
  must(to_session(session_id(2), CancelSession{now}));
  CHECK(totals().clients_registered == 1);
  CHECK(totals().sessions_created == 3);
  CHECK(totals().sessions_open() == 1);
  CHECK(totals().sessions_completed == 1);
  CHECK(totals().sessions_canceled == 1);
  CHECK(totals().retention_backlog() == 2);
  CHECK(totals().files_held() == 2);
  CHECK(totals().bytes_held() == 1001 + 1002);

  must(to_session(session, SetHold{now, "a case"}));
  CHECK(totals().holds == 1);
  must(to_session(session, ReleaseHold{now, "closed"}));
  must(to_session(session, DownloadDocuments{now, {}}));
  must(to_session(session, PurgeFiles{now, PurgeReason::Retention, now}));
  must(to_session(session_id(3), ExpireSession{now + kHour}));
  CHECK(totals().holds == 0);
  CHECK(totals().downloads == 1);
  CHECK(totals().sessions_expired == 1);
  CHECK(totals().files_held() == 0);
  CHECK(totals().bytes_held() == 0);
  CHECK(totals().bytes_stored == 1001 + 1002);
  CHECK(totals().retention_backlog() == 2);
  const Totals all = totals();
  CHECK(all.results_passed + all.results_failed + all.results_review == 1);
}

TEST_CASE("an expiry queue gives its items back in order, and no more than asked") {
  MemoryViews views;
  const ExpiryQueue queue(99);
  for (int i = 0; i < 5; ++i) queue.push(views, kStart + i * kMinute, std::to_string(i));
  std::string taken;
  const auto take = [&](UtcTime cutoff, std::size_t limit) {
    taken.clear();
    queue.take_until(views, cutoff, limit, [&](const std::string& item) { taken += item; });
    return taken;
  };
  CHECK(take(kStart - Duration(1), 9) == "");
  CHECK(take(kStart + 4 * kMinute, 2) == "01");
  CHECK(take(kStart + 3 * kMinute - Duration(1), 9) == "2");
  queue.push(views, kStart + kDay, "5");
  CHECK(take(kStart + kDay, 9) == "345");
  CHECK(take(kStart + 2 * kDay, 9) == "");
  queue.push(views, kStart + 2 * kDay, "6");
  CHECK(take(kStart + kDay, 9) == "");
  CHECK(take(kStart + 2 * kDay, 9) == "6");
  CHECK(views.entries().size() == 1);
}

}  // namespace countersign::projections_test

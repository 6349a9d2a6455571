// Properties that every history of random commands must have.
#include "tests/projections/support/generated_history.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/reviewer/reviewer.h"
#include "core/stream/evolve.h"
#include "events/audit/streams/reviewer_audit.h"
#include "projections/fold/record_bytes.h"
#include "projections/fold/view_key.h"
#include "projections/queries/queries.h"
#include "projections/views/retention.h"
#include "projections/views/review/review_days.h"
#include "projections/views/review/reviews.h"
#include "projections/views/session/idempotency.h"
#include "projections/views/session/sessions.h"
#include "projections/views/session/tokens.h"
#include "projections/views/totals.h"
#include "projections/views/usage.h"
#include "tests/events/support/frozen_log.h"
#include "tests/projections/support/history.h"

namespace countersign::generated_history_test {

template <class... E>
std::set<std::string_view> names_of_all(std::variant<E...>*) {
  return {event_type<E>.name...};
}

TEST_CASE("generated histories reach every kind of event") {
  std::set<std::string_view> seen;
  for_every_history([&](History& history) {
    for (const StoredEvent& event : history.events()) {
      seen.insert(type_of(event.recorded.event).name);
    }
  });
  std::set<std::string_view> unreached = names_of_all(static_cast<Event*>(nullptr));
  for (const std::string_view name : seen) unreached.erase(name);
  // Clients are never disabled or closed here, so that their sessions go on. There are no events of
  // keys, of thresholds or of the log itself; key_audit_test.cc, threshold_audit_test.cc and
  // log_beginning_test.cc have those.
  std::string names;
  for (const std::string_view name : unreached) names += std::string(name) + " ";
  CHECK(names ==
        "ClientClosed ClientDisabled KeyDestroyed KeyPunctured LeavesReserved LogBegun "
        "MasterKeyRotated "
        "ThresholdsRecorded ");
}

TEST_CASE("views that are rebuilt from the events equal the live ones, byte for byte") {
  for_every_history([](History& history) {
    REQUIRE(history.events().size() > 20);
    CHECK(history.rebuilt() == history.views().entries());
  });
}

TEST_CASE("the same commands make the same history") {
  CHECK(generate(7).views().entries() == generate(7).views().entries());
  CHECK(generate(7).views().entries() != generate(8).views().entries());
}

TEST_CASE("sequences and the versions of every stream have no gaps, and leaves are chained") {
  for_every_history([](History& history) {
    std::map<std::string, std::pair<std::uint64_t, Sha256>> heads;
    std::uint64_t sequence = 0;
    UtcTime last{0};
    for (const StoredEvent& event : history.events()) {
      const RecordedEvent& recorded = event.recorded;
      auto& [version, leaf] = heads[recorded.stream.value()];
      CHECK(recorded.sequence.value() == ++sequence);
      CHECK(recorded.version.value() == ++version);
      CHECK(recorded.previous == leaf);
      CHECK(recorded.at >= last);
      leaf = event.leaf;
      last = recorded.at;
    }
  });
}

TEST_CASE("a nonce is accepted at most once, and only after it was issued to that session") {
  for_every_history([](History& history) {
    std::map<std::pair<std::string, Digest>, int> issued;
    for (const StoredEvent& event : history.events()) {
      const std::string& stream = event.recorded.stream.value();
      if (const auto* challenge = std::get_if<ChallengeIssued>(&event.recorded.event)) {
        ++issued[{stream, challenge->nonce.value()}];
      }
      if (const auto* spent = std::get_if<NonceConsumed>(&event.recorded.event)) {
        CHECK(--issued[{stream, spent->nonce.value()}] >= 0);
      }
    }
  });
}

TEST_CASE(
    "after its end a session sees downloads, reviews, holds and one purge, and nothing else") {
  for_every_history([](History& history) {
    std::map<std::string, bool> ended;
    std::map<std::string, int> purges;
    for (const StoredEvent& event : history.events()) {
      const std::string& stream = event.recorded.stream.value();
      const Event& what = event.recorded.event;
      if (ended[stream]) {
        const bool allowed = std::holds_alternative<DocumentsDownloaded>(what) ||
                             std::holds_alternative<DocumentValuesRead>(what) ||
                             std::holds_alternative<ReviewClaimed>(what) ||
                             std::holds_alternative<ReviewReleased>(what) ||
                             std::holds_alternative<ImageViewed>(what) ||
                             std::holds_alternative<ReviewDecided>(what) ||
                             std::holds_alternative<ReviewCorrected>(what) ||
                             std::holds_alternative<ReviewOverdue>(what) ||
                             std::holds_alternative<ReviewAssigned>(what) ||
                             std::holds_alternative<ReviewUnassigned>(what) ||
                             std::holds_alternative<ReviewHandedOver>(what) ||
                             std::holds_alternative<HoldSet>(what) ||
                             std::holds_alternative<HoldReleased>(what) ||
                             std::holds_alternative<FilesPurged>(what);
        CHECK_MESSAGE(allowed, type_of(what).name);
      }
      if (std::holds_alternative<FilesPurged>(what)) CHECK(++purges[stream] == 1);
      if (std::holds_alternative<SessionFinalized>(what) ||
          std::holds_alternative<SessionExpired>(what) ||
          std::holds_alternative<SessionCanceled>(what)) {
        ended[stream] = true;
      }
    }
  });
}

TEST_CASE("of an open session all tokens are found, and none of an ended one but its last") {
  std::size_t joined = 0;
  for_every_history([&](History& history) {
    std::set<SessionId> sessions;
    for (const StoredEvent& event : history.events()) {
      if (const auto id = session_of(event.recorded.stream)) sessions.insert(*id);
    }
    for (const SessionId& id : sessions) {
      const Session session = Sessions::load(history.views(), id);
      joined += session.older_tokens.size();
      const auto is_found = [&](const TokenHash& token) {
        return history.views().holds(space::kTokens, Tokens::key(token));
      };
      for (const TokenHash& older : session.older_tokens) {
        CHECK(is_found(older) == !has_ended(session));
      }
      if (!has_ended(session)) CHECK(is_found(session.token));
    }
  });
  CHECK(joined > 20);
}

TEST_CASE("no client opens more sessions in a month than its quota") {
  bool reached = false;
  for_every_history([&](History& history) {
    std::map<std::pair<std::string, std::string>, std::uint64_t> opened;
    for (const StoredEvent& event : history.events()) {
      const auto* created = std::get_if<SessionCreated>(&event.recorded.event);
      if (created == nullptr) continue;
      const std::uint64_t count = ++opened[{created->client.value(), month_of(event.recorded.at)}];
      CHECK(count <= kQuota);
      reached = reached || count == kQuota;
    }
  });
  CHECK(reached);
}

TEST_CASE("an idempotency key begins at most one append in its window") {
  for_every_history([](History& history) {
    std::map<Digest, UtcTime> used;
    for (const StoredEvent& event : history.events()) {
      if (!event.recorded.idempotency) continue;
      const Digest& key = event.recorded.idempotency->key.value();
      const auto before = used.find(key);
      // A command's time may be slightly before that of its event.
      if (before != used.end()) {
        CHECK(event.recorded.at - before->second >= kIdempotencyWindow);
      }
      used[key] = event.recorded.at;
    }
  });
}

TEST_CASE("the retention queue holds every session that is not purged, once") {
  for_every_history([](History& history) {
    std::size_t queued = 0;
    for (const auto& [key, value] : history.views().entries()) {
      if (key.first != space::kRetention) continue;
      ++queued;
      for (const auto queue : {RetentionQueue::Open,
                               RetentionQueue::Completed,
                               RetentionQueue::InReview,
                               RetentionQueue::Unfinished}) {
        const auto entry = Retention::parse(queue, key.second);
        if (!entry) continue;
        const Session session = Sessions::load(history.views(), entry->session);
        CHECK_FALSE(session.purged_at.has_value());
        CHECK(session.ended_at.has_value() == (queue != RetentionQueue::Open));
        CHECK(waits_for_review(session) == (queue == RetentionQueue::InReview));
        const UtcTime since = session.ended_at ? kept_since(session) : session.expires_at;
        CHECK(entry->time == since);
      }
    }
    std::size_t unpurged = 0;
    for (const auto& [key, value] : history.views().entries()) {
      if (key.first != space::kSessions) continue;
      Uuid id{};
      std::ranges::copy(key.second, id.begin());
      unpurged += Sessions::load(history.views(), SessionId(id)).purged_at ? 0 : 1;
    }
    CHECK(queued == unpurged);
  });
}

// The rows of the claims: the session that each reviewer claimed last.
std::map<std::string, std::string> last_claims(const History& history) {
  std::map<std::string, std::string> claimed;
  for (const StoredEvent& event : history.events()) {
    const auto* claim = std::get_if<ReviewClaimed>(&event.recorded.event);
    if (claim == nullptr || !is_reviewer_id(claim->reviewer)) continue;
    claimed[Reviews::key_of_claim(ReviewerId(claim->reviewer))] =
        ViewKey().bytes(session_of(event.recorded.stream)->value()).take();
  }
  return claimed;
}

TEST_CASE("the queue of reviews has every session that waits, in order, and no other") {
  std::size_t waiting = 0;
  for_every_history([&](History& history) {
    std::map<std::uint64_t, SessionId> expected;
    std::set<SessionId> sessions;
    for (const StoredEvent& event : history.events()) {
      if (const auto id = session_of(event.recorded.stream)) sessions.insert(*id);
    }
    for (const SessionId& id : sessions) {
      const Session session = Sessions::load(history.views(), id);
      if (waits_for_review(session)) expected.emplace(session.review.asked->value(), id);
    }
    auto claimed = last_claims(history);
    std::size_t entries = 0;
    std::map<std::uint64_t, SessionId> found;
    std::set<ClientKey> clients;
    std::size_t real = 0;
    for (const auto& [asked, id] : expected) {
      const Session session = Sessions::load(history.views(), id);
      clients.insert(session.client);
      real += session.sandbox ? 0 : 1;
      // In its line of all, and in that of its client.
      for (const std::string& lines : {Reviews::prefix_of_all(session.sandbox),
                                       Reviews::prefix_of(session.client, session.sandbox)}) {
        std::string readers = Reviews::readers_of(session.review.opinions);
        if (session.review.handed) readers += '!' + session.review.hand_overs.back().reviewer;
        const std::string key = lines + ViewKey().text(readers).end_of_text().number(asked).take();
        CHECK(history.views().holds(space::kReviews, key));
      }
    }
    const std::size_t counts =
        clients.size() + (real > 0 ? 1 : 0) + (real < expected.size() ? 1 : 0);
    for (const auto& [key, value] : history.views().entries()) {
      if (key.first != space::kReviews) continue;
      ++entries;
      if (claimed.contains(key.second)) CHECK(claimed[key.second] == value);
    }
    const FrozenLog log(history);
    const Queries queries(log, history.views());
    for (const bool sandbox : {false, true}) {
      const auto all = queries.reviews({.sandbox = sandbox}, Sequence(), 1'000);
      REQUIRE(all.has_value());
      for (const WaitingReview& one : *all) found.emplace(one.asked.value(), one.session);
    }
    CHECK(found == expected);
    CHECK(*queries.reviews_waiting({}, false) == real);
    CHECK(*queries.reviews_waiting({}, true) == expected.size() - real);
    CHECK(entries == 2 * expected.size() + counts + claimed.size());
    const auto totals = load<Totals>(history.views(), space::kTotals, TotalsView::key());
    CHECK(totals.value_or(Totals{}).reviews_waiting == real);
    waiting += expected.size();
  });
  CHECK(waiting > 20);
}

TEST_CASE("the figures of each day are those that its events tell, with what came later") {
  std::size_t days = 0;
  for_every_history([&](History& history) {
    std::map<std::string, ReviewerFigures> expected;
    std::set<std::pair<SessionId, std::string>> looked;
    for (const StoredEvent& event : history.events()) {
      const auto id = session_of(event.recorded.stream);
      if (!id) continue;
      const Session session = Sessions::load(history.views(), *id);
      const Review& review = session.review;
      const auto figures_of = [&](const std::string& reviewer) -> ReviewerFigures& {
        const std::uint64_t day = ReviewDays::day_of(event.recorded.at);
        return expected[ReviewDays::key_from(
                            ReviewDays::Kind::People, session.client, session.sandbox, day) +
                        reviewer];
      };
      const auto is_by = [](const std::string& reviewer) {
        return [&](const EarlierDecision& earlier) {
          return std::ranges::count(earlier.reviewers, reviewer) > 0;
        };
      };
      if (const auto* look = std::get_if<ImageViewed>(&event.recorded.event)) {
        if (!looked.emplace(*id, look->reviewer).second) continue;
        const bool has_decided = has_opinion_of(review, look->reviewer) ||
                                 std::ranges::count(review.reviewers, look->reviewer) > 0 ||
                                 std::ranges::any_of(review.earlier, is_by(look->reviewer));
        figures_of(look->reviewer).looks_without_decision += has_decided ? 0 : 1;
      }
      if (const auto* decided = std::get_if<ReviewDecided>(&event.recorded.event)) {
        ReviewerFigures& figures = figures_of(decided->reviewer);
        ++figures.decisions;
        figures.without_look += decided->not_looked_at.empty() ? 0 : 1;
        figures.disagreements += review.decision && *review.decision != decided->decision ? 1 : 0;
      }
      if (const auto* corrected = std::get_if<ReviewCorrected>(&event.recorded.event)) {
        ReviewerFigures& figures = figures_of(corrected->reviewer);
        ++figures.corrections;
        figures.without_look += corrected->not_looked_at.empty() ? 0 : 1;
      }
    }
    std::map<std::string, ReviewerFigures> found;
    for (const auto& [key, value] : history.views().entries()) {
      if (key.first != space::kReviewDays || !key.second.starts_with('p')) continue;
      found.emplace(key.second, *from_bytes<ReviewerFigures>(value));
    }
    CHECK(found == expected);
    days += found.size();
  });
  CHECK(days > 20);
}

TEST_CASE("a review is settled once, by its only reviewer or by two different ones who agree") {
  std::size_t settled = 0;
  std::size_t by_a_third = 0;
  for_every_history([&](History& history) {
    std::map<std::string, std::vector<ReviewDecided>> opinions;
    for (const StoredEvent& event : history.events()) {
      const auto* decided = std::get_if<ReviewDecided>(&event.recorded.event);
      if (decided == nullptr) continue;
      auto& earlier = opinions[event.recorded.stream.value()];
      CHECK(std::ranges::none_of(earlier, &ReviewDecided::settles));
      CHECK(decided->opinion == earlier.size() + 1);
      const auto agrees = std::ranges::count(earlier, decided->decision, &ReviewDecided::decision);
      if (!earlier.empty()) {
        CHECK_FALSE(decided->reviewer.empty());
        CHECK(std::ranges::count(earlier, decided->reviewer, &ReviewDecided::reviewer) == 0);
        CHECK(decided->settles == (agrees > 0));
      }
      settled += decided->settles ? 1 : 0;
      by_a_third += decided->opinion == 3 ? 1 : 0;
      earlier.push_back(*decided);
    }
  });
  CHECK(settled > 20);
  CHECK(by_a_third > 0);
}

TEST_CASE("passkeys come and go on every word there is, and an audit takes each of them") {
  std::map<std::string, int> changes;
  for_every_history([&](History& history) {
    std::map<std::string, Reviewer> reviewers;
    for (const StoredEvent& event : history.events()) {
      const RecordedEvent& recorded = event.recorded;
      if (!reviewer_of(recorded.stream)) continue;
      Reviewer& reviewer = reviewers[recorded.stream.value()];
      CAPTURE(recorded.sequence.value());
      const auto fault = reviewer_fault(reviewer, recorded);
      CHECK_MESSAGE(!fault, fault.value_or(""));
      if (const auto* added = std::get_if<ReviewerKeyAdded>(&recorded.event)) {
        ++changes["added on the word of " + std::string(name_of(added->by))];
      }
      if (const auto* revoked = std::get_if<ReviewerKeyRevoked>(&recorded.event)) {
        ++changes["revoked on the word of " + std::string(name_of(revoked->by))];
      }
      evolve(reviewer, recorded, event.leaf);
    }
  });
  for (const char* change : {"added on the word of LINK",
                             "added on the word of PASSKEY",
                             "added on the word of PROVIDER",
                             "revoked on the word of PASSKEY",
                             "revoked on the word of OPERATOR"}) {
    CAPTURE(change);
    CHECK(changes[change] > 0);
  }
}

}  // namespace countersign::generated_history_test

// The queue of reviews as its readers see it: what is read of it, however long it is.
#include <doctest/doctest.h>

#include <set>

#include "projections/queries/queries.h"
#include "projections/queries/review_report.h"
#include "tests/events/support/frozen_log.h"
#include "tests/events/support/patience.h"

namespace countersign::review_queue_test {

const ReviewerId kAnna{"rvw_aaaaaaaaaaaaaaaaaaaaaa"};
const ReviewerId kBert{"rvw_bbbbbbbbbbbbbbbbbbbbbb"};

// Views that count what is read of them.
class CountedViews : public Views {
 public:
  explicit CountedViews(const Views& views) : views_(views) {}
  Result<std::optional<std::string>, StoreError> get(ViewSpace space,
                                                     std::string_view key) const override {
    ++read;
    return views_.get(space, key);
  }
  Result<std::size_t, StoreError> scan(ViewSpace space,
                                       std::string_view from,
                                       const Sink& sink) const override {
    const auto scanned = views_.scan(space, from, sink);
    read += *scanned;
    return scanned;
  }
  mutable std::size_t read = 0;

 private:
  const Views& views_;
};

// Sessions that wait, made by events that no rule was asked about.
struct Waiting {
  History history;
  FrozenLog log{history};
  CountedViews views{history.views()};
  Queries queries{log, views};
  std::uint64_t sequence = 0;
  std::uint64_t sessions = 0;

  template <class E>
  void happen(const SessionId& session, std::uint64_t version, E event, UtcTime at = kStart) {
    RecordedEvent recorded;
    recorded.sequence = Sequence(++sequence);
    recorded.stream = stream_of(session);
    recorded.version = StreamVersion(version);
    recorded.at = at;
    recorded.actor = {ActorKind::Operator, "uid:1"};
    recorded.request = RequestId("r");
    recorded.event = std::move(event);
    fold_into_all(recorded, Sha256(), history.views());
  }
  SessionId add(const ClientKey& client, bool sandbox = false, UtcTime at = kStart) {
    const SessionId session = session_id(++sessions);
    SessionCreated created;
    created.client = client;
    created.sandbox = sandbox;
    created.token = token_of(session);
    happen(session, 1, created, at);
    SessionFinalized finalized;
    finalized.result = ResultStatus::Review;
    happen(session, 2, finalized, at);
    return session;
  }
  void opine(const SessionId& session,
             const ReviewerId& reviewer,
             bool settles = false,
             ReviewDecision decision = ReviewDecision::Passed,
             UtcTime at = kStart) {
    ReviewDecided decided;
    decided.decision = decision;
    decided.reasons = {"OTHER"};
    decided.reviewer = reviewer.value();
    decided.settles = settles;
    happen(session, 3, decided, at);
  }
  std::vector<SessionId> asked(const ReviewsAsked& asked, Sequence after, std::size_t limit) {
    const auto found = queries.reviews(asked, after, limit);
    REQUIRE(found.has_value());
    std::vector<SessionId> ids;
    for (const WaitingReview& waiting : *found) ids.push_back(waiting.session);
    return ids;
  }
  // How many entries are read by `work`.
  std::size_t cost(const auto& work) {
    const std::size_t before = views.read;
    work();
    return views.read - before;
  }
};

// Lets a correction count at once, where corrections have opinions.
void settle(auto& corrected) {
  if constexpr (requires { corrected.settles; }) corrected.settles = true;
}

const ClientKey kBank = client_key("bank");
const ClientKey kFlood = client_key("flood");
const ClientKey kShop = client_key("shop");

TEST_CASE_FIXTURE(Waiting, "another client's cases cost a reader of the queue nothing") {
  const auto read = [&] {
    return cost([&] {
      CHECK(asked({std::vector{kBank, kShop}, false, kAnna}, Sequence(), 50).size() == 2);
      CHECK(*queries.reviews_waiting(std::vector{kBank}, false) == 1);
      CHECK(*queries.next_in_review(kBank, false) == (sessions > 2 ? kFlood : kShop));
    });
  };
  add(kBank);
  add(kShop);
  const std::size_t alone = read();
  for (int i = 0; i < 20'000; ++i) add(kFlood);
  CHECK(read() == alone);
}

TEST_CASE_FIXTURE(Waiting, "cases that one has an opinion on cost one nothing, and are others'") {
  add(kBank);
  std::vector<SessionId> of_anna;
  for (int i = 0; i < 5'000; ++i) {
    of_anna.push_back(add(kBank));
    opine(of_anna.back(), kAnna);
  }
  const SessionId last = add(kBank);
  for (const bool is_all : {true, false}) {
    ReviewsAsked own{.without = kAnna};
    if (!is_all) own.clients = std::vector{kBank};
    const std::size_t read = cost([&] {
      CHECK(asked(own, Sequence(), 50) == std::vector{session_id(1), last});
    });
    CHECK(read < 10);
    ReviewsAsked of_bert = own;
    of_bert.without = kBert;
    const auto page = asked(of_bert, Sequence(), 50);
    REQUIRE(page.size() == 50);
    CHECK(page[0] == session_id(1));
    CHECK(page[1] == of_anna[0]);
    CHECK(page[49] == of_anna[48]);
  }
  // A case on which two disagree is for a third.
  opine(of_anna[0], kBert, false, ReviewDecision::Failed);
  CHECK(asked({.without = kBert}, Sequence(), 2).back() == of_anna[1]);
  CHECK(asked({}, Sequence(), 2).back() == of_anna[0]);
  opine(of_anna[0], ReviewerId("rvw_cccccccccccccccccccccc"), true);
  CHECK(asked({}, Sequence(), 2).back() == of_anna[1]);
  CHECK(*queries.reviews_waiting({}, false) == 5'001);
}

TEST_CASE_FIXTURE(Waiting, "pages of the queue skip and repeat nothing while cases come and go") {
  std::set<SessionId> expected;
  std::set<SessionId> decided;
  for (int i = 0; i < 60; ++i) {
    const SessionId session = add(i % 3 == 0 ? kShop : kBank);
    expected.insert(session);
    if (i % 7 == 0) opine(session, kBert);
  }
  std::set<SessionId> seen;
  Sequence after;
  for (;;) {
    const auto page = queries.reviews({.without = kAnna}, after, 7);
    REQUIRE(page.has_value());
    if (page->empty()) break;
    for (const WaitingReview& waiting : *page) {
      CHECK(waiting.asked > after);
      after = waiting.asked;
      CHECK(seen.insert(waiting.session).second);
    }
    // One comes, and of those that are still to be seen one gets an opinion and one goes.
    if (sessions < 80) expected.insert(add(kBank));
    const auto left = queries.reviews({.without = kAnna}, after, 9);
    if (left->size() < 9) continue;
    opine((*left)[3].session, ReviewerId("rvw_cccccccccccccccccccccc"));
    opine((*left)[8].session, kBert, true);
    decided.insert((*left)[8].session);
  }
  for (const SessionId& session : decided) expected.erase(session);
  CHECK(seen == expected);
}

TEST_CASE_FIXTURE(Waiting, "cases of the sandbox are in no queue, count or report of persons") {
  const SessionId real = add(kBank);
  const SessionId test = add(kShop, true);
  CHECK(asked({}, Sequence(), 9) == std::vector{real});
  CHECK(asked({.sandbox = true}, Sequence(), 9) == std::vector{test});
  CHECK(asked({std::vector{kShop}, false, {}}, Sequence(), 9).empty());
  CHECK(asked({std::vector{kShop}, true, {}}, Sequence(), 9) == std::vector{test});
  CHECK(*queries.reviews_waiting({}, false) == 1);
  CHECK(*queries.reviews_waiting({}, true) == 1);
  CHECK(queries.totals()->reviews_waiting == 1);
  CHECK(*queries.next_in_review(ClientKey(), false) == kBank);
  CHECK(*queries.next_in_review(kBank, false) == std::nullopt);
  CHECK(*queries.next_in_review(ClientKey(), true) == kShop);
  opine(test, kAnna, true);
  CHECK(queries.totals()->reviews_decided == 0);
  const std::uint64_t day = ReviewDays::day_of(kStart);
  const auto report = review_report(queries, {{}, false, day, day}, kStart);
  CHECK(report->waiting == 1);
  CHECK(report->reviewers.empty());
  CHECK_FALSE(report->median_ms.has_value());
  const auto of_tests = review_report(queries, {{}, true, day, day}, kStart);
  CHECK(of_tests->waiting == 0);
  CHECK(of_tests->reviewers.at(kAnna.value()).decisions == 1);
  opine(real, kBert, true);
  CHECK(queries.totals()->reviews_waiting == 0);
  CHECK(queries.totals()->reviews_decided == 1);
}

TEST_CASE_FIXTURE(Waiting, "a report costs days and clients, and not decisions") {
  const std::uint64_t day = ReviewDays::day_of(kStart);
  const auto read = [&] {
    return cost([&] {
      const auto report = review_report(queries, {{}, false, day - 30, day + 30}, kStart);
      CHECK(report->waiting == 1);
      CHECK(report->reviewers.at(kAnna.value()).decisions == sessions - 2);
    });
  };
  add(kBank);
  opine(add(kBank), kBert, true);
  opine(add(kBank), kAnna, true);
  const std::size_t few = read();
  for (int i = 0; i < 3'000; ++i) opine(add(kBank), kAnna, true);
  CHECK(read() == few);
}

TEST_CASE_FIXTURE(Waiting, "a report that is given up at any entry is none") {
  opine(add(kBank), kAnna, true);
  opine(add(kShop), kBert, true);
  const std::uint64_t day = ReviewDays::day_of(kStart);
  std::uint64_t given_up = 0;
  for (;; ++given_up) {
    Patience patience(given_up);
    const auto report = review_report(queries, {{}, false, day, day, patience.given_up()}, kStart);
    if (report) break;
    CHECK(report.error() == StoreError::Stopped);
  }
  CHECK(given_up >= 4);  // what two people did, and how long two cases waited
}

TEST_CASE_FIXTURE(Waiting, "names of a back office do not make a report grow with its decisions") {
  for (int i = 0; i < 1'000; ++i) {
    opine(add(kBank), ReviewerId("worker " + std::to_string(i)), true);
  }
  opine(add(kBank), kAnna, true);
  opine(add(kShop), ReviewerId("worker 7"), true);
  const std::uint64_t day = ReviewDays::day_of(kStart);
  const auto report = review_report(queries, {{}, false, day, day}, kStart);
  CHECK(report->reviewers.size() == kOfficeNamesOfADay + 2);
  CHECK(report->reviewers.at("worker 7").decisions == 2);
  CHECK(report->reviewers.at("").decisions == 1'000 - kOfficeNamesOfADay);
  CHECK(report->reviewers.at(kAnna.value()).decisions == 1);
}

TEST_CASE_FIXTURE(Waiting, "a correction changes who disagreed on the day of the opinion") {
  const UtcTime next = kStart + std::chrono::hours(24);
  const std::uint64_t day = ReviewDays::day_of(kStart);
  const SessionId session = add(kBank);
  opine(session, kAnna);
  opine(session, kBert, true);
  const auto disagreements = [&](const ReviewerId& reviewer, std::uint64_t on) {
    const auto report = review_report(queries, {{}, false, on, on}, next);
    const auto found = report->reviewers.find(reviewer.value());
    return found == report->reviewers.end() ? 0 : found->second.disagreements;
  };
  CHECK(disagreements(kAnna, day) == 0);
  const auto correct = [&](ReviewDecision decision) {
    ReviewCorrected corrected;
    corrected.decision = decision;
    corrected.reasons = {"OTHER"};
    corrected.reviewer = "rvw_cccccccccccccccccccccc";
    settle(corrected);
    happen(session, 4, corrected, next);
  };
  correct(ReviewDecision::Failed);
  CHECK(disagreements(kAnna, day) == 1);
  CHECK(disagreements(kBert, day) == 1);
  CHECK(disagreements(kAnna, day + 1) == 0);
  correct(ReviewDecision::Passed);
  CHECK(disagreements(kAnna, day) == 0);
  CHECK(disagreements(kBert, day) == 0);
}

}  // namespace countersign::review_queue_test

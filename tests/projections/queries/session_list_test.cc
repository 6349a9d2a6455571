// The lists of sessions as their readers see them: what is in them, and what is read of them.
#include "projections/queries/session_list.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "projections/queries/queries.h"
#include "tests/events/support/frozen_log.h"

namespace countersign::session_list_test {

using Numbers = std::vector<std::uint64_t>;

const ClientKey kBank = client_key("bank");
const ClientKey kShop = client_key("shop");

// Views that count what is read of them.
class ReadViews : public Views {
 public:
  explicit ReadViews(const Views& views) : views_(views) {}
  Result<std::optional<std::string>, StoreError> get(ViewSpace space,
                                                     std::string_view key) const override {
    ++read;
    ++records;
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
  mutable std::size_t records = 0;  // of those, how many one by one

 private:
  const Views& views_;
};

// Sessions made by events that no rule was asked about; one a minute, numbered from 1.
struct Made {
  History history;
  FrozenLog log{history};
  ReadViews views{history.views()};
  Queries queries{log, views};
  std::uint64_t sequence = 0;
  std::uint64_t sessions = 0;
  UtcTime now = kStart;

  template <class E>
  void happen(std::uint64_t session, std::uint64_t version, E event) {
    RecordedEvent recorded;
    recorded.sequence = Sequence(++sequence);
    recorded.stream = stream_of(session_id(session));
    recorded.version = StreamVersion(version);
    recorded.at = now;
    recorded.actor = {ActorKind::Operator, "uid:1"};
    recorded.request = RequestId("r");
    recorded.event = std::move(event);
    fold_into_all(recorded, Sha256(), history.views());
  }
  std::uint64_t add(const ClientKey& client, SessionCreated created = {}) {
    now = now + kMinute;
    created.client = client;
    created.token = token_of(session_id(++sessions));
    created.expires_at = now + kHour;
    happen(sessions, 1, created);
    return sessions;
  }
  std::uint64_t add_person(const ClientKey& client, const std::string& user_ref) {
    SessionCreated created;
    created.user_ref = user_ref;
    return add(client, created);
  }
  void finalize(std::uint64_t session, ResultStatus result, std::vector<std::string> reasons = {}) {
    SessionFinalized finalized;
    finalized.result = result;
    finalized.reasons = std::move(reasons);
    happen(session, 2, finalized);
  }
  ListingPage page(SessionsAsked asked,
                   const std::optional<SessionPlace>& after = {},
                   std::size_t limit = 100) {
    asked.now = now;
    auto found = queries.sessions(asked, after, limit);
    REQUIRE(found.has_value());
    return *std::move(found);
  }
  template <class T>
  static Numbers numbers_of(const PageOf<T>& page) {
    Numbers numbers;
    for (const T& session : page.sessions) {
      std::uint64_t number = 0;
      for (std::size_t i = 8; i < 16; ++i) number = number << 8 | session.id.value()[i];
      numbers.push_back(number);
    }
    return numbers;
  }
  Numbers list(SessionsAsked asked) { return numbers_of(page(std::move(asked))); }
  // The list page by page, with `between` after each page.
  Numbers walk(const SessionsAsked& asked, std::size_t limit, const auto& between) {
    Numbers all;
    for (std::optional<SessionPlace> after;;) {
      const ListingPage found = page(asked, after, limit);
      CHECK(found.sessions.size() <= limit);
      for (const std::uint64_t number : numbers_of(found)) all.push_back(number);
      if (!found.next) return all;
      after = found.next;
      between();
    }
  }
};

SessionsAsked of(const ClientKey& client) {
  SessionsAsked asked;
  asked.client = client;
  return asked;
}

SessionCreated labelled(std::initializer_list<SessionLabel> labels) {
  SessionCreated created;
  created.labels = SessionLabels(std::vector(labels));
  return created;
}

TEST_CASE_FIXTURE(Made, "a client's sessions are listed, the newest first, and no other's") {
  for (int i = 0; i < 3; ++i) {
    add(kBank);
    add(kShop);
  }
  CHECK(list(of(kBank)) == Numbers{5, 3, 1});
  CHECK(list(of(client_key("ban"))).empty());
  CHECK(list({}) == Numbers{6, 5, 4, 3, 2, 1});
}

TEST_CASE_FIXTURE(Made, "two clients with one userRef do not see each other's person") {
  add_person(kBank, "u-1");
  add_person(kShop, "u-1");
  add_person(kBank, "u-2");
  add_person(kBank, "u-1");
  const auto person = queries.sessions_of_person(kBank, "u-1", {}, 10);
  REQUIRE(person.has_value());
  CHECK(numbers_of(*person) == Numbers{4, 1});
  SessionsAsked everywhere;
  everywhere.user_ref = "u-1";
  CHECK(list(everywhere) == Numbers{4, 2, 1});
  for (const char* other : {"u-", "u-%", "*", "U-1", "u-1 "}) {
    CAPTURE(other);
    CHECK(queries.sessions_of_person(kBank, other, {}, 10)->sessions.empty());
  }
}

TEST_CASE_FIXTURE(Made, "a session leaves the list of a status and of a result for the next one") {
  const auto in = [&](SessionStatus status, ResultStatus result) {
    SessionsAsked by_status = of(kBank);
    by_status.status = status;
    SessionsAsked by_result = of(kBank);
    by_result.result = result;
    SessionsAsked by_both = by_status;
    by_both.result = result;
    return list(by_status) == Numbers{1} && list(by_result) == Numbers{1} &&
           list(by_both) == Numbers{1};
  };
  add(kBank);
  CHECK(in(SessionStatus::Created, ResultStatus::Pending));
  happen(1, 2, ChallengeIssued{});
  CHECK(in(SessionStatus::InProgress, ResultStatus::Pending));
  CHECK_FALSE(in(SessionStatus::Created, ResultStatus::Pending));
  finalize(1, ResultStatus::Review, {"DOCUMENT_BLURRY"});
  CHECK(in(SessionStatus::Completed, ResultStatus::Review));
  ReviewDecided decided;
  decided.decision = ReviewDecision::Passed;
  decided.reasons = {"OTHER"};
  decided.reviewer = kAnna;
  decided.settles = true;
  happen(1, 4, decided);
  CHECK(in(SessionStatus::Completed, ResultStatus::Passed));
  CHECK_FALSE(in(SessionStatus::Completed, ResultStatus::Review));
  CHECK(history.views().count(space::kSessionIndex) == 6);  // a c s r p w
}

TEST_CASE_FIXTURE(Made, "a session whose review asks again is in the list of that result") {
  add(kBank);
  finalize(1, ResultStatus::Review);
  SessionsAsked asked = of(kBank);
  asked.result = ResultStatus::Resubmitted;
  CHECK(list(asked).empty());
  ReviewDecided decided;
  decided.decision = ReviewDecision::Resubmit;
  decided.reviewer = kAnna;
  decided.settles = true;
  decided.again =
      AskedAgain{{Step::Document}, std::nullopt, Successor{session_id(2), {Step::Document}}};
  happen(1, 3, decided);
  CHECK(list(asked) == Numbers{1});
  asked.result = ResultStatus::Review;
  CHECK(list(asked).empty());
}

TEST_CASE_FIXTURE(Made, "an expiry counts from its time on, recorded or not") {
  add(kBank);
  add(kBank);
  SessionsAsked expired = of(kBank);
  expired.status = SessionStatus::Expired;
  SessionsAsked not_evaluated = of(kBank);
  not_evaluated.result = ResultStatus::NotEvaluated;
  SessionsAsked created = of(kBank);
  created.status = SessionStatus::Created;
  CHECK(list(expired).empty());
  CHECK(list(created) == Numbers{2, 1});
  now = now + kHour - kMinute;
  CHECK(list(expired) == Numbers{1});
  CHECK(list(created) == Numbers{2});
  now = now + kHour;
  happen(1, 2, SessionExpired{});
  CHECK(list(expired) == Numbers{2, 1});
  CHECK(list(not_evaluated) == Numbers{2, 1});
  CHECK(list(created).empty());
}

TEST_CASE_FIXTURE(Made, "labels, reasons, purposes and times select, alone and together") {
  add(kBank, labelled({{"campaign", "a"}, {"shop", "berlin"}}));
  add(kBank, labelled({{"shop", "berlin"}}));
  add(kBank, labelled({{"shop", "bonn"}}));
  SessionCreated liveness = labelled({{"shop", "berlin"}});
  liveness.purpose = Purpose::Liveness;
  liveness.user_ref = "u-1";
  add(kBank, liveness);
  const UtcTime fourth = now;
  finalize(4, ResultStatus::Failed, {"A", "B"});
  now = now + kMinute;
  finalize(1, ResultStatus::Review, {"B"});

  SessionsAsked berlin = of(kBank);
  berlin.labels = {{"shop", "berlin"}};
  CHECK(list(berlin) == Numbers{4, 2, 1});
  SessionsAsked both = berlin;
  both.labels.push_back({"campaign", "a"});
  CHECK(list(both) == Numbers{1});
  SessionsAsked key_alone = of(kBank);
  key_alone.labels = {{"shop", ""}};
  CHECK(list(key_alone).empty());

  SessionsAsked reason = of(kBank);
  reason.reason = "B";
  CHECK(list(reason) == Numbers{4, 1});
  reason.reason = "A";
  CHECK(list(reason) == Numbers{4});

  SessionsAsked captures = of(kBank);
  captures.purpose = Purpose::FullCapture;
  CHECK(list(captures) == Numbers{3, 2, 1});
  captures.created_from = fourth - 2 * kMinute;
  CHECK(list(captures) == Numbers{3, 2});
  captures.created_before = fourth - kMinute;
  CHECK(list(captures) == Numbers{2});

  SessionsAsked completed = of(kBank);
  completed.completed_from = fourth;
  CHECK(list(completed) == Numbers{4, 1});
  completed.completed_before = fourth + kMinute;
  CHECK(list(completed) == Numbers{4});

  SessionsAsked all = berlin;
  all.user_ref = "u-1";
  all.purpose = Purpose::Liveness;
  all.status = SessionStatus::Completed;
  all.result = ResultStatus::Failed;
  all.reason = "A";
  all.created_from = fourth;
  all.completed_from = fourth;
  CHECK(list(all) == Numbers{4});
  all.result = ResultStatus::Passed;
  CHECK(list(all).empty());
}

TEST_CASE_FIXTURE(Made, "sessions of the sandbox are apart, and in both worlds if none is named") {
  SessionCreated tried;
  tried.sandbox = true;
  add(kBank);
  add(kShop, tried);
  add(kBank);
  SessionsAsked asked;
  CHECK(list(asked) == Numbers{3, 2, 1});
  asked.sandbox = false;
  CHECK(list(asked) == Numbers{3, 1});
  asked.sandbox = true;
  CHECK(list(asked) == Numbers{2});
  asked.purpose = Purpose::FullCapture;
  CHECK(list(asked) == Numbers{2});
  CHECK(list(of(kShop)) == Numbers{2});
}

TEST_CASE_FIXTURE(Made, "a walk misses and repeats none while sessions come") {
  for (int i = 0; i < 150; ++i) add_person(i % 3 == 0 ? kShop : kBank, i % 2 == 0 ? "u" : "v");
  int left = 0;
  const auto more = [&] {
    if (left-- <= 0) return;
    add_person(kBank, "u");
    add_person(kShop, "u");
  };
  for (const std::size_t limit : {1, 7, 64, 100}) {
    CAPTURE(limit);
    SessionsAsked everywhere;
    everywhere.purpose = Purpose::FullCapture;
    SessionsAsked person = of(kBank);
    person.user_ref = "u";
    for (const SessionsAsked& asked : {SessionsAsked(), of(kBank), person, everywhere}) {
      const auto now_there = queries.sessions(asked, {}, 1000);
      REQUIRE(now_there.has_value());
      CHECK_FALSE(now_there->next);
      left = 5;
      CHECK(walk(asked, limit, more) == numbers_of(*now_there));
    }
  }
}

TEST_CASE_FIXTURE(Made, "a walk by status has each session once that keeps its status") {
  for (int i = 0; i < 60; ++i) add(kBank);
  SessionsAsked created = of(kBank);
  created.status = SessionStatus::Created;
  std::uint64_t next = 60;
  // The newest sessions, which were listed, and the oldest, which were not, begin meanwhile.
  const Numbers seen = walk(created, 10, [&] {
    happen(next, 2, ChallengeIssued{});
    happen(61 - next, 2, ChallengeIssued{});
    --next;
  });
  Numbers expected;
  for (std::uint64_t number = 60; number > 5; --number) expected.push_back(number);
  CHECK(seen == expected);
}

TEST_CASE_FIXTURE(Made, "a call reads a bounded number of entries, whatever there is") {
  const auto cost = [&](const SessionsAsked& asked, std::size_t limit) {
    const std::size_t before = views.read;
    page(asked, {}, limit);
    return views.read - before;
  };
  SessionsAsked rare = of(kBank);
  rare.user_ref = "rare";
  SessionsAsked old = of(kBank);
  old.created_before = kStart + 2 * kMinute;
  add_person(kBank, "often");
  add_person(kBank, "rare");
  const std::size_t of_person = cost(rare, 10);
  for (int i = 0; i < 5000; ++i) add_person(kBank, "often");
  CHECK(cost(rare, 10) == of_person);
  CHECK(list(old) == Numbers{1});
  CHECK(cost(old, 10) <= 8);
  CHECK(cost(of(kBank), 10) <= 80);

  SessionsAsked none = of(kBank);
  none.completed_from = now + 365 * kDay;
  const ListingPage first = page(none);
  CHECK(first.sessions.empty());
  REQUIRE(first.next);
  CHECK(cost(none, 100) <= 2 * kSessionsReadMax + 100);
  std::size_t pages = 1;
  for (auto next = first.next; next; ++pages) next = page(none, next).next;
  CHECK(pages == 6);
}

TEST_CASE_FIXTURE(Made, "a purge erases bytes, and the lists keep what they say of the session") {
  SessionCreated created = labelled({{"shop", "berlin"}});
  created.user_ref = "u-1";
  add(kBank, created);
  finalize(1, ResultStatus::Review, {"B"});
  happen(1, 3, FilesPurged{});
  SessionsAsked purged = of(kBank);
  purged.user_ref = "u-1";
  purged.labels = {{"shop", "berlin"}};
  purged.reason = "B";
  purged.result = ResultStatus::Review;
  const ListingPage found = page(purged);
  REQUIRE(found.sessions.size() == 1);
  const auto session = queries.session(session_id(1));
  REQUIRE((session && *session));
  CHECK((*session)->purged_at.has_value());
  CHECK(found.sessions.front() == listing_at(**session, now));
}

TEST_CASE_FIXTURE(Made, "every list says of a session what its record says") {
  const auto add_one = [&] {
    SessionCreated created = labelled({{"shop", "berlin"}});
    created.user_ref = "u-1";
    return add(kBank, created);
  };
  add_one();
  happen(add_one(), 2, ChallengeIssued{});
  finalize(add_one(), ResultStatus::Failed, {"A", "B"});
  happen(add_one(), 2, SessionCanceled{});
  happen(add_one(), 2, SessionExpired{});
  const std::uint64_t reviewed = add_one();
  finalize(reviewed, ResultStatus::Review, {"B"});
  ReviewDecided decided;
  decided.decision = ReviewDecision::Passed;
  decided.reviewer = kAnna;
  decided.settles = true;
  happen(reviewed, 3, decided);

  SessionsAsked person = of(kBank);
  person.user_ref = "u-1";
  SessionsAsked shop = of(kBank);
  shop.labels = {{"shop", "berlin"}};
  const UtcTime before = now;
  for (const UtcTime at : {before, before + kHour}) {  // when the open ones have expired
    now = at;
    for (const SessionsAsked& asked : {SessionsAsked(), of(kBank), person, shop}) {
      const ListingPage found = page(asked);
      REQUIRE(found.sessions.size() == 6);
      for (const SessionListing& listed : found.sessions) {
        const auto session = queries.session(listed.id);
        REQUIRE((session && *session));
        CHECK(listed == listing_at(**session, now));
      }
    }
  }
}

TEST_CASE_FIXTURE(Made,
                  "a page of ended sessions reads their rows, that of open ones the records") {
  for (int i = 0; i < 20; ++i) finalize(add_person(kBank, "u"), ResultStatus::Failed);
  SessionsAsked person = of(kBank);
  person.user_ref = "u";
  SessionsAsked failed = of(kBank);
  failed.result = ResultStatus::Failed;
  const auto records = [&](const SessionsAsked& asked) {
    const std::size_t before = views.records;
    page(asked, {}, 10);
    return views.records - before;
  };
  CHECK(records({}) == 0);
  CHECK(records(of(kBank)) == 0);
  CHECK(records(person) == 0);
  CHECK(records(failed) == 0);
  for (int i = 0; i < 5; ++i) add_person(kBank, "u");
  SessionsAsked created = of(kBank);
  created.status = SessionStatus::Created;
  CHECK(records({}) == 5);
  CHECK(records(of(kBank)) == 5);
  CHECK(records(person) == 5);
  CHECK(records(created) == 5);
  SessionsAsked pending = of(kBank);
  pending.result = ResultStatus::Pending;
  CHECK(records(pending) == 5);
}

}  // namespace countersign::session_list_test

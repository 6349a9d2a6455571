#include "events/audit/activity.h"

#include <doctest/doctest.h>

#include <initializer_list>

#include "events/audit/periods.h"
#include "tests/projections/support/capture_commands.h"

// The counts of a report. The events set only the members that are counted.
namespace countersign::activity_test {

const ClientKey kAcme = client_key("acme");

struct Happened {
  Duration after;  // since kStart
  StreamId stream;
  Event event;
  Actor actor{ActorKind::Device, ""};
};

Activity given(std::initializer_list<Happened> events) {
  Activity activity;
  std::uint64_t sequence = 0;
  for (const Happened& happened : events) {
    RecordedEvent recorded;
    recorded.sequence = Sequence(++sequence);
    recorded.stream = happened.stream;
    recorded.at = kStart + happened.after;
    recorded.actor = happened.actor;
    recorded.event = happened.event;
    fold(activity, recorded);
  }
  return activity;
}

Happened opened(Duration after, const ClientKey& client = kAcme) {
  SessionCreated created;
  created.client = client;
  return {after, stream_of(session_id(1)), created};
}
Happened finalized(Duration after, ResultStatus result) {
  SessionFinalized event;
  event.result = result;
  return {after, stream_of(session_id(1)), event};
}
Happened downloaded(Duration after, const Actor& by, std::uint32_t files, std::uint64_t bytes) {
  return {after, stream_of(session_id(1)), DocumentsDownloaded{{}, files, bytes}, by};
}
Happened purged(Duration after, PurgeReason reason, std::size_t files, std::uint64_t bytes) {
  FilesPurged event{reason, {}, bytes, {}};
  for (std::size_t i = 0; i < files; ++i) event.files.push_back(file_id(i));
  return {after, stream_of(session_id(1)), event, {ActorKind::Operator, "uid:7"}};
}

constexpr std::size_t kPassed = static_cast<std::size_t>(ResultStatus::Passed);
constexpr std::size_t kReview = static_cast<std::size_t>(ResultStatus::Review);
constexpr std::size_t kErasure = static_cast<std::size_t>(PurgeReason::Erasure);

std::vector<std::string> labels_of(const Activity& activity) {
  std::vector<std::string> labels;
  for (const Period& period : periods_of(activity).all) labels.push_back(period.label);
  return labels;
}
using Labels = std::vector<std::string>;

TEST_CASE("a log without events has nothing to count") {
  const Activity activity = given({});
  CHECK(activity == Activity{});
  CHECK(activity.total() == DayActivity{});
  CHECK(periods_of(activity).all.empty());
}

TEST_CASE("events, sessions and results are counted by day") {
  const Activity activity = given({opened({}),
                                   finalized(kMinute, ResultStatus::Passed),
                                   opened(kDay),
                                   opened(kDay),
                                   finalized(kDay, ResultStatus::Review)});
  CHECK(activity.events == 5);
  CHECK(*activity.first_at == kStart);
  CHECK(*activity.last_at == kStart + kDay);
  REQUIRE(activity.days.size() == 2);
  const DayActivity& first = activity.days.begin()->second;
  const DayActivity& second = activity.days.rbegin()->second;
  CHECK(date_of(activity.days.begin()->first) == "2026-11-18");
  CHECK(first.all_events() == 2);
  CHECK(first.results[kPassed] == 1);
  CHECK(second.of<SessionCreated>() == 2);
  CHECK(second.results[kPassed] == 0);
  CHECK(second.results[kReview] == 1);
  CHECK(activity.total().all_events() == 5);
  CHECK(activity.clients.at(kAcme.value()).sessions == 3);
}

TEST_CASE("a sandbox session is counted among events, and among nothing of persons") {
  SessionCreated created;
  created.client = kAcme;
  created.sandbox = true;
  const StreamId test = stream_of(session_id(2));
  const auto of_test = [&](Happened happened) {
    happened.stream = test;
    return happened;
  };
  ClientRegistered registered;
  registered.sandbox = true;
  const Activity activity =
      given({{{}, stream_of(kAcme), registered},
             {{}, test, created},
             of_test(finalized(kMinute, ResultStatus::Passed)),
             of_test({kMinute, test, DocumentRejected{}}),
             of_test(downloaded(kMinute, {ActorKind::Client, kAcme.value()}, 1, 5)),
             of_test(purged(kHour, PurgeReason::Erasure, 1, 5)),
             opened(kHour),
             finalized(kHour, ResultStatus::Passed)});
  const DayActivity total = activity.total();
  CHECK(total.of<SessionCreated>() == 2);
  CHECK(total.of_persons<SessionCreated>() == 1);
  CHECK(total.of_sandbox<SessionFinalized>() == 1);
  CHECK(total.results[kPassed] == 1);
  CHECK(total.downloads == FileTally{});
  CHECK(total.purges[kErasure] == FileTally{});
  CHECK(activity.refusals.empty());
  CHECK(activity.clients.at(kAcme.value()).sandbox);
  // Nothing is kept of a session whose bytes are gone.
  CHECK(activity.sandbox_sessions.empty());
}

TEST_CASE("a day begins at midnight, before 1970 too") {
  CHECK(date_of(day_number(UtcTime(0))) == "1970-01-01");
  CHECK(date_of(day_number(UtcTime(-1))) == "1969-12-31");
  CHECK(date_of(day_number(*parse_utc_time("2028-02-29T23:59:59.999999Z"))) == "2028-02-29");
}

TEST_CASE("a download belongs to who asked, and to no client when none did") {
  const Actor acme{ActorKind::Client, kAcme.value()};
  const Activity activity = given({downloaded({}, acme, 2, 500),
                                   downloaded(kHour, acme, 1, 70),
                                   downloaded(kHour, {ActorKind::Operator, "uid:0"}, 3, 9)});
  const ClientActivity& client = activity.clients.at(kAcme.value());
  CHECK(client.downloads == FileTally{2, 3, 570});
  CHECK(*client.last_download == kStart + kHour);
  CHECK(client.name.empty());
  CHECK(activity.clients.size() == 1);
  CHECK(activity.other_downloads.at("OPERATOR") == FileTally{1, 3, 9});
  CHECK(activity.total().downloads == FileTally{3, 6, 579});
}

TEST_CASE("a client has the name that it had last, and the time from which it was disabled") {
  const StreamId acme = stream_of(kAcme);
  const Activity activity = given({{{}, acme, ClientRegistered{"Old", {}, 1, {}}},
                                   {kHour, acme, ClientChanged{"New", {}}},
                                   {kDay, acme, ClientDisabled{"gone"}}});
  const ClientActivity& client = activity.clients.at(kAcme.value());
  CHECK(client.name == "New");
  CHECK(*client.registered_at == kStart);
  CHECK(*client.disabled_at == kStart + kDay);
}

TEST_CASE("a decision counts as made without a look until its own reviewer has looked") {
  const std::string anna = "rvw_aaaaaaaaaaaaaaaaaaaaaa";
  const std::string bert = "rvw_bbbbbbbbbbbbbbbbbbbbbb";
  const auto of = [](std::uint64_t session, const Event& event) {
    return Happened{{}, stream_of(session_id(session)), event};
  };
  const auto decided = [&](std::uint64_t session, const std::string& who, bool is_signed) {
    ReviewDecided event;
    event.reviewer = who;
    if (is_signed) event.signature.emplace();
    return of(session, event);
  };
  const Activity activity = given({of(1, ImageViewed{anna, file_id(1)}),
                                   decided(1, anna, true),
                                   decided(1, bert, false),
                                   decided(2, anna, true),
                                   decided(3, "office", false)});
  const DecisionTally total = activity.total().decisions;
  CHECK(total.signed_ones == 2);
  CHECK(total.unsigned_ones == 1);
  CHECK(total.by_clients == 1);
  CHECK(total.without_look == 2);
  CHECK(activity.people.at(anna).looks == 1);
  CHECK(activity.people.at(anna).decisions.without_look == 1);
  CHECK(activity.people.at(bert).decisions.without_look == 1);
  REQUIRE(activity.seen.size() == 3);
  CHECK(activity.seen.front().looks == 1);
  CHECK(activity.seen.front().people.size() == 2);

  // A purge ends what is remembered of the session alone.
  const Activity purged_one = given({of(1, ImageViewed{anna, file_id(1)}),
                                     of(2, ImageViewed{anna, file_id(2)}),
                                     purged({}, PurgeReason::Erasure, 1, 1)});
  CHECK(purged_one.looked.size() == 1);
}

TEST_CASE("the latest sessions that were seen are kept, each once") {
  Activity activity;
  RecordedEvent recorded;
  for (std::size_t i = 0; i < Activity::kSeenSessionsMax + 5; ++i) {
    recorded.stream = stream_of(session_id(i));
    recorded.event = DocumentsDownloaded{{}, 1, 1};
    fold(activity, recorded);
  }
  recorded.stream = stream_of(session_id(7));
  fold(activity, recorded);
  CHECK(activity.seen.size() == Activity::kSeenSessionsMax);
  CHECK(activity.seen.back().session == stream_of(session_id(7)).value());
  CHECK(activity.seen.back().downloads == 2);
  CHECK(activity.seen.front().session == stream_of(session_id(5)).value());
}

TEST_CASE("purges are counted by reason, and those by request are shown one by one") {
  const Activity activity = given({purged({}, PurgeReason::Retention, 2, 20),
                                   purged(kDay, PurgeReason::Erasure, 1, 7),
                                   {kDay, keys_stream(), KeyDestroyed{"20261118-1", 4}}});
  const DayActivity total = activity.total();
  CHECK(total.purges[0] == FileTally{1, 2, 20});
  CHECK(total.purges[kErasure] == FileTally{1, 1, 7});
  REQUIRE(activity.erasures.size() == 1);
  CHECK(activity.erasures[0].sequence == Sequence(2));
  CHECK(activity.erasures[0].actor.ref == "uid:7");
  REQUIRE(activity.keys.size() == 1);
  CHECK(activity.keys[0].about == "20261118-1");
}

TEST_CASE("lists, days and clients have a limit; their sums have none") {
  Activity activity;
  constexpr std::size_t kMany = Activity::kDaysMax + 100;
  RecordedEvent recorded;
  for (std::size_t i = 0; i < kMany; ++i) {
    recorded.sequence = Sequence(i + 1);
    recorded.at = kStart + kDay * static_cast<std::int64_t>(i);
    recorded.stream = stream_of(session_id(i));
    SessionCreated created;
    created.client = client_key(std::to_string(i));
    recorded.event = created;
    fold(activity, recorded);
    recorded.event = HoldSet{"because"};
    fold(activity, recorded);
  }
  CHECK(activity.events == 2 * kMany);
  CHECK(activity.total().all_events() == 2 * kMany);
  CHECK(activity.days.size() == Activity::kDaysMax);
  CHECK(activity.clients.size() == Activity::kClientsMax + 1);
  CHECK(activity.clients.at("").sessions == kMany - Activity::kClientsMax);
  CHECK(activity.holds.size() == Activity::kNotableMax);
  CHECK(activity.holds.back().sequence == Sequence(kMany));
}

TEST_CASE("a chart has days, weeks, months or years, without a gap") {
  CHECK(labels_of(given({opened({}), opened(3 * kDay)})) ==
        Labels{"2026-11-18", "2026-11-19", "2026-11-20", "2026-11-21"});
  // Weeks begin on Mondays.
  const Activity weeks = given({opened({}), opened(70 * kDay)});
  CHECK(labels_of(weeks).front() == "2026-11-16");
  CHECK(labels_of(weeks).size() == 11);
  CHECK(periods_of(weeks).all.back().sum.all_events() == 1);
  const Labels months = labels_of(given({opened({}), opened(700 * kDay)}));
  CHECK(months.front() == "2026-11");
  CHECK(months.at(2) == "2027-01");
  CHECK(months.back() == "2028-10");
  CHECK(labels_of(given({opened({}), opened(4000 * kDay)})).front() == "2026");
}

}  // namespace countersign::activity_test

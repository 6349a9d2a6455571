// The cost of a page of sessions, by how many there are: the 95th percentile of the calls that find
// a person, a label, a status, a result, a time or the newest sessions, of one client and of all,
// beside 10,000 sessions and beside more. The events are folded into the views of a real database,
// without the rules and the log, so a session's record is that of a capture without checks.
//
//   list_bench [SESSIONS | --smoke]
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bench/arguments.h"
#include "bench/rounds.h"
#include "events/event_log.h"
#include "projections/queries/queries.h"
#include "projections/views/all_projections.h"
#include "tests/events/support/temp_folder.h"
#include "tests/projections/support/capture_commands.h"

namespace countersign::bench {
namespace {

using Steady = std::chrono::steady_clock;

constexpr std::uint64_t kFew = 10'000;
constexpr std::uint64_t kMany = 1'000'000;
constexpr std::uint64_t kClients = 20;
constexpr std::uint64_t kOfAPerson = 4;   // sessions of each person, of one client
constexpr std::uint64_t kOfALabel = 100;  // sessions of each shop, of one client
constexpr std::uint64_t kInBatch = 2'000;
constexpr std::size_t kPage = 50;
constexpr std::size_t kRounds = 9;
constexpr double kGoal = 2;

[[noreturn]] void give_up(const std::string& why) {
  std::fprintf(stderr, "list_bench: %s\n", why.c_str());
  std::exit(1);
}

void must(const std::optional<StoreError>& error) {
  if (error) give_up(std::string(describe(*error)));
}

ClientKey client_number(std::uint64_t n) { return client_key("client" + std::to_string(n)); }

// Sessions that began one a second, spread over clients, persons and shops: seven of ten passed,
// one failed, one waits for a review, and one is open.
class FoldedSessions {
 public:
  FoldedSessions(const std::filesystem::path& folder, std::uint64_t count) : count_(count) {
    auto opened = EventLog::open(folder, {});
    if (!opened) give_up(opened.error());
    log_ = *std::move(opened);
    generation_ = other(log_->active_generation());
    must(log_->clear_generation(generation_));
    batch_ = log_->begin_in(generation_);
    for (std::uint64_t n = 0; n < count; ++n) {
      add(n);
      if (n % kInBatch == kInBatch - 1) write();
    }
    write();
    must(log_->activate(generation_));
  }

  std::uint64_t count() const { return count_; }
  UtcTime begun(std::uint64_t n) const {
    return kStart + std::chrono::seconds(static_cast<std::int64_t>(n));
  }
  Queries queries() const { return {*log_, log_->views()}; }

  static std::string person(std::uint64_t n) {
    return "customer-" + std::to_string(n / kClients / kOfAPerson);
  }
  static SessionLabel shop(std::uint64_t n) {
    return {"shop", std::to_string(n / kClients / kOfALabel)};
  }

 private:
  void add(std::uint64_t n) {
    const SessionId session = session_id(n + 1);
    SessionCreated created;
    created.client = client_number(n % kClients);
    created.token = token_of(session);
    created.user_ref = person(n);
    created.labels = SessionLabels({shop(n)});
    created.expires_at = begun(count_) + kDay;
    happen(session, 1, std::move(created), begun(n));
    const std::uint64_t fate = n / kClients % 10;
    if (fate == 0) return;
    SessionFinalized finalized;
    finalized.result = fate == 1   ? ResultStatus::Failed
                       : fate == 2 ? ResultStatus::Review
                                   : ResultStatus::Passed;
    if (fate < 3) finalized.reasons = {"DOCUMENT_BLURRY"};
    happen(session, 2, std::move(finalized), begun(n));
  }
  void happen(const SessionId& session, std::uint64_t version, Event event, UtcTime at) {
    RecordedEvent recorded;
    recorded.sequence = Sequence(++sequence_);
    recorded.stream = stream_of(session);
    recorded.version = StreamVersion(version);
    recorded.at = at;
    recorded.actor = {ActorKind::Operator, "uid:1"};
    recorded.request = RequestId("bench");
    recorded.event = std::move(event);
    fold_into_all(recorded, Sha256(), *batch_);
  }
  void write() {
    must(log_->write_generation(
        *batch_, generation_, {projection_versions(), log_->head().sequence}));
    batch_ = log_->begin_in(generation_);
  }

  const std::uint64_t count_;
  std::unique_ptr<EventLog> log_;
  ViewGeneration generation_ = ViewGeneration::A;
  std::unique_ptr<ViewBatch> batch_;
  std::uint64_t sequence_ = 0;
};

// A kind of list: what a call asks for that is about the n-th session.
struct ListKind {
  const char* name;
  std::function<SessionsAsked(const FoldedSessions& sessions, std::uint64_t n)> asked;
};

SessionsAsked of_client(std::uint64_t n) {
  SessionsAsked asked;
  asked.client = client_number(n % kClients);
  asked.sandbox = false;
  return asked;
}

std::vector<ListKind> kinds() {
  return {{"newest", [](const FoldedSessions&, std::uint64_t n) { return of_client(n); }},
          {"person",
           [](const FoldedSessions&, std::uint64_t n) {
             SessionsAsked asked = of_client(n);
             asked.user_ref = FoldedSessions::person(n);
             return asked;
           }},
          {"label",
           [](const FoldedSessions&, std::uint64_t n) {
             SessionsAsked asked = of_client(n);
             asked.labels = {FoldedSessions::shop(n)};
             return asked;
           }},
          {"open",
           [](const FoldedSessions&, std::uint64_t n) {
             SessionsAsked asked = of_client(n);
             asked.status = SessionStatus::Created;
             return asked;
           }},
          {"failed",
           [](const FoldedSessions&, std::uint64_t n) {
             SessionsAsked asked = of_client(n);
             asked.result = ResultStatus::Failed;
             return asked;
           }},
          {"before_a_time",
           [](const FoldedSessions& sessions, std::uint64_t n) {
             SessionsAsked asked = of_client(n);
             asked.created_before = sessions.begun(n + 1);
             return asked;
           }},
          {"newest_of_all",
           [](const FoldedSessions&, std::uint64_t) {
             SessionsAsked asked;
             asked.sandbox = false;
             return asked;
           }},
          {"person_of_all", [](const FoldedSessions&, std::uint64_t n) {
             SessionsAsked asked;
             asked.sandbox = false;
             asked.user_ref = FoldedSessions::person(n);
             return asked;
           }}};
}

// The 95th percentile of calls about sessions that lie anywhere, in microseconds.
double p95_us(const FoldedSessions& sessions, const ListKind& kind, std::size_t calls) {
  const Queries queries = sessions.queries();
  std::vector<double> times;
  for (std::size_t i = 0; i < calls; ++i) {
    const std::uint64_t n = i * 7919 * kClients % sessions.count() + i % kClients;
    const SessionsAsked asked = kind.asked(sessions, std::min(n, sessions.count() - 1));
    const auto start = Steady::now();
    const auto page = queries.sessions(asked, {}, kPage);
    times.push_back(std::chrono::duration<double, std::micro>(Steady::now() - start).count());
    if (!page) give_up(std::string(describe(page.error())));
    if (page->sessions.empty()) give_up("a list is empty");
  }
  std::ranges::sort(times);
  return times[times.size() * 95 / 100];
}

int run(std::uint64_t many, std::size_t calls) {
  if (many < kFew) give_up("it takes 10,000 sessions or more");
  const TempFolder temp;
  const FoldedSessions few_sessions(temp.path() / "few", kFew);
  const FoldedSessions many_sessions(temp.path() / "many", many);
  for (const ListKind& kind : kinds()) {
    const InTurns found = measure_in_turns(
        kRounds,
        [&] { return p95_us(many_sessions, kind, calls); },
        [&] { return p95_us(few_sessions, kind, calls); });
    std::printf(
        "{\"bench\":\"list_%s\",\"unit\":\"us\",\"sessions\":%llu,\"p95\":%.1f,\"beside\":%llu,"
        "\"p95_beside\":%.1f,\"ratio\":%.2f,\"goal\":%.2f,\"met\":%s}\n",
        kind.name,
        static_cast<unsigned long long>(many_sessions.count()),
        found.ours,
        static_cast<unsigned long long>(few_sessions.count()),
        found.other,
        found.ratio,
        kGoal,
        found.ratio <= kGoal ? "true" : "false");
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace
}  // namespace countersign::bench

int main(int argc, char** argv) {
  using namespace countersign::bench;
  const std::string_view given = argc > 1 ? argv[1] : "";
  if (given == "--smoke") return run(20'000, 20);
  return run(given.empty() ? kMany : whole_number(given), 500);
}

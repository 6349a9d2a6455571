// The cost of a report and of a page of the queue, by how much there is: a report of a year, of few
// decisions and of many, and the queue of one client beside a backlog of another, and a larger one.
// The events are folded into the views of a real database, without the rules and the log.
//
//   desk_bench [--smoke]
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bench/folded_views.h"
#include "bench/rounds.h"
#include "events/event_log.h"
#include "projections/queries/queries.h"
#include "projections/queries/review_report.h"
#include "projections/views/all_projections.h"
#include "tests/events/support/temp_folder.h"
#include "tests/projections/support/capture_commands.h"

namespace countersign::bench {
namespace {

using Steady = std::chrono::steady_clock;

constexpr std::int64_t kDays = 364;
constexpr std::uint64_t kClients = 20;
constexpr std::uint64_t kReviewers = 20;
constexpr std::size_t kInBatch = 2'000;  // sessions

template <class T>
T must(Result<T, StoreError> result) {
  if (result) return *std::move(result);
  std::fprintf(stderr, "desk_bench: %s\n", std::string(describe(result.error())).c_str());
  std::exit(1);
}

// Views of sessions that wait or were decided.
class Desk {
 public:
  explicit Desk(const std::filesystem::path& folder) : views_(folder) {}

  // A session of the client that was finalized at `at`.
  SessionId wait(const ClientKey& client, UtcTime at) {
    const SessionId session = session_id(++sessions_);
    SessionCreated created;
    created.client = client;
    created.token = token_of(session);
    views_.happen(session, 1, std::move(created), at);
    SessionFinalized finalized;
    finalized.result = ResultStatus::Review;
    views_.happen(session, 2, std::move(finalized), at);
    if (sessions_ % kInBatch == 0) views_.write();
    return session;
  }
  void decide(const SessionId& session, const std::string& reviewer, UtcTime at) {
    ReviewDecided decided;
    decided.reasons = {"OTHER"};
    decided.reviewer = reviewer;
    decided.settles = true;
    views_.happen(session, 3, std::move(decided), at);
  }
  // Makes what was folded visible.
  void show() { views_.show(); }
  const EventLog& log() const { return views_.log(); }

 private:
  FoldedViews views_;
  std::uint64_t sessions_ = 0;
};

std::string reviewer(std::uint64_t n) {
  std::string id = "rvw_0000000000000000000000";
  id[id.size() - 1] = static_cast<char>('a' + n % kReviewers);
  return id;
}

double ms_of(const auto& work) {
  const auto start = Steady::now();
  work();
  return std::chrono::duration<double, std::milli>(Steady::now() - start).count();
}

// The median of some runs.
double median_ms_of(const auto& work) {
  std::vector<double> times;
  for (int i = 0; i < 9; ++i) times.push_back(ms_of(work));
  return median(times);
}

double report_ms(const Desk& desk, std::uint64_t decisions) {
  const Queries queries(desk.log(), desk.log().views());
  const std::uint64_t first = ReviewDays::day_of(kStart);
  return median_ms_of([&] {
    const ReviewReport report = must(review_report(
        queries, {{}, false, first, first + kReportedDaysMax - 1}, kStart + kDays * kDay));
    std::uint64_t counted = 0;
    for (const auto& [name, figures] : report.reviewers) counted += figures.decisions;
    if (counted != decisions) std::exit(3);
  });
}

// Decisions over all days, clients and reviewers.
double report_of(const std::filesystem::path& folder, std::uint64_t decisions) {
  Desk desk(folder);
  for (std::uint64_t n = 0; n < decisions; ++n) {
    const UtcTime at =
        kStart + kDays * kDay / static_cast<std::int64_t>(decisions) * static_cast<std::int64_t>(n);
    const SessionId session = desk.wait(client_key("client " + std::to_string(n % kClients)), at);
    desk.decide(session, reviewer(n), at + std::chrono::seconds(n % 5'000));
  }
  desk.show();
  return report_ms(desk, decisions);
}

struct QueueTimes {
  double page_us = 0;
  double next_us = 0;
};

// A page, and the search for the next client, of a reviewer of one client that has few cases.
QueueTimes queue_beside(const std::filesystem::path& folder, std::uint64_t backlog) {
  const ClientKey own = client_key("own");
  const ClientKey flood = client_key("flood");
  Desk desk(folder);
  for (std::uint64_t n = 0; n < backlog; ++n) desk.wait(flood, kStart);
  for (int n = 0; n < 50; ++n) desk.wait(own, kStart + kMinute);
  desk.show();
  const Queries queries(desk.log(), desk.log().views());
  const ReviewsAsked asked{std::vector{own}, false, ReviewerId(reviewer(1))};
  constexpr int kTimes = 200;
  const double page = median_ms_of([&] {
    for (int i = 0; i < kTimes; ++i) {
      if (must(queries.reviews(asked, Sequence(), 50)).size() != 50) std::exit(3);
    }
  });
  const double next = median_ms_of([&] {
    for (int i = 0; i < kTimes; ++i) {
      if (!must(queries.next_in_review(flood, false))) std::exit(3);
    }
  });
  return {page * 1000 / kTimes, next * 1000 / kTimes};
}

int run(bool smoke) {
  const std::uint64_t few = smoke ? 10'000 : 100'000;
  const std::uint64_t many = few * 10;
  const TempFolder temp;
  const double report_few = report_of(temp.path() / "few", few);
  const double report_many = report_of(temp.path() / "many", many);
  std::printf(
      "{\"bench\":\"report_of_a_year\",\"unit\":\"ms\",\"clients\":%llu,\"decisions\":%llu,"
      "\"ours\":%.1f,\"of_a_tenth\":%.1f,\"ratio\":%.2f}\n",
      static_cast<unsigned long long>(kClients),
      static_cast<unsigned long long>(many),
      report_many,
      report_few,
      report_many / report_few);
  const QueueTimes of_a_tenth = queue_beside(temp.path() / "tenth", few);
  const QueueTimes beside = queue_beside(temp.path() / "beside", many);
  const double ratio = beside.page_us / of_a_tenth.page_us;
  std::printf(
      "{\"bench\":\"queue_beside_a_backlog\",\"unit\":\"us\",\"backlog\":%llu,\"page\":%.1f,"
      "\"page_of_a_tenth\":%.1f,\"next\":%.1f,\"next_of_a_tenth\":%.1f,\"ratio\":%.2f,\"goal\":1.5,"
      "\"met\":%"
      "s}\n",
      static_cast<unsigned long long>(many),
      beside.page_us,
      of_a_tenth.page_us,
      beside.next_us,
      of_a_tenth.next_us,
      ratio,
      ratio <= 1.5 ? "true" : "false");
  return 0;
}

}  // namespace
}  // namespace countersign::bench

int main(int argc, char** argv) {
  return countersign::bench::run(argc > 1 && std::string_view(argv[1]) == "--smoke");
}

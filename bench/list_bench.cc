// The cost of a page of sessions, by how many there are: the 95th percentile of the processor time
// of the calls that find a person, a label, a status, a result, a time or the newest sessions, of
// one client and of all, beside 10,000 sessions and beside more. Other work on the machine
// stretches no processor time, and the tables are in the page cache: list_calls_bench measures the
// calls of clients, with all of their waits.
//
//   list_bench [SESSIONS | --smoke]
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/arguments.h"
#include "bench/folded_sessions.h"
#include "bench/rounds.h"
#include "projections/queries/queries.h"
#include "tests/events/support/temp_folder.h"

namespace countersign::bench {
namespace {

constexpr std::uint64_t kFew = 10'000;
constexpr std::uint64_t kMany = 1'000'000;
constexpr std::uint64_t kPage = 50;
// Fewer, so that a client of the short list has so many failed sessions before each time.
constexpr std::uint64_t kFailedPage = 25;
constexpr std::uint64_t kLeastBefore = kFailedPage * 10 * FoldedSessions::kClients;
constexpr std::size_t kRounds = 9;
constexpr double kGoal = 1.3;

[[noreturn]] void give_up(const std::string& why) {
  std::fprintf(stderr, "list_bench: %s\n", why.c_str());
  std::exit(1);
}

// A kind of list: what a call asks for that is about the n-th session.
struct ListKind {
  const char* name;
  std::function<SessionsAsked(const FoldedSessions& sessions, std::uint64_t n)> asked;
  std::uint64_t limit = kPage;
};

SessionsAsked of_client(const FoldedSessions& sessions, std::uint64_t n) {
  SessionsAsked asked;
  asked.client = sessions.client(n);
  asked.sandbox = false;
  return asked;
}

SessionsAsked of_all(const FoldedSessions&, std::uint64_t) {
  SessionsAsked asked;
  asked.sandbox = false;
  return asked;
}

void of_person(const FoldedSessions&, std::uint64_t n, SessionsAsked& asked) {
  asked.user_ref = FoldedSessions::person(n);
}
void of_shop(const FoldedSessions&, std::uint64_t n, SessionsAsked& asked) {
  asked.labels = {FoldedSessions::shop(n)};
}
void open_ones(const FoldedSessions&, std::uint64_t, SessionsAsked& asked) {
  asked.status = SessionStatus::Created;
}
void failed_ones(const FoldedSessions&, std::uint64_t, SessionsAsked& asked) {
  asked.result = ResultStatus::Failed;
}
void before_a_time(const FoldedSessions& sessions, std::uint64_t n, SessionsAsked& asked) {
  asked.created_before = sessions.begun(std::max(n, kLeastBefore) + 1);
}

// A list that is narrowed by nothing, one or two of these.
ListKind kind(const char* name,
              SessionsAsked (*whose)(const FoldedSessions&, std::uint64_t),
              std::vector<void (*)(const FoldedSessions&, std::uint64_t, SessionsAsked&)> narrow) {
  return {name,
          [whose, narrow = std::move(narrow)](const FoldedSessions& sessions, auto n) {
            SessionsAsked asked = whose(sessions, n);
            for (const auto& member : narrow) member(sessions, n, asked);
            return asked;
          },
          kPage};
}

std::vector<ListKind> kinds() {
  std::vector<ListKind> all{kind("newest", of_client, {}),
                            kind("person", of_client, {of_person}),
                            kind("label", of_client, {of_shop}),
                            kind("open", of_client, {open_ones}),
                            kind("failed", of_client, {failed_ones}),
                            kind("before_a_time", of_client, {before_a_time}),
                            kind("newest_of_all", of_all, {}),
                            kind("person_of_all", of_all, {of_person}),
                            kind("before_a_time_of_all", of_all, {before_a_time})};
  all.push_back(kind("failed_before_a_time", of_client, {failed_ones, before_a_time}));
  all.back().limit = kFailedPage;
  return all;
}

// The 95th percentile of calls about sessions that lie anywhere, in microseconds of a core.
double p95_us(const FoldedSessions& sessions, const ListKind& kind, std::size_t calls) {
  const Queries queries = sessions.queries();
  std::vector<double> times;
  for (std::size_t i = 0; i < calls; ++i) {
    const SessionsAsked asked = kind.asked(sessions, sessions.some(i));
    const double start = core_ms();
    const auto page = queries.sessions(asked, {}, kind.limit);
    times.push_back((core_ms() - start) * 1e3);
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
        "{\"bench\":\"list_%s\",\"unit\":\"core "
        "us\",\"sessions\":%llu,\"p95\":%.1f,\"beside\":%llu,"
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

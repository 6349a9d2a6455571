// How long a client waits for a page of its sessions, by how many there are: the 50th and the 95th
// percentile of GET sessions over HTTP, from a real server on 10,000 sessions and on more, in
// turns. The views are folded without the log, so the server can list the sessions and nothing else
// of them.
//
//   list_calls_bench [SESSIONS | --smoke]
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/arguments.h"
#include "bench/folded_sessions.h"
#include "bench/rounds.h"
#include "tests/programs/support/running_server.h"
#include "tests/programs/support/wire.h"

namespace countersign::bench {
namespace {

using Steady = std::chrono::steady_clock;

constexpr std::uint64_t kFew = 10'000;
constexpr std::uint64_t kMany = 1'000'000;
constexpr std::uint64_t kPage = 50;
// Fewer, so that the client has so many failed sessions before each time in the short list.
constexpr std::uint64_t kFailedPage = 25;
constexpr std::uint64_t kLeastBefore = kFailedPage * 10 * FoldedSessions::kClients;
constexpr std::size_t kRounds = 9;
constexpr double kGoal = 1.3;
// Nothing is purged, at the start neither: the log has no event of these sessions.
const tests::Arguments kFlags = {"--sweep-interval",
                                 "36525d",
                                 "--sweep-rate",
                                 "0",
                                 "--retention",
                                 "36500d",
                                 "--read-rate",
                                 "1000000/1s"};

[[noreturn]] void give_up(const std::string& why) {
  std::fprintf(stderr, "list_calls_bench: %s\n", why.c_str());
  std::_Exit(1);
}

// A server on a folder of so many sessions, and one of its clients.
class Site {
 public:
  explicit Site(std::uint64_t count) : server_({.flags = kFlags}) {
    const tests::Credentials client = server_.add_client("bench");
    caller_ = {{"X-Svc-Client-Key", client.key}, {"X-Svc-Client-Secret", client.secret}};
    if (server_.stop() != 0) give_up("a server did not end in order");
    sessions_ =
        std::make_unique<FoldedSessions>(server_.data() / "log", count, ClientKey(client.key));
    sessions_->close();
    server_.start();
  }

  const FoldedSessions& sessions() const { return *sessions_; }

  // A server closes a connection that has no calls for a while.
  void connect() { wire_ = std::make_unique<tests::Wire>(server_.port()); }

  // Milliseconds of a call for a list, whose query is `query`. REQUIRES: connect() was called.
  double call(const std::string& query, std::uint64_t limit) {
    const std::string request = tests::bytes_of(
        {.path = "/api/svc/sessions?limit=" + std::to_string(limit) + query, .headers = caller_});
    const auto start = Steady::now();
    const bool sent = wire_->send(request);
    const auto answer = sent ? wire_->receive() : std::nullopt;
    const double took = std::chrono::duration<double, std::milli>(Steady::now() - start).count();
    if (!answer || answer->status != 200) {
      give_up("a call was refused: " + (answer ? answer->body : "no answer\n") +
              server_.operator_log());
    }
    if (answer->body.find("sessionId") == std::string::npos) give_up("a list is empty");
    return took;
  }

 private:
  tests::RunningServer server_;
  std::vector<std::pair<std::string, std::string>> caller_;
  std::unique_ptr<FoldedSessions> sessions_;
  std::unique_ptr<tests::Wire> wire_;
};

// A kind of list: the query of a call that is about the n-th session.
struct CallKind {
  const char* name;
  std::function<std::string(const FoldedSessions& sessions, std::uint64_t n)> query;
  std::uint64_t limit = kPage;
};

std::string before(const FoldedSessions& sessions, std::uint64_t n) {
  return "&createdTo=" + to_string(sessions.begun(std::max(n, kLeastBefore) + 1));
}

std::vector<CallKind> kinds() {
  return {
      {"newest", [](const FoldedSessions&, std::uint64_t) { return std::string(); }},
      {"person",
       [](const FoldedSessions&, std::uint64_t n) {
         return "&userRef=" + FoldedSessions::person(n);
       }},
      {"label",
       [](const FoldedSessions&, std::uint64_t n) {
         const SessionLabel shop = FoldedSessions::shop(n);
         return "&label." + shop.key + "=" + shop.value;
       }},
      {"failed",
       [](const FoldedSessions&, std::uint64_t) { return std::string("&resultStatus=FAILED"); }},
      {"before_a_time", before},
      {"failed_before_a_time", [](const FoldedSessions& sessions, std::uint64_t n) {
         return "&resultStatus=FAILED" + before(sessions, n);
       }}};
}

// The waits of calls about sessions of the client, all over its list, in milliseconds.
// A short list has fewer persons than there are calls, which only makes it the faster one.
std::vector<double> waits(Site& site, const CallKind& kind, std::size_t calls) {
  const std::uint64_t of_client = site.sessions().count() / FoldedSessions::kClients;
  site.connect();
  std::vector<double> times;
  for (std::size_t i = 0; i < calls; ++i) {
    const std::uint64_t n = i * 7919 % of_client * FoldedSessions::kClients;
    times.push_back(site.call(kind.query(site.sessions(), n), kind.limit));
  }
  std::ranges::sort(times);
  return times;
}

int run(std::uint64_t many, std::size_t calls) {
  if (many < kFew) give_up("it takes 10,000 sessions or more");
  Site few_site(kFew);
  Site many_site(many);
  for (const CallKind& kind : kinds()) {
    std::vector<double> p50;
    std::vector<double> p50_beside;
    const auto p95_of = [&](Site& site, std::vector<double>& medians) {
      const std::vector<double> times = waits(site, kind, calls);
      medians.push_back(times[times.size() / 2]);
      return times[times.size() * 95 / 100];
    };
    const InTurns found = measure_in_turns(
        kRounds,
        [&] { return p95_of(many_site, p50); },
        [&] { return p95_of(few_site, p50_beside); });
    std::printf(
        "{\"bench\":\"list_call_%s\",\"unit\":\"ms\",\"sessions\":%llu,\"p50\":%.3f,\"p95\":%.3f,"
        "\"beside\":%llu,\"p50_beside\":%.3f,\"p95_beside\":%.3f,\"ratio\":%.2f,\"goal\":%.2f,"
        "\"met\":%s}\n",
        kind.name,
        static_cast<unsigned long long>(many),
        median(p50),
        found.ours,
        static_cast<unsigned long long>(kFew),
        median(p50_beside),
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

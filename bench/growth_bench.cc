// Measures what grows with the number of sessions that are kept. Two folders are made, one of them
// with many more sessions, made as a server makes them (kept_sessions.h), and servers run on them.
// Each figure is that of the large folder beside that of the small one, measured in turns, so that
// other load on the machine falls on both. A figure is flat if the large folder's is at most kFlat
// times the small one's, or if both differ by less than the measure resolves. Lines of JSON on
// stdout, a table on stderr.
//
//   growth_bench [--smoke] [--sessions N] [--base N] [--on-disk N] [--rounds N] [--calls N]
//                [--without-copies] [--drop-caches] [--strict]
//
//   --sessions, --base   kept sessions of the folders: 100000 and 10000
//   --on-disk            kept sessions of each folder that have their 11 files on the disk: 1000
//   --rounds, --calls    starts of each kind, and calls of each kind in a round: 5, 200
//   --without-copies     no backup, export and verification, which need the room of the log again
//   --drop-caches        starts find no cached name or inode on the whole machine; root only
//   --strict             status 1 if a figure is not flat
//
// The folders are made below TMPDIR.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "bench/growth_options.h"
#include "bench/growth_report.h"
#include "bench/growth_site.h"
#include "bench/rounds.h"
#include "tests/events/support/temp_folder.h"
#include "tests/programs/support/json.h"

namespace countersign::bench {
namespace {

SessionCounts counts_of(std::uint64_t kept, const GrowthOptions& options) {
  return {.kept = kept,
          .due = options.due,
          .open = std::max<std::uint64_t>(kept / 200, 20),
          .expired = kept / 100,
          .purged = std::min<std::uint64_t>(kept / 100, 20'000),
          .on_disk = std::min(kept, options.on_disk)};
}

// The two folders, and what is measured of them.
class Sites {
 public:
  Sites(const std::filesystem::path& folder, const GrowthOptions& options)
      : options_(options),
        base_(folder / "base", counts_of(options.base, options)),
        large_(folder / "large", counts_of(options.sessions, options)),
        report_(options.base, options.sessions) {}

  int run() {
    tell_making();
    measure_starts();
    measure_calls();
    measure_sweep();
    if (options_.copies) measure_copies();
    base_.stop();
    large_.stop();
    measure_bytes();
    report_.print_table();
    return options_.strict && !report_.all_met() ? 1 : 0;
  }

 private:
  using Measure = std::function<double(GrowthSite&)>;

  void add(const char* name,
           const char* unit,
           const Measure& measure,
           Growth growth = Growth::Flat,
           double resolved = 0) {
    const double base = measure(base_);
    report_.add({name, unit, base, measure(large_), growth, resolved});
  }

  void tell_making() {
    add(
        "making",
        "sessions/core s",
        [](GrowthSite& site) {
          return static_cast<double>(site.making().sessions) / site.making().core_seconds;
        },
        Growth::Better);
    add(
        "making: events",
        "events/s",
        [](GrowthSite& site) {
          return static_cast<double>(site.making().events) / site.making().seconds;
        },
        Growth::Better);
  }

  // The medians of starts after `end` has ended the server before.
  void measure_start(const std::string& name, const std::function<void(GrowthSite&)>& end) {
    std::vector<StartCost> costs[2];
    GrowthSite* const sites[] = {&base_, &large_};
    for (std::uint64_t round = 0; round < options_.rounds; ++round) {
      for (std::size_t i = 0; i < 2; ++i) {
        end(*sites[i]);
        costs[i].push_back(sites[i]->start(options_.drop_caches));
      }
    }
    const auto add_figure =
        [&](const char* what, const char* unit, double StartCost::*member, double resolved) {
          report_.add({name + what,
                       unit,
                       median_of(costs[0], member),
                       median_of(costs[1], member),
                       Growth::Flat,
                       resolved});
        };
    add_figure(": first answer", "s", &StartCost::seconds, 0.1);
    add_figure(": of a core", "s", &StartCost::core_seconds, 0.03);
    add_figure(": memory", "MiB", &StartCost::resident_mib, 8);
  }

  static double median_of(const std::vector<StartCost>& costs, double StartCost::*member) {
    std::vector<double> values;
    for (const StartCost& cost : costs) values.push_back(cost.*member);
    return median(std::move(values));
  }

  void measure_starts() {
    // The first start merges what the making left, and is followed by a survey.
    add(
        "first start: first answer",
        "s",
        [&](GrowthSite& site) { return site.start(options_.drop_caches).seconds; },
        Growth::Flat,
        0.1);
    measure_start("after SIGTERM", [](GrowthSite& site) { site.stop(); });
    measure_start("after kill -9", [](GrowthSite& site) {
      open_session(site);
      site.kill();
    });
    measure_start("with a stray file", [](GrowthSite& site) {
      site.stop();
      site.put_stray_file();
    });
    for (GrowthSite* site : {&base_, &large_}) {
      site->stop();
      site->remove_stray_file();
      site->start(false);
    }
  }

  static tests::OpenSession open_session(const GrowthSite& site) {
    return site.backend().open("FULL_CAPTURE");
  }

  // Calls in turns; the first of them open what the others find open.
  void measure_call(const std::string& name,
                    const std::function<tests::Request(GrowthSite&, std::size_t)>& request) {
    std::vector<double> took[2];
    GrowthSite* const sites[] = {&base_, &large_};
    for (std::uint64_t round = 0; round <= options_.rounds; ++round) {
      for (std::size_t i = 0; i < 2; ++i) {
        const auto times = sites[i]->time_calls(
            options_.calls, [&](std::size_t call) { return request(*sites[i], call); });
        if (round > 0) took[i].insert(took[i].end(), times.begin(), times.end());
      }
    }
    for (const std::size_t hundredths : {50, 95}) {
      report_.add({name + ": p" + std::to_string(hundredths),
                   "ms",
                   percentile(took[0], hundredths),
                   percentile(took[1], hundredths),
                   Growth::Flat,
                   hundredths == 50 ? 0.2 : 1.0});
    }
  }

  static tests::Request of_client(std::string path, std::uint64_t client = 0) {
    return {.path = std::move(path),
            .headers = {{"X-Svc-Client-Key", client_of(client).value()},
                        {"X-Svc-Client-Secret", kClientSecret}}};
  }
  // A request about a session that no earlier request was about.
  static tests::Request of_kept(GrowthSite& site, std::uint64_t& next, const std::string& rest) {
    constexpr std::uint64_t kStride = 7'919;  // a prime, so that all sessions are met
    const std::uint64_t n = (next += kStride) % site.counts().kept;
    return of_client(tests::Backend::session_path(to_string(kept_session(n)), rest), n % kClients);
  }

  void measure_calls() {
    measure_call("create", [](GrowthSite&, std::size_t) {
      return tests::Request{.method = "POST",
                            .path = "/api/svc/session/create",
                            .headers = {{"Content-Type", "application/json"}},
                            .body = R"({"clientKey":")" + client_of(0).value() +
                                    R"(","clientSecret":")" + kClientSecret +
                                    R"(","purpose":"FULL_CAPTURE"})"};
    });
    std::map<GrowthSite*, std::string> tokens;
    for (GrowthSite* site : {&base_, &large_}) tokens[site] = open_session(*site).token;
    measure_call("status", [&](GrowthSite& site, std::size_t) {
      return tests::Request{.path = "/api/sdk/status",
                            .headers = {{"Authorization", "Bearer " + tokens[&site]}}};
    });
    std::map<GrowthSite*, std::uint64_t> next;
    measure_call("result", [&](GrowthSite& site, std::size_t) {
      return of_kept(site, next[&site], "result");
    });
    measure_call("list of files", [&](GrowthSite& site, std::size_t) {
      return of_kept(site, next[&site], "documents");
    });
    measure_call("timeline", [&](GrowthSite& site, std::size_t) {
      return of_kept(site, next[&site], "timeline");
    });
    measure_call("queue of cases",
                 [](GrowthSite&, std::size_t) { return of_client("/api/svc/reviews?limit=20"); });
    add(
        "memory after the calls",
        "MiB",
        [](GrowthSite& site) { return resident_mib_of(site.server()); },
        Growth::Flat,
        16);
  }

  // The median of several, because tables are merged behind the sweep before.
  double sweep_nothing(GrowthSite& site) const {
    std::vector<double> took;
    for (std::uint64_t round = 0; round < options_.rounds; ++round) {
      took.push_back(site.operate({"retention", "sweep", "--json"}).seconds);
    }
    return median(std::move(took));
  }

  // Sweeps the sessions that are due: as many in both folders.
  void measure_sweep() {
    add(
        "sweep of what is due",
        "ms/session",
        [&](GrowthSite& site) {
          site.operate({"client", "change", client_of(kDueClient).value(), "--retention", "1d"});
          const Ran sweep = site.operate({"retention", "sweep", "--json"});
          const tests::Json report(sweep.out);
          if (report.number("/purgedSessions") != static_cast<std::int64_t>(options_.due) ||
              report.number("/purgedFiles") !=
                  static_cast<std::int64_t>(options_.due * kFilesASession)) {
            give_up("not all that was due was swept: " + sweep.out);
          }
          return sweep.seconds * 1e3 / static_cast<double>(options_.due);
        },
        Growth::Flat,
        0.5);
    add(
        "sweep when nothing is due",
        "s",
        [this](GrowthSite& site) { return sweep_nothing(site); },
        Growth::Flat,
        0.1);
  }

  static double events_in(const Ran& ran, const char* member = "/events") {
    const auto events = tests::Json(ran.out).number(member);
    if (events <= 0) give_up("a command counted no events: " + ran.out);
    return static_cast<double>(events);
  }

  void measure_copies() {
    add("backup", "us/session", [](GrowthSite& site) {
      // Most files of the sessions were not made, which the backup says.
      const Ran backup =
          site.operate({"backup", "create", site.beside("backup").string(), "--json"}, true);
      if (tests::Json(backup.out).number("/copiedBytes") <= 0) give_up("no backup: " + backup.out);
      return backup.seconds * 1e6 / static_cast<double>(site.counts().kept);
    });
    add("backup: bytes", "bytes/session", [](GrowthSite& site) {
      const auto bytes = static_cast<double>(disk_bytes_of(site.beside("backup")));
      std::filesystem::remove_all(site.beside("backup"));
      return bytes / static_cast<double>(site.counts().kept);
    });
    std::map<GrowthSite*, double> peaks;
    add(
        "log verify, in the server",
        "events/core s",
        [&](GrowthSite& site) {
          forget_peak(site.server());
          const double before = core_seconds_of(site.server());
          const Ran verify = site.operate({"log", "verify", "--json"});
          if (!tests::Json(verify.out).is_true("/ok")) give_up("a log is not good: " + verify.out);
          peaks[&site] = peak_mib_of(site.server());
          return events_in(verify) / (core_seconds_of(site.server()) - before);
        },
        Growth::Better);
    add("log verify: most memory", "MiB", [&](GrowthSite& site) { return peaks[&site]; });
    add(
        "export",
        "events/s",
        [](GrowthSite& site) {
          const Ran exported =
              site.operate({"log", "export", site.beside("export").string(), "--json"});
          return events_in(exported) / exported.seconds;
        },
        Growth::Better);
    add("export: bytes", "bytes/session", [](GrowthSite& site) {
      return static_cast<double>(disk_bytes_of(site.beside("export"))) /
             static_cast<double>(site.counts().kept);
    });
    add(
        "countersign-verify",
        "events/core s",
        [&](GrowthSite& site) {
          const Ran verify =
              run_measured({COUNTERSIGN_VERIFY_PATH, site.beside("export").string(), "--json"});
          if (verify.status != 0) give_up("an export is not good: " + verify.out);
          std::filesystem::remove_all(site.beside("export"));
          peaks[&site] = verify.peak_mib;
          return events_in(verify) / verify.core_seconds;
        },
        Growth::Better);
    add("countersign-verify: most memory", "MiB", [&](GrowthSite& site) { return peaks[&site]; });
  }

  void measure_bytes() {
    const auto a_session = [this](const char* name,
                                  const std::function<std::uint64_t(GrowthSite&)>& bytes) {
      add(name, "bytes/session", [&](GrowthSite& site) {
        return static_cast<double>(bytes(site)) / static_cast<double>(site.counts().kept);
      });
    };
    const auto tables = [&](const char* name, const std::vector<std::string>& families) {
      a_session(name, [&](GrowthSite& site) { return site.table_bytes(families); });
    };
    a_session("log/", [](GrowthSite& site) { return disk_bytes_of(site.data() / "log"); });
    tables("tables of events", {"events"});
    tables("tables of streams", {"streams"});
    tables("tables of views", {"views_a", "views_b"});
    tables("tables of wrapped keys", {"keys"});
    tables("tables of the tree", {"tree"});
    add(
        "keys/",
        "KiB",
        [](GrowthSite& site) {
          return static_cast<double>(disk_bytes_of(site.data() / "keys")) / 1024;
        },
        Growth::Free);
    add("checkpoints/", "KiB", [](GrowthSite& site) {
      return static_cast<double>(disk_bytes_of(site.data() / "checkpoints")) / 1024;
    });
    print_rows();
  }

  // The rows of the small folder.
  void print_rows() {
    for (const auto& [key, sizes] : base_.view_rows()) {
      std::printf(
          "{\"bench\":\"growth\",\"measure\":\"rows\",\"view\":%d,\"letter\":\"%c\",\"sessions\":"
          "%llu,\"rows\":%llu,\"bytes_a_row\":%.1f}\n",
          key.first,
          key.second,
          static_cast<unsigned long long>(options_.base),
          static_cast<unsigned long long>(sizes.rows),
          static_cast<double>(sizes.bytes) / static_cast<double>(sizes.rows));
    }
  }

  const GrowthOptions& options_;
  GrowthSite base_;
  GrowthSite large_;
  GrowthReport report_;
};

}  // namespace
}  // namespace countersign::bench

int main(int argc, char** argv) {
  using namespace countersign::bench;
  const GrowthOptions options = growth_options(argc, argv);
  const countersign::TempFolder folder;
  std::filesystem::permissions(folder.path(), std::filesystem::perms::owner_all);
  return Sites(folder.path(), options).run();
}

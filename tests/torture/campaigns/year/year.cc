// A year of retention sweeps, one every five minutes of a simulated clock, each of which purges.
// The files of the log, and the resources of the process for them, grow with the bytes of the log
// and not with the number of sweeps.
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "projections/folder/rebuild.h"
#include "tests/torture/campaigns/year/folder.h"
#include "tests/torture/rig/campaign.h"
#include "tests/torture/rig/gauges.h"

namespace countersign::torture {
namespace {

using std::chrono::hours;

constexpr Duration kBetweenSweeps = 5 * kMinute;
constexpr std::uint64_t kSweepsOfAYear = 365 * 24 * 12;
static_assert(kSweepsOfAYear == 105'120);
constexpr std::uint64_t kSweepsOfAMoment = 240;
constexpr std::uint64_t kLooks = 120;
// One in so many sessions gets a result and has a file.
constexpr std::uint64_t kCompletedOneIn = 24;

// docs/operators/faults.md: up to 100 tables, and one more for each 16 MiB.
constexpr std::uint64_t kTablesMost = 100;
constexpr std::uint64_t kTableBytes = std::uint64_t{16} << 20;
// Key slots allowed in addition to those of the retention's days, e.g. for today and for two days
// that are ending.
constexpr std::uint64_t kSlotsBesideDays = 4;

// A run of 16 small tables may wait for its merge, and one in each level of a column family.
constexpr Series::Allowance kTables{1, 24};
constexpr Series::Allowance kDescriptors{1, 32};
constexpr Series::Allowance kThreads{1, 0};
// Table readers keep their indices and filters in memory.
constexpr Series::Allowance kAnonymousKib{1.5, 16 * 1024};

struct Plan {
  std::uint64_t sweeps;
  RetentionPeriods periods;
};
Plan plan_of(const Orders& orders) {
  // The default periods, or periods so short that sessions are due soon.
  if (orders.full) return {kSweepsOfAYear, {hours(24 * 30), hours(24)}};
  return {kSweepsOfAMoment, {hours(6), hours(1)}};
}

class Year {
 public:
  Year(const Plan& plan, Findings& findings)
      : plan_(plan), findings_(findings), folder_(plan.periods) {}

  void run() {
    for (std::uint64_t i = 0; i < plan_.sweeps; ++i) {
      add_sessions();
      sweep_once();
      if (i % (plan_.sweeps / kLooks) == 0) look();
    }
  }
  // Pretends that each purge leaves a table behind.
  void leak_tables() { tables_.leak(plan_.sweeps); }

  void tell() {
    hold(tables_, kTables);
    hold(descriptors_, kDescriptors);
    hold(threads_, kThreads);
    hold(anonymous_kib_, kAnonymousKib);
    const std::uint64_t days =
        std::chrono::duration_cast<hours>(plan_.periods.completed).count() / 24;
    if (slots_most_ > days + kSlotsBesideDays) {
      findings_.wrong(std::to_string(slots_most_) + " key slots for " + std::to_string(days) +
                      " days");
    }
    findings_.most("key slots at most", slots_most_);
    findings_.most("ms for the slowest sweep", slowest_ms_);
    look_at_the_end();
  }

 private:
  void add_sessions() {
    if (++sessions_ % kCompletedOneIn == 0) {
      folder_.complete(sessions_);
    } else {
      folder_.give_up(sessions_);
    }
  }

  void sweep_once() {
    const auto began = std::chrono::steady_clock::now();
    const SweepReport report = folder_.sweep_after(kBetweenSweeps);
    const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now() - began);
    slowest_ms_ = std::max(slowest_ms_, static_cast<std::uint64_t>(took.count()));
    findings_.count("sweeps");
    findings_.count("of them purged", report.purged_sessions > 0);
    findings_.count("sessions purged", report.purged_sessions);
    findings_.count("files purged", report.purged_files);
    if (report.failed_files > 0) findings_.wrong("a sweep has left files");
  }

  void look() {
    const Tables tables = tables_in(folder_.log());
    const Gauges gauges = gauges_of(::getpid());
    tables_.add(tables.count);
    descriptors_.add(gauges.descriptors);
    threads_.add(gauges.threads);
    anonymous_kib_.add(gauges.anonymous_kib);
    slots_most_ = std::max(slots_most_, folder_.key_slots());
    const std::uint64_t most = kTablesMost + tables.bytes / kTableBytes;
    if (tables.count > most) {
      findings_.wrong(std::to_string(tables.count) + " tables where " + std::to_string(most) +
                      " are promised");
    }
  }

  void hold(const Series& series, const Series::Allowance& allowance) {
    findings_.most(series.name() + " first", series.quantile(1, 0.5));
    findings_.most(series.name() + " last", series.quantile(4, 0.5));
    findings_.most(series.name() + " at most", series.most());
    if (const auto growth = series.growth(allowance)) findings_.wrong(*growth);
  }

  // Checks that the folder opens again, and that it holds exactly the files that are not due.
  void look_at_the_end() {
    const auto totals = folder_.data().queries().totals();
    if (!totals || totals->files_held() != folder_.files()) {
      findings_.wrong("the stored files are not those that the log names");
    }
    findings_.most("KiB of log", tables_in(folder_.log()).bytes >> 10);
    const auto began = std::chrono::steady_clock::now();
    folder_.reopen();
    const auto took = std::chrono::steady_clock::now() - began;
    findings_.most("ms for the next start",
                   std::chrono::duration_cast<std::chrono::milliseconds>(took).count());
    const auto verified = verify(folder_.data());
    if (!verified) throw std::runtime_error("the views cannot be verified");
    if (verified->first_difference) findings_.wrong(*verified->first_difference);
  }

  const Plan plan_;
  Findings& findings_;
  YearFolder folder_;
  std::uint64_t sessions_ = 0;
  std::uint64_t slowest_ms_ = 0;
  std::uint64_t slots_most_ = 0;
  Series tables_{"tables"};
  Series descriptors_{"descriptors"};
  Series threads_{"threads"};
  Series anonymous_kib_{"KiB of anonymous memory"};
};

Findings year(const Orders& orders) {
  Findings findings;
  Year year(plan_of(orders), findings);
  year.run();
  if (orders.control) year.leak_tables();
  year.tell();
  return findings;
}

}  // namespace
}  // namespace countersign::torture

int main(int argc, char** argv) {
  return countersign::torture::run_campaign(argc, argv, countersign::torture::year);
}

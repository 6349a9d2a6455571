#include "http/operator/operations/operations_views.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "http/metrics/metrics.h"
#include "http/operator/operation_list.h"
#include "projections/folder/rebuild.h"
#include "projections/retention/sweep.h"

// Operations on what is derived from the log: the retention sweep and the views.
namespace countersign::http {
namespace {

using Steady = std::chrono::steady_clock;

struct Swept {
  bool dry_run = false;
  UtcTime at;
  SweepReport report;
};

}  // namespace

template <>
constexpr auto members_of<SweepReport> =
    members(Member{"completedCutoff",
                   &SweepReport::completed_cutoff,
                   "The files of sessions that were completed before this time are due."},
            Member{"unfinishedCutoff",
                   &SweepReport::unfinished_cutoff,
                   "The same, for sessions that ended otherwise."},
            Member{"expiredSessions", &SweepReport::expired_sessions},
            Member{"purgedSessions", &SweepReport::purged_sessions},
            Member{"purgedFiles", &SweepReport::purged_files},
            Member{"purgedBytes", &SweepReport::purged_bytes},
            Member{"heldSessions",
                   &SweepReport::held_sessions,
                   "The sessions that are due, but kept by a legal hold."},
            Member{"failedFiles",
                   &SweepReport::failed_files,
                   "The files that could not be deleted and still exist."},
            Member{"unreadSessions",
                   &SweepReport::unread_sessions,
                   "The sessions that are due, but whose stored records cannot be read."},
            Member{"complete", &SweepReport::complete, "Whether everything that was due is done."});

template <>
constexpr auto members_of<Swept> =
    std::tuple_cat(members(Member{"dryRun", &Swept::dry_run}, Member{"at", &Swept::at}),
                   members_through(&Swept::report, members_of<SweepReport>));

template <>
constexpr auto members_of<VerifyReport> = members(
    Member{"ok", [](const VerifyReport& report) { return !report.first_difference; }},
    Member{"head", &VerifyReport::head, "The last event that was compared."},
    Member{"events", &VerifyReport::events, "The events that were folded again."},
    Member{
        "entries", &VerifyReport::entries, "The entries in the views; 0 if the views are damaged."},
    Member{"firstDifference",
           &VerifyReport::first_difference,
           "The first entry that differs from the log."});

namespace {

// Pauses between two steps of a sweep. Returns false if the sweep was given up.
bool pause(Duration how_long, const GivenUp& given_up) {
  constexpr Steady::duration kBetweenLooks = std::chrono::milliseconds(20);
  const auto end = Steady::now() + how_long;
  while (!given_up()) {
    const Steady::duration left = end - Steady::now();
    if (left <= Steady::duration(0)) return true;
    std::this_thread::sleep_for(std::min(left, kBetweenLooks));
  }
  return false;
}

Result<Swept, Problem> sweep_retention(const OperationContext& context, const AskedSweep& input) {
  SweepOptions options{.now = context.data.clock().now(),
                       .periods = context.settings.periods(),
                       .dry_run = input.dry_run,
                       .limit = input.limit,
                       .actor = context.actor,
                       .request = context.request,
                       .given_up = context.given_up};
  if (!options.dry_run) {
    options.after_batch = [begun = Steady::now(),
                           rate = context.settings.sweep_rate.get(),
                           &given_up = context.given_up](const SweepReport& report) {
      const auto elapsed = std::chrono::duration_cast<Duration>(Steady::now() - begun);
      return pause(pause_for(report.purged_sessions, elapsed, rate), given_up);
    };
  }

  const auto report = sweep(context.data, options);
  if (!report) return problem_of(report.error());
  if (context.metrics != nullptr && !options.dry_run) context.metrics->swept(*report);
  return Swept{options.dry_run, options.now, *report};
}

template <auto kCompare>
Result<VerifyReport, Problem> compared(const OperationContext& context, const NoInput&) {
  auto report = kCompare(context.data, RebuildProgress(), context.given_up);
  if (!report) return problem_of(report.error());
  return *std::move(report);
}

constexpr Operation kViewOperations[] = {
    operation<sweep_retention>("retention sweep",
                               "Record expired sessions and purge those that are due.",
                               true,
                               LongWork::Sweep),
    operation<compared<verify>>(
        "projections verify", "Compare the views with the log.", true, LongWork::Views),
    operation<compared<rebuild>>(
        "projections rebuild", "Rebuild the views from the log.", true, LongWork::Views),
};

}  // namespace

std::span<const Operation> view_operations() { return kViewOperations; }

}  // namespace countersign::http

// Operations on what is derived from the log: the retention sweep and the views.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>
#include <utility>

#include "core/text/json_writer.h"
#include "http/metrics/metrics.h"
#include "http/operator/operation_input.h"
#include "http/operator/operation_list.h"
#include "projections/folder/rebuild.h"
#include "projections/retention/sweep.h"

namespace countersign::http {
namespace {

using Steady = std::chrono::steady_clock;
using Compare = Result<VerifyReport, StoreError> (*)(DataFolder&, const RebuildProgress&);

OperationResult compared(const OperationContext& context, std::string_view input, Compare compare) {
  OperationInput in(input);
  if (const auto problem = in.problem()) return *problem;
  const auto report = compare(context.data, {});
  if (!report) return problem_of(report.error());
  JsonWriter json;
  return json.begin_object()
      .member("ok", !report->first_difference.has_value())
      .member("head", report->head.value())
      .member("events", report->events)
      .member("entries", report->entries)
      .member("firstDifference", report->first_difference)
      .end_object()
      .take();
}

// Pauses between two steps of a sweep. Returns false if the server stops and the sweep must end.
bool pause(Duration how_long, const std::atomic<bool>* stopping) {
  constexpr Steady::duration kBetweenLooks = std::chrono::milliseconds(20);
  const auto end = Steady::now() + how_long;
  while (stopping == nullptr || !*stopping) {
    const Steady::duration left = end - Steady::now();
    if (left <= Steady::duration(0)) return true;
    std::this_thread::sleep_for(std::min(left, kBetweenLooks));
  }
  return false;
}

}  // namespace

OperationResult sweep_retention(const OperationContext& context, std::string_view input) {
  OperationInput in(input);
  SweepOptions options{.now = context.data.clock().now(),
                       .periods = context.settings.periods(),
                       .dry_run = in.flag("dryRun"),
                       .limit = in.number("limit"),
                       .actor = context.actor,
                       .request = context.request};
  if (const auto problem = in.problem()) return *problem;
  if (!options.dry_run) {
    options.after_batch = [begun = Steady::now(),
                           rate = context.settings.sweep_rate,
                           stopping = context.stopping](const SweepReport& report) {
      const auto elapsed = std::chrono::duration_cast<Duration>(Steady::now() - begun);
      return pause(pause_for(report.purged_sessions, elapsed, rate), stopping);
    };
  }

  const auto report = sweep(context.data, options);
  if (!report) return problem_of(report.error());
  if (context.metrics != nullptr && !options.dry_run) context.metrics->swept(*report);
  JsonWriter json;
  return json.begin_object()
      .member("dryRun", options.dry_run)
      .member("at", options.now)
      .member("completedCutoff", report->completed_cutoff)
      .member("unfinishedCutoff", report->unfinished_cutoff)
      .member("expiredSessions", report->expired_sessions)
      .member("purgedSessions", report->purged_sessions)
      .member("purgedFiles", report->purged_files)
      .member("purgedBytes", report->purged_bytes)
      .member("heldSessions", report->held_sessions)
      .member("failedFiles", report->failed_files)
      .member("unreadSessions", report->unread_sessions)
      .member("complete", report->complete)
      .end_object()
      .take();
}

OperationResult verify_projections(const OperationContext& context, std::string_view input) {
  return compared(context, input, verify);
}

OperationResult rebuild_projections(const OperationContext& context, std::string_view input) {
  return compared(context, input, rebuild);
}

}  // namespace countersign::http

// Operations on what derives from the log: the retention sweep and the views.
#include <chrono>
#include <thread>
#include <utility>

#include "http/json_writer.h"
#include "http/metrics.h"
#include "http/operation_input.h"
#include "http/operation_list.h"
#include "projections/rebuild.h"
#include "projections/sweep.h"

namespace countersign::http {
namespace {

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
    options.after_batch = [begun = std::chrono::steady_clock::now(),
                           rate = context.settings.sweep_rate](const SweepReport& report) {
      const auto elapsed =
          std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now() - begun);
      std::this_thread::sleep_for(pause_for(report.purged_sessions, elapsed, rate));
      return true;
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

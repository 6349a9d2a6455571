// Operations that copy the data to a folder, and the keys to another place.
#include <utility>

#include "core/text/json_writer.h"
#include "http/call/machine_problem.h"
#include "http/operator/backup_json.h"
#include "http/operator/operation_input.h"
#include "http/operator/operation_list.h"
#include "projections/backup/create_backup.h"
#include "projections/backup/key_backup.h"

namespace countersign::http {
namespace {

constexpr std::size_t kPathMaxBytes = 4096;

// Requires an absolute path: a relative one would depend on the server's working directory.
std::string destination_in(OperationInput& in, std::optional<Problem>& problem) {
  const std::string to = in.text("to", kPathMaxBytes).value_or("");
  problem = in.problem();
  if (!problem && !to.starts_with('/')) {
    problem = Problem{.code = ProblemCode::InvalidParameter,
                      .detail = "The member must be an absolute path on the server's machine.",
                      .field = "to"};
  }
  return to;
}

Problem problem_of_backup(const BackupFault& fault) {
  if (!fault.refused) return unavailable(fault.why);
  return {.code = ProblemCode::Conflict, .detail = fault.why};
}

}  // namespace

OperationResult create_backup(const OperationContext& context, std::string_view input) {
  OperationInput in(input);
  BackupOptions options;
  options.stop = context.stopping;
  options.keep = in.number("keep");
  std::optional<Problem> problem;
  options.to = destination_in(in, problem);
  if (problem) return *std::move(problem);
  if (options.keep == 0u) {
    return Problem{.code = ProblemCode::InvalidParameter,
                   .detail = "The number of backups to keep must be at least 1.",
                   .field = "keep"};
  }
  const auto report = countersign::create_backup(context.data, options);
  if (!report) return problem_of_backup(report.error());
  JsonWriter json;
  json.begin_object().member("ok", report->complete() && report->damaged.empty());
  append_backup(json, report->record);
  append_damaged_manifests(json, report->damaged);
  return json.member("to", options.to.string())
      .member("dropped", report->dropped)
      .end_object()
      .take();
}

OperationResult back_up_keys(const OperationContext& context, std::string_view input) {
  OperationInput in(input);
  std::optional<Problem> problem;
  const std::string to = destination_in(in, problem);
  if (problem) return *std::move(problem);
  const auto report = countersign::back_up_keys(context.data, to, context.random);
  if (!report) return problem_of_backup(report.error());
  JsonWriter json;
  return json.begin_object()
      .member("to", to)
      .member("slots", report->slots)
      .member("written", report->written)
      .member("destroyed", report->destroyed)
      .end_object()
      .take();
}

}  // namespace countersign::http

#include "http/operator/operations/operations_backup.h"

#include <utility>

#include "http/call/machine_problem.h"
#include "http/operator/backup_json.h"
#include "http/operator/operation_list.h"
#include "projections/backup/create_backup.h"
#include "projections/backup/key_backup.h"
#include "projections/backup/last_backup.h"

// Operations that copy the data to a folder, and the keys to another place.
namespace countersign::http {
namespace {

struct MadeBackup {
  BackupReport report;
  std::string to;
};

struct MadeKeyBackup {
  std::string to;
  KeyBackupReport report;
};

bool is_good(const MadeBackup& made) {
  return made.report.complete() && made.report.damaged.empty();
}
const BackupRecord& record_of(const MadeBackup& made) { return made.report.record; }
const std::vector<BackupDamage>& damage_of(const MadeBackup& made) { return made.report.damaged; }
std::uint64_t dropped_of(const MadeBackup& made) { return made.report.dropped; }

}  // namespace

template <>
constexpr auto members_of<MadeBackup> = std::tuple_cat(
    members(Member{"ok", is_good, "Whether no file is missing and every manifest can be read."}),
    members_through(record_of, members_of<BackupRecord>),
    members(Member{"damagedManifests",
                   damage_of,
                   "The damaged manifests in the folder; no backup lists their files."},
            Member{"to", &MadeBackup::to},
            Member{"dropped", dropped_of, "The older backups that were dropped."}));

template <>
constexpr auto members_of<MadeKeyBackup> = std::tuple_cat(
    members(Member{"to", &MadeKeyBackup::to}),
    members_through(
        &MadeKeyBackup::report,
        members(
            Member{"slots", &KeyBackupReport::slots, "The slots of the data folder."},
            Member{"written", &KeyBackupReport::written, "The slots that were new or had changed."},
            Member{"destroyed",
                   &KeyBackupReport::destroyed,
                   "The copies that were destroyed, since their slots are."})));

namespace {

// Requires an absolute path: a relative one would depend on the server's working directory.
std::optional<Problem> refusal_of(std::string_view to) {
  if (to.starts_with('/')) return std::nullopt;
  return Problem{.code = ProblemCode::InvalidParameter,
                 .detail = "The member must be an absolute path on the server's machine.",
                 .field = "to"};
}

Problem problem_of_backup(const BackupFault& fault) {
  if (!fault.refused) return unavailable(fault.why);
  return {.code = ProblemCode::Conflict, .detail = fault.why};
}

// Lets the folder remember the backup. A note that cannot be written makes the backup no worse: the
// last one is then thought to be older than it is.
void remember(const OperationContext& context, UtcTime tried_at, BackupOutcome outcome) {
  (void)note_backup(context.data.path(), tried_at, outcome);
}

Result<MadeBackup, Problem> create_backup(const OperationContext& context,
                                          const AskedBackup& input) {
  if (const auto problem = refusal_of(input.to)) return *problem;
  if (input.keep == 0u) {
    return Problem{.code = ProblemCode::InvalidParameter,
                   .detail = "The number of backups to keep must be at least 1.",
                   .field = "keep"};
  }
  const UtcTime tried_at = context.data.clock().now();
  const auto report = countersign::create_backup(
      context.data, {.to = input.to, .keep = input.keep, .given_up = context.given_up});
  if (!report) {
    remember(context, tried_at, BackupOutcome::Failed);
    return problem_of_backup(report.error());
  }
  MadeBackup made{*report, input.to};
  remember(context, tried_at, is_good(made) ? BackupOutcome::Made : BackupOutcome::Incomplete);
  return made;
}

Result<MadeKeyBackup, Problem> back_up_keys(const OperationContext& context,
                                            const AskedKeyBackup& input) {
  if (const auto problem = refusal_of(input.to)) return *problem;
  const auto report =
      countersign::back_up_keys(context.data, input.to, context.random, context.given_up);
  if (!report) return problem_of_backup(report.error());
  return MadeKeyBackup{input.to, *report};
}

constexpr Operation kBackupOperations[] = {
    operation<create_backup>("backup create",
                             "Copy log and files, as they are, into a folder of backups.",
                             true,
                             LongWork::Backup),
    operation<back_up_keys>(
        "backup keys", "Make a folder a copy of the key slots.", true, LongWork::KeyBackup),
};

}  // namespace

std::span<const Operation> backup_operations() { return kBackupOperations; }

}  // namespace countersign::http

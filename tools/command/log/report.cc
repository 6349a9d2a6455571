#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "events/audit/activity.h"
#include "events/audit/export/verify_export.h"
#include "events/audit/export/verify_source.h"
#include "tools/command/command.h"
#include "tools/machine/export_file.h"
#include "tools/machine/work_progress.h"
#include "tools/operator/log_snapshot.h"
#include "tools/report/report_page.h"
#include "tools/verify/export_findings.h"
#include "tools/verify/verification_options.h"

namespace countersign {

namespace {

struct Findings {
  ExportFindings verdict;
  Activity activity;
};

// Verifies the export that was named, or else the log of the data folder, and counts the events
// before `end`; without `end`, all events that the verification reads.
Result<Findings, OperatorFault> look_at(Operator& op,
                                        const Verification& verification,
                                        std::optional<Sequence> end) {
  Findings found;
  WorkProgress progress("report", "event", "decision");
  VerifyExportOptions options = options_of(verification);
  options.progress = progress.reporter();
  options.judged = progress.second_reporter();
  options.each = [&](const RecordedEvent& recorded) {
    if (!end || recorded.sequence < *end) fold(found.activity, recorded);
  };
  if (!verification.folder.empty()) {
    found.verdict = verify_export(verification.folder, options);
    return found;
  }
  auto log = LogSnapshot::open(op.client());
  if (!log) return log.error();
  found.verdict = verify_source((*log)->source(), options);
  if (found.verdict.keys_from == KeysFrom::Export) found.verdict.keys_from = KeysFrom::DataFolder;
  if ((*log)->lost()) return *(*log)->lost();
  return found;
}

// Writes the page, about a good log or a bad one, to a file.
int write_report(Operator& op, const Verification& verification, const std::string& to) {
  auto found = look_at(op, verification, std::nullopt);
  if (!found) return op.fail(found.error());
  // Later events may already be counted when the verification finds a fault: count again, up to it.
  const auto& fault = found->verdict.first_error;
  if (fault && fault->sequence && found->activity.events >= fault->sequence->value()) {
    found = look_at(op, verification, fault->sequence);
    if (!found) return op.fail(found.error());
  }
  ExportFile file(to);
  file.write(report_page({found->verdict, found->activity, !verification.folder.empty()}));
  if (auto why = file.finish()) return op.fail({*std::move(why)});
  if (to == "-") return found->verdict.ok() ? kOk : kFailed;
  return op.print(verdict_json(found->verdict));
}

}  // namespace

void add_report_command(CLI::App& app, CommandRun& typed) {
  CLI::App& command =
      add_command(app,
                  "report",
                  "verify a log and write a page for auditors: the verdict, volume and outcomes "
                  "over time, downloads by client, looks and decisions, purges, checkpoints");
  const auto file = std::make_shared<std::string>();
  const auto verification = std::make_shared<Verification>();
  command.add_option("FILE", *file, "the page, such as report.html; `-` is stdout")->required();
  CLI::Option* const from = command
                                .add_option("--from",
                                            verification->folder,
                                            "an exported log, for which neither a server nor a "
                                            "data folder is needed [the log of the data folder]")
                                ->type_name("DIR")
                                ->check(CLI::ExistingDirectory);
  add_verification_options(command, *verification, from);
  on_typed(command, typed, [file, verification](Operator& op) {
    return write_report(op, *verification, *file);
  });
}

}  // namespace countersign

#include "tools/operator/report_run.h"

#include <optional>
#include <utility>

#include "events/audit/activity.h"
#include "events/audit/export/verify_source.h"
#include "tools/machine/export_file.h"
#include "tools/operator/log_export.h"
#include "tools/report/report_page.h"

namespace countersign {

namespace {

struct Findings {
  ExportFindings verdict;
  Activity activity;
};

// Verifies, and counts the events before `end`; without `end`, all events that the verification
// reads.
Result<Findings, OperatorFault> look_at(OperatorDesk& desk,
                                        const OperatorWish& wish,
                                        std::optional<Sequence> end) {
  Findings found;
  VerifyExportOptions options = options_of(wish.verification);
  options.each = [&](const RecordedEvent& recorded) {
    if (!end || recorded.sequence < *end) fold(found.activity, recorded);
  };
  if (!wish.verification.folder.empty()) {
    found.verdict = verify_export(wish.verification.folder, options);
    return found;
  }
  auto log = DeskLog::open(desk);
  if (!log) return log.error();
  found.verdict = verify_source((*log)->source(), options);
  if ((*log)->lost()) return *(*log)->lost();
  return found;
}

}  // namespace

Result<ExportFindings, OperatorFault> write_report(OperatorDesk& desk, const OperatorWish& wish) {
  auto found = look_at(desk, wish, std::nullopt);
  if (!found) return found.error();
  // Later events may already be counted when the verification finds a fault: count again, up to it.
  const auto& fault = found->verdict.first_error;
  if (fault && fault->sequence && found->activity.events >= fault->sequence->value()) {
    found = look_at(desk, wish, fault->sequence);
    if (!found) return found.error();
  }
  ExportFile file(wish.file);
  file.write(report_page({found->verdict, found->activity, !wish.verification.folder.empty()}));
  if (auto why = file.finish()) return OperatorFault{*std::move(why)};
  return std::move(found->verdict);
}

}  // namespace countersign

// A whole exported log as a folder, changed by somebody without a key. The first byte says whether
// the auditor has the log's key. An export that is believed has the events that were signed.
#include "core/check.h"
#include "events/audit/export/verify_export.h"
#include "tests/events/support/temp_folder.h"
#include "tests/fuzz/folder_edits.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::export_folder_target {

constexpr std::uint64_t kEvents = 40;
constexpr std::uint64_t kOlderCheckpoint = 17;

// An honest export in a folder, which is as it was made between two inputs.
class Specimen {
 public:
  Specimen() {
    const ExportableLog log(kEvents, 1);
    honest_ = log.image();
    honest_[export_folder::path_of_older(kOlderCheckpoint)] = log.note(kOlderCheckpoint);
    change_folder(folder_.path(), {}, honest_);
  }

  void verify_changed(std::string_view changes, const VerifyExportOptions& options) {
    const FolderImage changed = edited(honest_, changes);
    change_folder(folder_.path(), honest_, changed);
    const ExportFindings verdict = verify_export(folder_.path(), options);
    change_folder(folder_.path(), changed, honest_);
    if (verdict.ok()) {
      const auto events = changed.find(std::string(export_folder::kEvents));
      check(events != changed.end() && events->second == honest_.at(events->first),
            "an export that is believed has exactly the events that were signed");
      check(verdict.events == kEvents && verdict.size == kEvents,
            "an export that is believed is verified in full");
    } else {
      check(!verdict.first_error->why.empty(), "the refusal of an export has a reason");
      check(changed != honest_, "an unchanged export is believed");
    }
  }

 private:
  TempFolder folder_;
  FolderImage honest_;
};

void run(std::string_view input) {
  static Specimen specimen;
  VerifyExportOptions options;
  if (take_number<std::uint8_t>(input) % 2 == 0) options.keys = ExportableLog::keys();
  specimen.verify_changed(input, options);
}

constexpr TargetLimits kLimits{.allocation_mb = 16, .memory_mb = 1200, .seconds = 25};
const Target kTarget("export_folder", run, kLimits);

}  // namespace countersign::fuzz::export_folder_target

// A range of a log as a folder, changed by somebody without a key, and the file that describes a
// range. The first byte says whether the auditor has the log's key. A range that is believed has
// the events that were signed.
#include "core/check.h"
#include "events/audit/range/verify_range.h"
#include "tests/events/audit/range/made_range.h"
#include "tests/events/support/temp_folder.h"
#include "tests/fuzz/folder_edits.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::range_folder_target {

constexpr std::uint64_t kEvents = 40;
constexpr std::uint64_t kFrom = 17;

// An honest range in a folder, which is as it was made between two inputs.
class Specimen {
 public:
  Specimen() : honest_(range_image(ExportableLog(kEvents, 1), kFrom, kEvents)) {
    change_folder(folder_.path(), {}, honest_);
  }

  void verify_changed(std::string_view changes, const VerifyExportOptions& options) {
    const FolderImage changed = edited(honest_, changes);
    change_folder(folder_.path(), honest_, changed);
    const RangeFindings verdict = verify_range(folder_.path(), options);
    change_folder(folder_.path(), changed, honest_);
    if (verdict.ok()) {
      const auto events = changed.find(std::string(export_folder::kEvents));
      check(events != changed.end() && events->second == honest_.at(events->first),
            "a range that is believed has exactly the events that were signed");
      check(verdict.from == kFrom && verdict.found.events == kEvents - kFrom,
            "a range that is believed is verified in full");
    } else {
      check(!verdict.found.first_error->why.empty(), "the refusal of a range has a reason");
      check(changed != honest_, "an unchanged range is believed");
    }
  }

 private:
  TempFolder folder_;
  FolderImage honest_;
};

void run(std::string_view input) {
  if (const auto range = parse_range_file(input)) {
    check(to_text(*range) == input, "the description of a range has one text");
    check(range->events() > 0 && range->from() > 0, "a range has events, and events before it");
  }
  static Specimen specimen;
  VerifyExportOptions options;
  if (take_number<std::uint8_t>(input) % 2 == 0) options.keys = ExportableLog::keys();
  specimen.verify_changed(input, options);
}

constexpr TargetLimits kLimits{.allocation_mb = 16, .memory_mb = 1200, .seconds = 25};
const Target kTarget("range_folder", run, kLimits);

}  // namespace countersign::fuzz::range_folder_target

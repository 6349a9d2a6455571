// A whole folder of backups with RocksDB's files, changed by somebody without a key. An operator
// who has the log's key believes no change, and no changed file is passed to RocksDB.
#include "core/check.h"
#include "tests/fuzz/backup_specimen.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::backup_folder_target {

void run(std::string_view input) {
  static BackupSpecimen specimen;
  const auto [covered, verdict] = specimen.verify_changed_by_a_stranger(input);
  if (verdict && verdict->ok()) {
    check(!covered, "a backup that is believed is unchanged since the backup was signed");
  } else {
    check(covered, "a backup that is refused has changed since the backup was signed");
    check(!(verdict ? verdict->damage->why : verdict.error()).empty(),
          "the refusal of a backup has a reason");
  }
}

constexpr TargetLimits kLimits{.allocation_mb = 64, .memory_mb = 1600, .seconds = 25};
const Target kTarget("backup_folder", run, kLimits);

}  // namespace countersign::fuzz::backup_folder_target

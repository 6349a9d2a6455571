// RocksDB's files in a folder of backups, changed by somebody who corrects all checksums, for an
// operator without the log's key. RocksDB reads from them no event, or a log, or damage.
#include "tests/fuzz/backup_specimen.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::backup_database_target {

void run(std::string_view input) {
  static BackupSpecimen specimen;
  specimen.read_changed_by_an_expert(input);
}

constexpr TargetLimits kLimits{.allocation_mb = 256, .memory_mb = 2400, .seconds = 25};
const Target kTarget("backup_database", run, kLimits);

}  // namespace countersign::fuzz::backup_database_target

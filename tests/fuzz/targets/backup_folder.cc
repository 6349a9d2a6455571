// A whole folder of backups with RocksDB's files, changed by somebody without a key. An operator
// who has the log's key believes no change, and no changed file is passed to RocksDB.
#include "core/check.h"
#include "tests/fuzz/backup_specimen.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz {
namespace {

void run(std::string_view input) {
  static BackupSpecimen specimen;
  const auto [covered, verdict] = specimen.verify_changed_by_a_stranger(input);
  if (verdict && verdict->ok()) {
    check(!covered, "what is believed was signed");
  } else {
    check(covered, "an honest backup is believed");
    check(!(verdict ? verdict->damage->why : verdict.error()).empty(), "a refusal has a sentence");
  }
}

const Target kTarget("backup_folder", run);

}  // namespace
}  // namespace countersign::fuzz

#include "projections/backup/last_backup.h"

#include <doctest/doctest.h>

#include <fstream>

#include "tests/events/support/temp_folder.h"

namespace countersign::last_backup_test {

const UtcTime kMonday = *parse_utc_time("2026-11-23T02:00:00Z");
const UtcTime kTuesday = *parse_utc_time("2026-11-24T02:00:00Z");

TEST_CASE("a folder knows its last backup, and the last one that was whole") {
  const TempFolder folder;
  CHECK_FALSE(last_backup_of(folder.path()));
  CHECK_FALSE(note_backup(folder.path(), kMonday, BackupOutcome::Made));
  CHECK(last_backup_of(folder.path()) == LastBackup{kMonday, BackupOutcome::Made, kMonday});
  for (const BackupOutcome bad : {BackupOutcome::Failed, BackupOutcome::Incomplete}) {
    CHECK_FALSE(note_backup(folder.path(), kTuesday, bad));
    CHECK(last_backup_of(folder.path()) == LastBackup{kTuesday, bad, kMonday});
  }
}

TEST_CASE("a first backup that failed leaves none that was whole") {
  const TempFolder folder;
  CHECK_FALSE(note_backup(folder.path(), kMonday, BackupOutcome::Failed));
  CHECK(last_backup_of(folder.path()) == LastBackup{kMonday, BackupOutcome::Failed, {}});
}

TEST_CASE("only what was written is read of a last backup") {
  const std::string text = to_text(LastBackup{kTuesday, BackupOutcome::Incomplete, kMonday});
  CHECK(parse_last_backup(text) == LastBackup{kTuesday, BackupOutcome::Incomplete, kMonday});
  for (std::size_t cut = 0; cut < text.size(); ++cut) {
    CHECK_FALSE(parse_last_backup(std::string_view(text).substr(0, cut)));
  }
  for (const char* other : {"",
                            "\n\n\n",
                            "tried 2026-11-23T02:00:00Z\noutcome FINE\nmade never\n",
                            "tried monday\noutcome MADE\nmade never\n",
                            "tried 2026-11-23T02:00:00Z\noutcome MADE\nmade \n",
                            "tried 2026-11-23T02:00:00Z\noutcome MADE\nmade never\nmore\n"}) {
    CAPTURE(other);
    CHECK_FALSE(parse_last_backup(other));
  }
}

TEST_CASE("a damaged note is no backup, and the next one replaces it") {
  const TempFolder folder;
  std::ofstream(folder.path() / "LAST-BACKUP") << "tried";
  CHECK_FALSE(last_backup_of(folder.path()));
  CHECK_FALSE(note_backup(folder.path(), kMonday, BackupOutcome::Made));
  CHECK(last_backup_of(folder.path())->made_at == kMonday);
}

TEST_CASE("a note that cannot be written is told") {
  const TempFolder folder;
  CHECK(note_backup(folder.path() / "missing", kMonday, BackupOutcome::Made).has_value());
}

}  // namespace countersign::last_backup_test

#pragma once
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.h"
#include "projections/backup/verify_backup.h"
#include "tests/events/support/temp_folder.h"
#include "tests/fuzz/folder_edits.h"

namespace countersign::fuzz {

struct DataOpening;

// A folder with one honest backup, signed with the log's key. Between two calls the folder is as it
// was made. Its RocksDB tables have no block checksums, so that RocksDB reads changed blocks. Not
// thread-safe.
class BackupSpecimen {
 public:
  BackupSpecimen();
  ~BackupSpecimen();

  using Verdict = Result<BackupFindings, std::string>;

  // Verifies changes made by somebody without the log's key, for an operator who has that key.
  struct Changed {
    bool covered;  // a file differs from what was signed
    Verdict verdict;
  };
  Changed verify_changed_by_a_stranger(std::string_view changes);

  // Reads changes made by somebody who corrects all checksums: in the manifest, in the description
  // of the database, and in RocksDB's own files. The operator has no key. A backup that is believed
  // is restored and opened.
  void read_changed_by_an_expert(std::string_view changes);

 private:
  std::filesystem::path backups() const { return temp_.path() / "backups"; }
  bool is_as_signed(const FolderImage& changed) const;
  void seal_anew();
  void restore_and_open();

  TempFolder temp_;
  std::unique_ptr<DataOpening> with_;
  FolderImage honest_;
};

}  // namespace countersign::fuzz

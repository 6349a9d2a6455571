#pragma once
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.h"
#include "projections/backup/verify_backup.h"
#include "tests/events/temp_folder.h"
#include "tests/fuzz/folder_edits.h"

namespace countersign::fuzz {

struct DataOpening;

// A folder with one honest backup, signed by the log's key. Between two calls it lies there as it
// was made. RocksDB's tables in it have no checksums of their blocks, so that RocksDB reads what is
// changed in one. One thread.
class BackupSpecimen {
 public:
  BackupSpecimen();
  ~BackupSpecimen();

  using Verdict = Result<BackupVerdict, std::string>;

  // By somebody without the log's key, for an operator who has it.
  struct Changed {
    bool covered;  // a file is not as it was signed
    Verdict verdict;
  };
  Changed verify_changed_by_a_stranger(std::string_view changes);

  // By somebody whose checksums are all right: in the manifest, in the description of the database,
  // and in RocksDB's own files. The operator has no key. What is believed is restored and opened.
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

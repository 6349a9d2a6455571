#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "core/result.h"
#include "events/store_error.h"
#include "events/vault/key_ring.h"
#include "events/vault/vault.h"
#include "projections/folder_age.h"
#include "projections/queries.h"

namespace countersign {

// The stored files of a data folder held against what its log names, before any is removed.
struct FileSurvey {
  std::uint64_t named_files = 0;  // by the log
  // Nothing if the disk did not let them be listed.
  std::optional<Vault::Orphans> found{};

  // The log names files, and none of them is there: who removed the others would rely on a log,
  // or on a folder of files, that is not the one that belongs here.
  bool names_none_of_them() const { return found && named_files > 0 && found->known_files == 0; }
  std::uint64_t missing_files() const {
    return found && found->known_files < named_files ? named_files - found->known_files : 0;
  }
};

// Reads a view for each file. An error when a view cannot be read.
Result<FileSurvey, StoreError> survey_files(const Vault& vault, const Queries& queries);

// A sentence for the operator when the log names files, and the folder `files` is not there.
// Another one is not made in its place.
std::optional<std::string> refusal_without_files(const std::filesystem::path& files,
                                                 const Totals& totals);

// A sentence for the operator when log, keys and files of `data` cannot belong together: what is
// there would be removed only because what names it is missing.
std::optional<std::string> doubt_about(const std::filesystem::path& data,
                                       FolderAge age,
                                       const FileSurvey& survey,
                                       const Queries& queries,
                                       const KeyRing& keys);

}  // namespace countersign

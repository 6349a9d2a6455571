#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/ids.h"
#include "core/result.h"
#include "events/store_error.h"
#include "events/vault/files/vault.h"
#include "events/vault/key_ring.h"
#include "projections/erasure/folder_age.h"
#include "projections/queries/queries.h"

namespace countersign {

// Compares the stored files of a data folder with the files that its log names, before any is
// removed. A file that the log does not name is removed only if that is explained:
//
//   purged    the log says that its session was purged
//   rest      no event has ever named it (vault.h), so it is the remains of an upload
//   stranger  an event has named it, but not in this log: it is kept
//
// A stranger means an older log, another folder's log, or another folder's files. Then a rest is in
// doubt too, since the process may have died between an event and the removal of the file's mark as
// new, so the rests are kept with the strangers. The times of files are ignored: clocks can be set.
struct FileSurvey {
  std::uint64_t named_files = 0;  // named by the log
  // Those of the named files whose session a restored log still has to purge; see restored.h.
  std::uint64_t purged_at_restore = 0;
  // Empty if the disk did not let the files be listed.
  std::optional<Vault::Found> found{};
  std::vector<FilePlace> purged{};  // moved here from `found`
  // The operator has declared the files that the log does not name worthless (REMOVE-UNNAMED).
  bool given_up = false;

  // The log names files, but none of them exists: either the log or the folder of files does not
  // belong here.
  bool names_none_of_them() const {
    return found && named_files > purged_at_restore && found->known_files == 0;
  }
  std::uint64_t missing_files() const {
    return found && found->known_files < named_files ? named_files - found->known_files : 0;
  }
  std::uint64_t unnamed_files() const {
    return found ? found->rests.size() + found->strangers.size() + purged.size() : 0;
  }
  std::vector<FilePlace> to_remove() const;
  std::vector<FilePlace> to_keep() const;  // although the log does not name them
};

// Reads a view for each file. `purged` are the sessions to be purged whose files a restored log
// still names. Fails if a view cannot be read.
Result<FileSurvey, StoreError> survey_files(const std::filesystem::path& data,
                                            const Vault& vault,
                                            const Queries& queries,
                                            const std::vector<SessionId>& purged);

// Returns a sentence for the operator if the log names files but the folder `files` does not exist.
// The folder is not created again. REQUIRES: `purged` as above.
Result<std::optional<std::string>, StoreError> refusal_without_files(
    const std::filesystem::path& files,
    const Queries& queries,
    const std::vector<SessionId>& purged);

// Returns a sentence for the operator if log, keys and files of `data` cannot belong together.
// Files or slots would then be removed only because the events that name them are missing.
Result<std::optional<std::string>, StoreError> doubt_about(const std::filesystem::path& data,
                                                           const FileSurvey& survey,
                                                           const Queries& queries,
                                                           const KeyRing& keys);

// Returns a sentence for the operator about the files that are kept although the log does not name
// them.
std::optional<std::string> warning_of_kept_files(const std::filesystem::path& data,
                                                 const FileSurvey& survey);

}  // namespace countersign

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

// The stored files of a data folder held against what its log names, before any is removed. A file
// that the log does not name is removed only where that is explained:
//
//   purged    the log says that its session was purged
//   rest      no event has ever named it (vault.h), so it is the rest of an upload
//   stranger  an event has named it, and not in this log: it is kept
//
// Who finds a stranger has an older log, another folder's log, or another folder's files. What is a
// rest then is in doubt too, since the process may have died between an event and the mark, so
// the rests are kept with the strangers. The times of files are not asked: clocks are set.
struct FileSurvey {
  std::uint64_t named_files = 0;  // by the log
  // Of those, how many a restored log still names and has been told to purge; see restored.h.
  std::uint64_t purged_at_restore = 0;
  // Nothing if the disk did not let them be listed.
  std::optional<Vault::Found> found{};
  std::vector<FilePlace> purged{};  // taken out of `found`
  // The operator has said that what the log does not name is worth nothing.
  bool given_up = false;

  // The log names files, and none of them is there: who served from it would rely on a log,
  // or on a folder of files, that is not the one that belongs here.
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

// Reads a view for each file. `purged` are sessions whose files a restored log still names. An
// error when a view cannot be read.
Result<FileSurvey, StoreError> survey_files(const std::filesystem::path& data,
                                            const Vault& vault,
                                            const Queries& queries,
                                            const std::vector<SessionId>& purged);

// A sentence for the operator when the log names files, and the folder `files` is not there.
// Another one is not made in its place. REQUIRES: `purged` as above.
Result<std::optional<std::string>, StoreError> refusal_without_files(
    const std::filesystem::path& files,
    const Queries& queries,
    const std::vector<SessionId>& purged);

// A sentence for the operator when log, keys and files of `data` cannot belong together: what is
// there would be removed only because what names it is missing.
Result<std::optional<std::string>, StoreError> doubt_about(const std::filesystem::path& data,
                                                           const FileSurvey& survey,
                                                           const Queries& queries,
                                                           const KeyRing& keys);

// A sentence for the operator about the files that are kept although the log does not name them.
std::optional<std::string> warning_of_kept_files(const std::filesystem::path& data,
                                                 const FileSurvey& survey);

}  // namespace countersign

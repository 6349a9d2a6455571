#pragma once
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

// Whether the log, the keys and the files of a data folder can belong together. Asked at each
// start, before anything is removed. The reads do not grow with the number of stored files, unless
// files are lost: a start looks for one file that the log names.
namespace countersign {

// Returns a sentence for the operator if the log names files but the folder `files` does not exist.
// The folder is not created again. `purged` are the sessions to be purged whose files a restored
// log still names; see restored.h.
Result<std::optional<std::string>, StoreError> refusal_without_files(
    const std::filesystem::path& files,
    const Queries& queries,
    const std::vector<SessionId>& purged);

// Returns a sentence for the operator if log, keys and files of `data` cannot belong together: the
// log is without a session, and there are files; the log is empty, and there are slots of days; or
// the log names files, and none of them exists. Files or slots would then be removed only because
// the events that name them are missing. Fails if the views or the files cannot be read.
Result<std::optional<std::string>, StoreError> doubt_about(const std::filesystem::path& data,
                                                           const Vault& vault,
                                                           const Queries& queries,
                                                           const KeyRing& keys,
                                                           const std::vector<SessionId>& purged);

}  // namespace countersign

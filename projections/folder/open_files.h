#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/ids.h"
#include "core/result.h"
#include "core/utc_time.h"
#include "events/vault/files/vault.h"
#include "events/vault/key_ring.h"
#include "projections/erasure/left_uploads.h"
#include "projections/folder/data_folder.h"
#include "projections/queries/queries.h"

// The steps of DataFolder::open() that are about the stored files. Failures are sentences for the
// operator. One thread.
namespace countersign {

// Opens the vault, unless the log names files and there is no folder of files. `purged` are the
// sessions that a restored log still has to purge. REQUIRES: the views are current.
Result<std::unique_ptr<Vault>, std::string> open_vault(const DataFolderOptions& options,
                                                       const std::vector<SessionId>& purged,
                                                       const Queries& queries,
                                                       const Clock& clock);

// Refuses parts that cannot belong together (folder_doubt.h), and settles what the last process had
// under way (left_uploads.h). Calls `mend` and tries again if a view is damaged; `mend` returns a
// sentence if the view cannot be mended.
Result<LeftUploads, std::string> look_at_files(
    const DataFolderOptions& options,
    Vault& vault,
    const Queries& queries,
    const KeyRing& keys,
    const std::vector<SessionId>& purged,
    const std::function<std::optional<std::string>()>& mend);

}  // namespace countersign

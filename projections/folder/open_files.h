#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/ids.h"
#include "core/result.h"
#include "core/utc_time.h"
#include "events/event_store.h"
#include "events/vault/files/vault.h"
#include "events/vault/key_ring.h"
#include "projections/erasure/left_uploads.h"
#include "projections/folder/data_folder.h"
#include "projections/queries/queries.h"

// The steps of DataFolder::open() that are about files beside the log. Failures are sentences for
// the operator. One thread.
namespace countersign {

// The last event that the newest checkpoint of a data folder covers. Its signature is checked
// later: here a checkpoint can only prevent events from being cut off. An unreadable checkpoint
// prevents that for all events.
Sequence covered_by_checkpoint(const std::filesystem::path& data);

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

// Makes a store that several data folders can reach that of this log, by the SHA-256 of the log's
// first event, which all copies and backups of the log have. Refuses the store of another log:
// each would take the other's files for strangers. Nothing else of the store was changed before.
// REQUIRES: the log has begun, or is one of the tests that have no beginning.
std::optional<std::string> claim_store(const DataFolderOptions& options,
                                       Vault& vault,
                                       const EventStore& log);

}  // namespace countersign

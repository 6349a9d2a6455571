#pragma once
#include <cstdint>
#include <vector>

#include "core/result.h"
#include "events/store_error.h"
#include "events/vault/files/vault.h"
#include "projections/queries/queries.h"

namespace countersign {

// The new files (vault.h) that a start finds: all that the last process had under way.
struct LeftUploads {
  // They have their place, and this log does not name them. They are kept until a survey has found
  // no stranger (file_survey.h): in an older log, an event that is missing here may name them.
  std::vector<FilePlace> in_doubt{};
  std::uint64_t removed = 0;  // files without a place, which no event of any log has ever named
  bool unlisted = false;      // the store did not say of each what there is; the next start asks
};

// At a start, once nothing is in doubt (folder_doubt.h): takes the files that the log names out of
// the new files, and removes those that have no place. Its work grows with the number of new files,
// and with nothing else. Fails if a view cannot be read. A file that cannot be changed is left to
// the next start. Idempotent; one thread.
Result<LeftUploads, StoreError> settle_left_uploads(Vault& vault, const Queries& queries);

}  // namespace countersign

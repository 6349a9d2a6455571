#pragma once
#include <string>

#include "events/audit/export/verify_export.h"

namespace countersign {

// {ok, events, size, root, origin, keysFrom, cosignatures: [{witness, at}], checkpoints, receipts,
//  firstError: null | {sequence, file, why}}; `root` as in a checkpoint, `sequence` and `root`
// null where unknown.
std::string verdict_json(const ExportVerdict& verdict);

}  // namespace countersign

#pragma once
#include <string>

#include "events/audit/export/verify_export.h"

namespace countersign {

// The verdict as {ok, events, size, root, origin, keysFrom, cosignatures: [{witness, at}],
// decisions: {signed, unsigned, byClients},
// passkeys: {byPasskeys, byLinks, byProviders, unsaid}, checkpoints, receipts,
// firstError: null | {sequence, file, why}}. `root` is written as in a checkpoint; `sequence` and
// `root` are null if unknown.
std::string verdict_json(const ExportFindings& verdict);

}  // namespace countersign

#pragma once
#include <string>

#include "events/audit/export/verify_export.h"
#include "events/audit/range/verify_range.h"

namespace countersign {

// The verdict as {ok, events, size, root, origin, keysFrom, cosignatures: [{witness, at}],
// decisions: {signed, unsigned, byClients},
// passkeys: {byPasskeys, byLinks, byProviders, unsaid}, checkpoints, receipts,
// firstError: null | {sequence, file, why}}. `root` is written as in a checkpoint; `sequence` and
// `root` are null if unknown.
std::string verdict_json(const ExportFindings& verdict);

// The verdict on a range as {ok, from, to, events, fromRoot, root, firstAt, lastAt, origin,
// keysFrom, cosignatures, streams: {begun, continued}, checkpoints, receipts, notJudged,
// firstError}. `notJudged` has a sentence for each rule that a range says nothing about.
std::string verdict_json(const RangeFindings& verdict);

}  // namespace countersign

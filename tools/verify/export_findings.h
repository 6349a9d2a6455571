#pragma once
#include <string>

#include "events/audit/export/verify_export.h"
#include "events/audit/range/verify_range.h"

namespace countersign {

// The verdict as {ok, events, size, root, origin, keysFrom, cosignatures: [{witness, at}],
// decisions: {signed, unsigned, byClients},
// passkeys: {byPasskeys, byLinks, byProviders, unsaid}, checkpoints, receipts,
// state: {goesOnBehind, begunAnew, kept, note}, firstError: null | {sequence, file, why}}. `state`
// is there if the verification was given one: behind how many events it went on, null or why the
// state that was there was not used, whether the next one goes on from here, and what this proves.
// `root` is written as in a checkpoint; `sequence` and
// `root` are null if unknown.
std::string verdict_json(const ExportFindings& verdict);

// The verdict on a range as {ok, from, to, events, fromRoot, root, firstAt, lastAt, origin,
// keysFrom, cosignatures, streams: {begun, continued}, checkpoints, receipts, notJudged,
// firstError}. `notJudged` has a sentence for each rule that a range says nothing about.
std::string verdict_json(const RangeFindings& verdict);

}  // namespace countersign

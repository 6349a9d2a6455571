#pragma once
#include <cstddef>

#include "events/audit/export/verify_export.h"
#include "events/audit/export/write_export.h"

namespace countersign {

// Checks a log at the source of an export, without a folder: the signature of its checkpoint; event
// by event its stored form, place, time and stream; at the end the root. `file` of a fault is
// "checkpoint" or "events". The keys are the source's own, so whoever controls the source may have
// made up the whole log. Uses only `each`, `progress`, `judged` and `means` of `options`.
//
// A failure of the source is a fault as well: a fault of the event that the source did not give.
// One pass in bounded memory, like verify_export(). Blocks.
ExportFindings verify_source(const ExportSource& source, const VerifyExportOptions& options);

}  // namespace countersign

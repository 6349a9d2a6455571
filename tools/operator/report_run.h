#pragma once
#include <functional>
#include <string>

#include "core/result.h"
#include "events/audit/export/verify_export.h"
#include "tools/operator/operator_desk.h"
#include "tools/operator/operator_wish.h"

namespace countersign {

// Verifies the export that the wish names, or else the log of the desk, and writes a report about
// it to the wish's file. Returns the verdict, whether good or bad, or a fault if no page was
// written. Blocks; one thread.
Result<ExportFindings, OperatorFault> write_report(OperatorDesk& desk, const OperatorWish& wish);

}  // namespace countersign

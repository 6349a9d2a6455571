#pragma once
#include <functional>
#include <string>

#include "core/result.h"
#include "events/audit/export/verify_export.h"
#include "tools/operator/operator_desk.h"
#include "tools/operator/operator_wish.h"

namespace countersign {

// Verifies the export that the wish names, or else the log of the desk, and writes the report of it
// to the wish's file. The verdict, be it good or bad; a fault if there is no page. Blocks; one
// thread.
Result<ExportVerdict, OperatorFault> write_report(OperatorDesk& desk, const OperatorWish& wish);

// What a verification was asked for on the command line.
VerifyExportOptions verify_options_of(const OperatorWish& wish);

}  // namespace countersign

#pragma once
#include <filesystem>

#include "core/result.h"
#include "projections/export/write_export.h"
#include "tools/operator_desk.h"

namespace countersign {

// Has the log signed as it is now, and brings the folder up to that checkpoint
// (projections/export). On a terminal, stderr shows how far it is. Blocks; one thread.
Result<ExportReport, OperatorFault> export_to_folder(OperatorDesk& desk,
                                                     const std::filesystem::path& folder);

}  // namespace countersign

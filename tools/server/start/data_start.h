#pragma once
#include <functional>
#include <memory>

#include "core/result.h"
#include "projections/folder/data_folder.h"
#include "tools/machine/operator_log.h"
#include "tools/options/settings.h"
#include "tools/server/start/cannot_serve.h"
#include "tools/server/start/sources.h"

namespace countersign {

// Opens the keys of the installation and the data folder with them. Says in the operator's log
// which keys were made, and each slow step. `on_failure` is that of DataFolder::open().
// REQUIRES: `sources` and `operator_log` outlive the folder.
Result<std::unique_ptr<DataFolder>, CannotServe> open_data(
    const ServerSettings& settings,
    Sources& sources,
    OperatorLog& operator_log,
    std::function<void(StoreError)> on_failure);

}  // namespace countersign

#pragma once
#include <memory>

#include "core/result.h"
#include "http/pages/docs/doc_site.h"
#include "tools/machine/operator_log.h"
#include "tools/options/settings.h"
#include "tools/server/start/cannot_serve.h"

namespace countersign {

// Reads the documentation that the settings name, and says in the operator's log how much it is.
// Null if they name none.
Result<std::unique_ptr<const http::DocSite>, CannotServe> read_docs(const ServerSettings& settings,
                                                                    OperatorLog& operator_log);

}  // namespace countersign

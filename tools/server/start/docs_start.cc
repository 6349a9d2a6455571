#include "tools/server/start/docs_start.h"

#include <string>
#include <utility>

namespace countersign {

Result<std::unique_ptr<const http::DocSite>, CannotServe> read_docs(const ServerSettings& settings,
                                                                    OperatorLog& operator_log) {
  if (!settings.docs) return std::unique_ptr<const http::DocSite>();
  auto site = http::DocSite::read(*settings.docs);
  if (!site) return CannotServe{"--docs-folder: " + site.error(), true};
  operator_log.info("docs: read: shown under /docs until the next start",
                    {{"folder", settings.docs->string()},
                     {"files", std::to_string((*site)->files())},
                     {"left_out", std::to_string((*site)->left_out())}});
  return std::move(site).value();
}

}  // namespace countersign

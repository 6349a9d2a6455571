#pragma once
#include <string>

#include "core/log/log_history.h"
#include "projections/fold/projection.h"

namespace countersign {

// The LogHistory. Empty for a log of a release before 0.2.0, which does not record its beginning.
class LogView {
 public:
  static std::string key() { return "history"; }
  static LogHistory load(ViewBatch& views);

  static Projection projection();
  static void fold(const FoldedEvent<LogBegun>& folded, ViewBatch& views);
};

}  // namespace countersign

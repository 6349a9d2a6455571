#include "projections/views/log_view.h"

#include "projections/fold/record_bytes.h"

namespace countersign {

LogHistory LogView::load(ViewBatch& views) {
  return countersign::load<LogHistory>(views, space::kLog, key()).value_or(LogHistory{});
}

Projection LogView::projection() {
  return {.name = "log", .space = space::kLog, .shape = shape_of<LogHistory>()};
}

void LogView::fold(const FoldedEvent<LogBegun>& folded, ViewBatch& views) {
  views.put(space::kLog, key(), to_bytes(folded.state));
}

}  // namespace countersign

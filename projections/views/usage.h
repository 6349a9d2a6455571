#pragma once
#include <string>
#include <string_view>

#include "core/ids.h"
#include "core/utc_time.h"
#include "projections/fold/projection.h"

namespace countersign {

// The number of sessions that a client opened in a month: client key, 0x00, month -> count. The
// month is that of the event, which is never before the command's.
class Usage {
 public:
  static std::string key(const ClientKey& client, std::string_view month);
  // The count that decides on a quota: that of the month of `now`, or of the next month if the
  // log's time has run ahead into it and its count is higher.
  static std::uint64_t opened(ViewBatch& views, const ClientKey& client, UtcTime now);

  static Projection projection();
  static void fold(const FoldedEvent<SessionCreated>& folded, ViewBatch& views);
};

}  // namespace countersign

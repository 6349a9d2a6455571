#pragma once
#include <chrono>
#include <optional>

#include "core/inspection/judgement.h"
#include "core/terms.h"
#include "core/utc_time.h"

namespace countersign {

// The declared side and type of a document, and the time at which it is shown.
struct DocumentClaim {
  Side side = Side::Front;
  std::optional<DocumentType> type;
  UtcTime now;
};

// Whether the document's printed data is compared when this side is shown: the side on which the
// last of its data is seen. The front of a card is compared when its back is shown.
bool shows_data(const DocumentClaim& claim);

// Judges the claim against the document's own data, from its MRZ or bar code. Pure. A Judgement
// does not even reveal how long ago the document expired.
Judgement judge_last_day(std::chrono::sys_days last_day, UtcTime now);
Judgement judge_declared_type(bool is_another);

}  // namespace countersign

#include "core/inspection/review/document_claim.h"

#include "core/inspection/mrz/mrz_dates.h"

namespace countersign {

Judgement judge_last_day(std::chrono::sys_days last_day, UtcTime now) {
  return refuse_if(
      wording(kExpiryCheck, "DOCUMENT_EXPIRED", "The document has expired. Use one that is valid."),
      expired(last_day, now));
}

Judgement judge_declared_type(bool is_another) {
  return refuse_if(wording(kTypeCheck,
                           "DOCUMENT_TYPE_MISMATCH",
                           "This is another kind of document than was declared."),
                   is_another);
}

}  // namespace countersign

#pragma once
#include <chrono>
#include <optional>
#include <string_view>

#include "core/inspection/judgement.h"
#include "core/terms.h"
#include "core/utc_time.h"

namespace countersign {

// What was declared of a document, and the day on which it is shown.
struct DocumentClaim {
  Side side = Side::Front;
  std::optional<DocumentType> type;
  UtcTime now;
};

// The claim against what a document says of itself, whether in a zone or in a bar code. Pure.
// Not even how long ago it expired is in a judgement.
inline constexpr std::string_view kExpiryCheck = "DOCUMENT_EXPIRY";
inline constexpr std::string_view kTypeCheck = "DOCUMENT_TYPE";
Judgement judge_last_day(std::chrono::sys_days last_day, UtcTime now);
Judgement judge_declared_type(bool is_another);

}  // namespace countersign

#include "core/inspection/review/document_claim.h"

#include "core/inspection/mrz/mrz_dates.h"

namespace countersign {

Judgement judge_last_day(std::chrono::sys_days last_day, UtcTime now) {
  return refuse_if(wording(Check::DocumentExpiry), expired(last_day, now));
}

Judgement judge_declared_type(bool is_another) {
  return refuse_if(wording(Check::DocumentType), is_another);
}

bool shows_data(const DocumentClaim& claim) {
  if (claim.side == Side::Back) return true;
  switch (claim.type.value_or(DocumentType::Other)) {
    case DocumentType::Passport:
    case DocumentType::Other:
      return true;
    case DocumentType::IdCard:
    case DocumentType::DrivingLicense:
    case DocumentType::ResidencePermit:
      break;
  }
  return false;
}

}  // namespace countersign

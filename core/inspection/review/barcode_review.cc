#include "core/inspection/review/barcode_review.h"

#include "core/inspection/mrz/mrz_dates.h"

namespace countersign {
namespace {

Judgement judge_expiry(const AamvaCard& card, UtcTime now) {
  const auto last_day = aamva_day(card.expiry_date);
  return last_day ? judge_last_day(*last_day, now) : not_performed(Check::DocumentExpiry);
}

// No AAMVA card is a residence permit.
bool of_another_type(AamvaType type, DocumentType declared) {
  return declared !=
         (type == AamvaType::DriverLicense ? DocumentType::DrivingLicense : DocumentType::IdCard);
}

Judgement judge_type(const AamvaCard& card, DocumentType declared) {
  if (!card.type) return not_performed(Check::DocumentType);
  return judge_declared_type(of_another_type(*card.type, declared));
}

}  // namespace

bool barcode_expected(const DocumentClaim& claim) {
  if (claim.side != Side::Back || !claim.type) return false;
  return *claim.type == DocumentType::IdCard || *claim.type == DocumentType::DrivingLicense ||
         *claim.type == DocumentType::ResidencePermit;
}

Judgement barcode_was_read() { return wording(Check::DocumentBarcode); }

std::vector<Judgement> judge_aamva(const AamvaCard& card, const DocumentClaim& claim) {
  return {judge_type(card, claim.type.value_or(DocumentType::Other)),
          judge_expiry(card, claim.now)};
}

std::vector<Judgement> nothing_to_compare() {
  return {not_performed(Check::DocumentExpiry), not_performed(Check::DocumentType)};
}

std::vector<Judgement> judge_no_barcode() {
  Judgement missing = wording(Check::DocumentBarcode);
  missing.status = CheckStatus::Warning;
  return {
      std::move(missing), not_performed(Check::DocumentExpiry), not_performed(Check::DocumentType)};
}

std::vector<Judgement> barcode_not_read(const DocumentClaim& claim) {
  if (claim.side != Side::Back || claim.type != DocumentType::DrivingLicense) return {};
  return {not_performed(Check::DocumentBarcode),
          not_performed(Check::DocumentExpiry),
          not_performed(Check::DocumentType)};
}

}  // namespace countersign

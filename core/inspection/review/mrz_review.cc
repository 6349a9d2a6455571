#include "core/inspection/review/mrz_review.h"

#include "core/inspection/mrz/mrz_dates.h"

namespace countersign {
namespace {

Judgement judge_legible(const MrzReading& reading,
                        MrzExpected expected,
                        const MrzThresholds& thresholds) {
  Judgement judgement =
      refuse_below(wording(Check::DocumentMrz), reading.confidence, thresholds.likeness);
  const bool required = expected == MrzExpected::Required ||
                        (expected == MrzExpected::Usual && thresholds.required_on_cards);
  const bool missing = judgement.status == CheckStatus::Failed;
  if (missing && !required) judgement.status = CheckStatus::Warning;
  return judgement;
}

Judgement judge_digits(const std::optional<Mrz>& mrz) {
  Judgement judgement =
      refuse_if(wording(Check::DocumentMrzCheckDigits), !mrz || !mrz->wrong.empty());
  judgement.value = mrz ? static_cast<double>(mrz->wrong.size()) : 1;
  judgement.threshold = 0;
  return judgement;
}

Judgement judge_dates(const Mrz& mrz, UtcTime now) {
  const bool sound =
      sound_birth_date(mrz.birth_date, now) && sound_expiry_date(mrz.expiry_date, now);
  return refuse_if(wording(Check::DocumentMrzDates), !sound);
}

Judgement judge_expiry(const Mrz& mrz, UtcTime now) {
  if (const auto last_day = expiry_day(mrz.expiry_date, now)) return judge_last_day(*last_day, now);
  // The date is not stated, or not all of it. It may be over all the same.
  const auto last_possible = last_possible_day(mrz.expiry_date, now);
  if (last_possible && expired(*last_possible, now)) return judge_last_day(*last_possible, now);
  return not_performed(Check::DocumentExpiry);
}

bool is_card_code(char code) { return code == 'A' || code == 'C' || code == 'I'; }

// Doc 9303 reserves P for passports (part 4), V for visas (part 7), and A, C and I for official
// travel documents of card size (parts 5 and 6). Other letters prove nothing.
bool of_another_type(const Mrz& mrz, DocumentType declared) {
  const bool passport = mrz.format == MrzFormat::Td3 && mrz.document_code == 'P';
  const bool visa = mrz.format == MrzFormat::MrvA || mrz.format == MrzFormat::MrvB;
  switch (declared) {
    case DocumentType::Passport:
      return !passport;
    case DocumentType::IdCard:
    case DocumentType::ResidencePermit:
      return mrz.format == MrzFormat::Td3 || visa;
    case DocumentType::DrivingLicense:
      return mrz.format == MrzFormat::Td3 || visa || is_card_code(mrz.document_code);
    case DocumentType::Other:
      break;
  }
  return false;
}

// A TD1 has its MRZ on the back (part 5, 4.1). Some states print it below the portrait:
// review_document() knows of the portrait.
Judgement judge_side(const Mrz& mrz, const DocumentClaim& claim) {
  return refuse_if(wording(Check::DocumentSide),
                   claim.side == Side::Front && mrz.format == MrzFormat::Td1);
}

// For a claim without an expected MRZ. A document of unknown type must not appear as not expired
// when its expiry was not read.
std::vector<Judgement> nothing_was_read(const DocumentClaim& claim) {
  if (claim.type && claim.type != DocumentType::Other) return {};
  return {not_performed(Check::DocumentExpiry)};
}

bool has_sides(DocumentType type) {
  return type == DocumentType::IdCard || type == DocumentType::ResidencePermit ||
         type == DocumentType::DrivingLicense;
}

}  // namespace

MrzExpected mrz_expected(const DocumentClaim& claim) {
  if (!claim.type || claim.type == DocumentType::Other) return MrzExpected::Unknown;
  if (claim.type == DocumentType::Passport) {
    return claim.side == Side::Front ? MrzExpected::Required : MrzExpected::Unknown;
  }
  if (claim.side == Side::Front) return MrzExpected::Elsewhere;
  // Few licences have an MRZ: most have a bar code.
  return claim.type == DocumentType::DrivingLicense ? MrzExpected::Unknown : MrzExpected::Usual;
}

std::vector<Judgement> judge_mrz(const MrzReading& reading,
                                 const DocumentClaim& claim,
                                 const MrzThresholds& thresholds) {
  const MrzExpected expected = mrz_expected(claim);
  Judgement legible = judge_legible(reading, expected, thresholds);
  if (!countersign::legible(reading, thresholds)) {
    if (expected == MrzExpected::Elsewhere) return {};
    if (expected == MrzExpected::Unknown) return nothing_was_read(claim);
    return {std::move(legible),
            not_performed(Check::DocumentExpiry),
            not_performed(Check::DocumentType)};
  }
  const auto mrz = parse_mrz(reading.lines);
  Judgement digits = judge_digits(mrz);
  const bool by_chance = digits.status == CheckStatus::Passed && !proven(reading, thresholds);
  if (by_chance) legible.status = CheckStatus::Warning;
  std::vector<Judgement> judgements = {std::move(legible), std::move(digits)};
  if (judgements.back().status == CheckStatus::Failed) {
    judgements.push_back(not_performed(Check::DocumentExpiry));
    judgements.push_back(not_performed(Check::DocumentType));
    return judgements;
  }
  const DocumentType type = claim.type.value_or(DocumentType::Other);
  // First, report a document of another type.
  if (type != DocumentType::Other)
    judgements.push_back(judge_declared_type(of_another_type(*mrz, type)));
  if (has_sides(type)) judgements.push_back(judge_side(*mrz, claim));
  judgements.push_back(judge_dates(*mrz, claim.now));
  judgements.push_back(judge_expiry(*mrz, claim.now));
  return judgements;
}

std::vector<Judgement> mrz_not_read(const DocumentClaim& claim) {
  const MrzExpected expected = mrz_expected(claim);
  if (expected == MrzExpected::Elsewhere) return {};
  if (expected == MrzExpected::Unknown) return nothing_was_read(claim);
  return {not_performed(Check::DocumentMrz),
          not_performed(Check::DocumentExpiry),
          not_performed(Check::DocumentType)};
}

}  // namespace countersign

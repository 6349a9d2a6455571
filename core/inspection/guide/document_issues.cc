#include "core/inspection/guide/document_issues.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "core/inspection/guide/guide_barcode.h"
#include "core/inspection/judgement.h"
#include "core/inspection/review/document_review.h"

namespace countersign {
namespace {

std::vector<Issue> issues_of(const Picture& picture,
                             const DocumentClaim& claim,
                             const Thresholds& thresholds) {
  Evaluation evaluation;
  record(review_document(picture, claim, thresholds), evaluation);
  return std::move(evaluation.issues);
}

// Leaves what the other issues have too, and of an error that is a warning there a warning.
void keep_common(std::vector<Issue>& issues, const std::vector<Issue>& others) {
  std::erase_if(issues, [&](Issue& issue) {
    const auto same = std::ranges::find(others, issue.code, &Issue::code);
    if (same == others.end()) return true;
    if (same->severity == Severity::Warning) issue.severity = Severity::Warning;
    return false;
  });
}

// The bar codes that may be on the picture though the guide did not read them. On the back of a
// licence an AAMVA bar code is usual, and the zone is then not looked for.
std::span<const SupposedBarcode> further_barcodes(const DocumentClaim& claim) {
  static constexpr std::array kOnLicences = {SupposedBarcode::OfAnyKind, SupposedBarcode::Aamva};
  if (barcode_sight() != BarcodeSight::Unknown) return {};
  const std::span<const SupposedBarcode> all = kOnLicences;
  return claim.type == DocumentType::DrivingLicense ? all : all.first(1);
}

}  // namespace

std::vector<Issue> issues_to_tell(const Picture& picture,
                                  const DocumentClaim& claim,
                                  const Thresholds& thresholds) {
  seek_barcode();
  std::vector<Issue> issues = issues_of(picture, claim, thresholds);
  for (const SupposedBarcode barcode : further_barcodes(claim)) {
    if (issues.empty()) break;
    suppose(barcode);
    keep_common(issues, issues_of(picture, claim, thresholds));
  }
  std::ranges::stable_sort(issues, [](const Issue& a, const Issue& b) {
    return a.severity == Severity::Error && b.severity != Severity::Error;
  });
  return issues;
}

}  // namespace countersign

#include "tools/verify/verification.h"

#include "events/audit/range/range_file.h"
#include "events/audit/range/verify_range.h"
#include "tools/verify/export_findings.h"

namespace countersign {

VerifyExportOptions options_of(const Verification& verification) {
  VerifyExportOptions options;
  for (const std::string& key : verification.verifier_keys) {
    options.keys.push_back(*tlog::VerifierKey::parse(key));
  }
  for (const std::string& key : verification.witness_verifier_keys) {
    options.witnesses.push_back(*tlog::VerifierKey::parse(key));
  }
  options.since.assign(verification.since.begin(), verification.since.end());
  options.receipts.assign(verification.receipts.begin(), verification.receipts.end());
  options.means.folder = verification.temporary;
  options.state = verification.state;
  options.state_key = verification.state_key;
  return options;
}

VerdictText verdict_of(const Verification& verification, const VerifyExportOptions& options) {
  if (verification.is_range) {
    const RangeFindings verdict = verify_range(verification.folder, options);
    return {verdict.ok(), verdict_json(verdict)};
  }
  if (is_range_folder(verification.folder)) {
    ExportFindings refused;
    refused.first_error = LogFault{std::nullopt,
                                   std::string(range_folder::kRange),
                                   "the folder has a range of a log and not a whole one; --range "
                                   "verifies it"};
    return {false, verdict_json(refused)};
  }
  const ExportFindings verdict = verify_export(verification.folder, options);
  return {verdict.ok(), verdict_json(verdict)};
}

}  // namespace countersign

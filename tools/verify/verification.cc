#include "tools/verify/verification.h"

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
  return options;
}

}  // namespace countersign

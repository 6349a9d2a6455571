#pragma once
#include <string>
#include <vector>

#include "events/audit/export/verify_export.h"

namespace countersign {

// The options of a command line for verifying an exported log. The texts of the keys are valid once
// the command line has been parsed.
struct Verification {
  std::string folder{};
  std::vector<std::string> since{};     // older checkpoints, files
  std::vector<std::string> receipts{};  // files
  std::vector<std::string> verifier_keys{};
  std::vector<std::string> witness_verifier_keys{};
  bool is_range = false;    // the folder has a range of a log
  std::string temporary{};  // folder of the audit's temporary file; empty: the system's
  std::string state{};      // folder of the state to go on from; empty: a whole verification
  std::string state_key{};  // file of its key; REQUIRES: given if the folder is
};

// REQUIRES: the keys are valid.
VerifyExportOptions options_of(const Verification& verification);

// The verdict on the folder, as of an export of a whole log or as of a range. A folder that has the
// other one of the two is refused: a range that passes for a whole log would prove too little.
struct VerdictText {
  bool ok = false;
  std::string json;  // verdict_json()
};
VerdictText verdict_of(const Verification& verification, const VerifyExportOptions& options);

}  // namespace countersign

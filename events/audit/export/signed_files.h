#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/machine/files/held_folder.h"
#include "events/audit/export/export_folder.h"
#include "events/audit/export/verify_export.h"
#include "events/tlog/note/proof_file.h"

namespace countersign {

// A receipt that the verifier of an export was given.
struct GivenReceipt {
  std::string file;
  tlog::ProofFile proof;
  std::optional<Digest> leaf;  // of its event, once that was read
};

// The signed parts of an export and of the files that its verifier was given. All signatures are
// valid; no content has been compared with the events yet.
struct SignedFiles {
  export_folder::Signers signers;
  SeenCheckpoint newest;
  std::vector<SeenCheckpoint> earlier;  // by size
  std::vector<GivenReceipt> receipts;
};

// Reads the files and checks their signatures. Adds their content to the findings. Empty after a
// fault, which is the findings' first error.
std::optional<SignedFiles> read_signed_files(const HeldFolder& folder,
                                             const VerifyExportOptions& options,
                                             ExportFindings& findings);

// Counts the receipts up to the first that proves nothing, which is the fault. Each receipt has the
// leaf of its event.
std::optional<LogFault> check_receipts(const SignedFiles& files, std::uint64_t& proven);

}  // namespace countersign

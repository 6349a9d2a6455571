#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/enum_names.h"
#include "core/ids.h"
#include "events/audit/log_audit.h"
#include "events/tlog/note/checkpoint.h"
#include "events/tlog/note/note_key.h"

namespace countersign {

// The source of the keys that the signatures were checked against.
enum class KeysFrom : std::uint8_t { Caller, Export, DataFolder };
template <>
inline constexpr auto enum_names<KeysFrom> = std::to_array<Named<KeysFrom>>({
    {KeysFrom::Caller, "CALLER"},
    {KeysFrom::Export, "EXPORT"},
    {KeysFrom::DataFolder, "DATA_FOLDER"},
});

// A witness that has cosigned the checkpoint.
struct ExportCosignature {
  std::string witness;
  std::uint64_t at_s = 0;  // Unix time, as the witness says

  friend bool operator==(const ExportCosignature&, const ExportCosignature&) = default;
};

// A checkpoint whose signatures are valid, and that this history agrees with.
struct SeenCheckpoint {
  std::string file;
  std::uint64_t size = 0;
  Digest root{};
  std::vector<std::string> signers;  // names of keys, the log's own first
  std::optional<UtcTime> at;         // of the last event that it covers
};

SeenCheckpoint seen_in(std::string file, const tlog::VerifiedCheckpoint& verified);
// The fault in a verdict, or why there is no verdict.
std::optional<LogFault> fault_in(const LogVerdict& verdict);

// The use that a verification made of the state of an earlier one.
struct StateFindings {
  std::uint64_t read_before = 0;            // events that were proven by their root alone
  std::optional<std::string> begun_anew{};  // why the state that was there is not used
  bool is_kept = false;                     // the next verification goes on from here

  friend bool operator==(const StateFindings&, const StateFindings&) = default;
};

struct ExportFindings {
  std::uint64_t events = 0;    // events found to be good
  DecisionCounts decisions;    // of people, among them
  std::uint64_t size = 0;      // of the checkpoint's tree
  std::optional<Digest> root;  // of that tree; empty if the checkpoint is not trusted
  std::string origin;
  KeysFrom keys_from = KeysFrom::Export;
  // Cosignatures of the checkpoint by known witnesses: those of `keys` and `witnesses`.
  std::vector<ExportCosignature> cosignatures;
  std::uint64_t checkpoints = 0;  // older ones that this log continues from
  std::uint64_t receipts = 0;     // receipts whose events are in the log
  std::vector<std::string> keys;  // that were trusted, the log's own first, as vkeys.txt has them
  std::vector<SeenCheckpoint> history;  // by size, the one verified last
  std::optional<StateFindings> state;   // of a verification that was given one
  std::optional<LogFault> first_error;

  bool ok() const { return !first_error.has_value(); }
};

struct VerifyExportOptions {
  // The trusted keys, the log's own first. Empty: the keys in the export's vkeys.txt are trusted,
  // so whoever made the export may have made up the whole log.
  std::vector<tlog::VerifierKey> keys;
  // The witnesses that must all have cosigned the checkpoint; keys of type Witness.
  std::vector<tlog::VerifierKey> witnesses;
  std::vector<std::filesystem::path> since;     // checkpoints that the log must continue from
  std::vector<std::filesystem::path> receipts;  // C2SP tlog-proof
  // As LogAuditOptions.
  std::function<void(std::uint64_t events, std::uint64_t size)> progress;
  std::function<void(std::uint64_t done, std::uint64_t decisions)> judged;
  std::function<void(const RecordedEvent&)> each;
  AuditMeans means{};
  // The folder of an auditor's state, from which the verification goes on, and the file of its key,
  // which lies elsewhere (events/audit/README.md); empty: a whole verification. REQUIRES: both or
  // none, and no `each`.
  std::filesystem::path state{};
  std::filesystem::path state_key{};
};

// Checks an exported log (export_folder.h) by its files alone, in this order:
//
//   1. the keys; origin and signatures of the checkpoint and its cosignatures, of the older
//      checkpoints in `checkpoints/` and in `since`, and of those in the receipts
//   2. event by event, from the first: the line, the entry in its bundle, its leaf hash in the
//      tile; what audit_log() checks; at the size of each older checkpoint, its root; then that
//      there is no further line, and the root of the checkpoint
//   3. that no file contains anything more
//   4. the receipts' proofs
//
// With a state, the events that an earlier verification has read, and their files, are not read
// again: 2. begins behind them, after their root was compared, and 3. looks only for an export that
// was not finished. Older checkpoints and receipts are compared with the tree nevertheless. The
// state is brought to the checkpoint if there is no fault. A state that cannot be used
// at all is a fault of the file "audit state".
//
// The first fault is reported. One pass in bounded memory, as audit_log() needs it, and a few
// hundred bytes for each older checkpoint. An audit that lacked memory or disk is a fault too, of
// the file "temporary file". Blocks; no database.
ExportFindings verify_export(const std::filesystem::path& path, const VerifyExportOptions& options);

}  // namespace countersign

#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/event/threshold_override.h"
#include "core/terms.h"

namespace countersign {

// Of `countersign witness`.
struct WitnessWish {
  std::string listen{};  // HOST:PORT
  std::string state{};
  std::string key_file{};
  std::optional<std::string> name{};  // none: that of the key
  std::vector<std::string> log_verifier_keys{};
};

// Of `countersign inspect`.
struct InspectWish {
  std::vector<std::string> files{};
  std::optional<DocumentType> type{};
  Side side = Side::Front;
  std::vector<Action> actions{};  // not empty: the files are frames
  std::vector<ThresholdOverride> thresholds{};
  std::string html{};       // empty: no page
  std::string inspector{};  // empty: the one beside this program
};

// What the command line of `countersign` asks for, as its subcommands fill it in.
struct OperatorWish {
  enum class Kind : std::uint8_t {
    Operation,     // one of http/operator/operations.h, answered with one JSON object
    Tail,          // the last events, and with `follow` those that come
    Export,        // the stored events to a file of lines, or to stdout
    ExportFolder,  // the log with its tree and signature, as a folder
    VerifyExport,  // an exported log, which needs no data folder
    Report,        // a page about an exported log, or about the data folder's
    Sweep,         // a retention sweep, with a bar at a terminal
    Witness,       // a server of its own, which needs no data folder
    Thresholds,    // a list; it needs no data folder
    Inspect,       // of local pictures; the same
    BackupList,    // these three need no server
    BackupVerify,
    BackupRestore,  // into the data folder
  };

  Kind kind = Kind::Operation;
  std::string operation{};
  std::string input = "{}";  // of Operation
  // Of Tail: the last so many events, or, when `last` is 0, all behind `after`.
  // Of Export: up to the sequence `last`, 0 being the end.
  std::uint64_t last = 0;
  std::uint64_t after = 0;
  bool follow = false;                   // of Tail
  std::uint64_t first = 1;               // of Export
  std::string file = "-";                // of Export and Report
  bool dry_run = false;                  // of Sweep
  std::optional<std::uint64_t> limit{};  // of Sweep: sessions purged at most
  // Of ExportFolder, VerifyExport and backups, and of Report, unless it is empty.
  std::string folder{};
  // Of VerifyExport and Report.
  std::vector<std::string> since{};
  std::vector<std::string> receipts{};
  std::vector<std::string> verifier_keys{};  // and of BackupVerify
  std::vector<std::string> witness_verifier_keys{};
  WitnessWish witness{};
  InspectWish inspect{};
  // Of Thresholds: those that are not as they come.
  std::vector<ThresholdOverride> thresholds{};
  bool markdown = false;
  // Of backups.
  std::optional<std::uint32_t> backup{};  // its number; else the newest
  std::string keys{};                     // of BackupRestore; empty: without keys
};

}  // namespace countersign

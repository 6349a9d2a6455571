#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/event/threshold_override.h"
#include "core/terms.h"
#include "tools/verify/verification.h"

namespace countersign {

// The options of `countersign witness`.
struct WitnessWish {
  std::string listen{};  // HOST:PORT
  std::string state{};
  std::string key_file{};
  std::optional<std::string> name{};  // none: the name in the key
  std::vector<std::string> log_verifier_keys{};
};

// The options of `countersign inspect`.
struct InspectWish {
  std::vector<std::string> files{};
  std::optional<DocumentType> type{};
  Side side = Side::Front;
  std::vector<Action> actions{};  // not empty: the files are frames
  std::vector<ThresholdOverride> thresholds{};
  std::string html{};       // empty: no page
  std::string inspector{};  // empty: the one beside this program
};

// A request on the command line of `countersign`; its subcommands fill it in.
struct OperatorWish {
  enum class Kind : std::uint8_t {
    Operation,     // one of http/operator/operations.h, answered with one JSON object
    Tail,          // the last events and, with `follow`, new ones as they come
    Export,        // the stored events to a file of lines, or to stdout
    ExportFolder,  // the log with its tree and signature, as a folder
    VerifyExport,  // an exported log, which needs no data folder
    Report,        // a page about an exported log, or about the data folder's log
    Sweep,         // a retention sweep, with a progress bar at a terminal
    Witness,       // a server of its own, which needs no data folder
    Thresholds,    // a list, which needs no data folder
    Inspect,       // of local images, which needs no data folder
    BackupList,    // these three need no server
    BackupVerify,
    BackupRestore,  // into the data folder
  };

  Kind kind = Kind::Operation;
  std::string operation{};
  std::string input = "{}";  // of Operation
  // Tail: the number of latest events, or, if 0, all events after the sequence `after`. Export: the
  // last sequence; 0 means the end of the log.
  std::uint64_t last = 0;
  std::uint64_t after = 0;
  bool follow = false;                   // of Tail
  std::uint64_t first = 1;               // of Export
  std::string file = "-";                // of Export and Report
  bool dry_run = false;                  // of Sweep
  std::optional<std::uint64_t> limit{};  // of Sweep: sessions purged at most
  std::string folder{};                  // of ExportFolder and backups
  // Of VerifyExport and Report. Without a folder a report is about the data folder's log.
  Verification verification{};
  WitnessWish witness{};
  InspectWish inspect{};
  // Of Thresholds: the levels that differ from the defaults.
  std::vector<ThresholdOverride> thresholds{};
  bool markdown = false;
  // Of backups.
  std::vector<std::string> verifier_keys{};  // of BackupVerify and BackupRestore
  std::optional<std::uint32_t> backup{};     // its number; none: the newest
  std::string keys{};                        // of BackupRestore; empty: without keys
};

}  // namespace countersign

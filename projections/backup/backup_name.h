#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/result.h"
#include "events/vault/folder.h"

// The names of files in a folder of backups, each parsed to a value before a file is opened by it.
// A backup's own statements may be written by anybody, so a text that create_backup() would not
// have written is invalid:
//
//   name        := "checkpoints/" 20 digits | "files/" day "/" bucket "/" id | "log/" database
//   database    := "meta/" number | "private/" number "/" file | "shared_checksum/" table
//   file        := "CURRENT" | ("MANIFEST-" | "OPTIONS-") digits | digits ".log"
//   table       := digits "_" (letter | digit)+ "_" digits ".sst"
//
// A day is a date of the calendar, in eight digits; the bucket is that of the id. Numbers have only
// one form. The names of the database are those of RocksDB's BackupEngine, version 7.
namespace countersign {

// A file of a backup's database, below `log/`.
struct DatabaseFile {
  std::string path{};        // below `log/`
  std::uint32_t backup = 0;  // the only backup that has it; 0: all that name it
  std::string restored{};    // its name in a database; empty for the description of the others

  bool describes() const { return restored.empty(); }
};

// A signed checkpoint of a tree of `size` events.
struct CheckpointFile {
  std::uint64_t size = 0;
};

using BackupName = std::variant<DatabaseFile, CheckpointFile, FilePlace>;

// Empty for an invalid name. Accepts any bytes.
std::optional<BackupName> parse_backup_name(std::string_view text);
// The name within the folder of backups.
std::string to_text(const BackupName& name);

DatabaseFile description_of_database(std::uint32_t backup);

// Parses the text of `log/meta/<number>`, in which RocksDB's BackupEngine lists the files of a
// backup. Returns them in the order of their names, without the description itself; a sentence if
// the text is invalid.
inline constexpr std::size_t kDescriptionBytesMax = 64 << 20;
Result<std::vector<DatabaseFile>, std::string> parse_database_description(std::string_view text,
                                                                          std::uint32_t backup);

// Decimal digits without a leading zero; empty for another text, or if the number does not fit.
std::optional<std::uint64_t> parse_plain_number(std::string_view text);

}  // namespace countersign

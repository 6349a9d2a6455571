#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/result.h"
#include "events/vault/folder.h"

// The names that files have in a folder of backups, each parsed to a value before a file is opened
// by it. What a backup says of itself may be anybody's, so that a text that create_backup() would
// not have written is no name:
//
//   name        := "checkpoints/" 20 digits | "files/" day "/" bucket "/" id | "log/" database
//   database    := "meta/" number | "private/" number "/" file | "shared_checksum/" table
//   file        := "CURRENT" | ("MANIFEST-" | "OPTIONS-") digits | digits ".log"
//   table       := digits "_" (letter | digit)+ "_" digits ".sst"
//
// A day is one of the calendar, eight digits; the bucket is that of the id. Numbers are written in
// one way only. The names of the database are those of RocksDB's BackupEngine, version 7.
namespace countersign {

// A file of a backup's database, below `log/`.
struct DatabaseFile {
  std::string path{};        // below `log/`
  std::uint32_t backup = 0;  // whose alone it is; 0: of all that name it
  std::string restored{};    // its name in a database; none has that which describes the others

  bool describes() const { return restored.empty(); }
};

// A signed checkpoint of a tree of so many events.
struct CheckpointFile {
  std::uint64_t size = 0;
};

using BackupName = std::variant<DatabaseFile, CheckpointFile, FilePlace>;

// Nothing for what is no name. Any bytes.
std::optional<BackupName> parse_backup_name(std::string_view text);
// In the folder of backups.
std::string to_text(const BackupName& name);

DatabaseFile description_of_database(std::uint32_t backup);

// The text of `log/meta/<number>`, in which RocksDB's BackupEngine says which files a backup has.
// In the order of their names, without the description itself; a sentence if it is another text.
inline constexpr std::size_t kDescriptionBytesMax = 64 << 20;
Result<std::vector<DatabaseFile>, std::string> parse_database_description(std::string_view text,
                                                                          std::uint32_t backup);

// Decimal digits without a leading zero; nothing for another text, or if it does not fit.
std::optional<std::uint64_t> parse_plain_number(std::string_view text);

}  // namespace countersign

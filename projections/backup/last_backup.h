#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/enum_names.h"
#include "core/result.h"
#include "core/utc_time.h"

namespace countersign {

enum class BackupOutcome : std::uint8_t {
  Made,        // whole: nothing is missing, and no manifest of its folder is damaged
  Incomplete,  // made, but files are missing, or a manifest of its folder is damaged
  Failed,      // there is no new backup
};
template <>
inline constexpr auto enum_names<BackupOutcome> = std::to_array<Named<BackupOutcome>>({
    {BackupOutcome::Made, "MADE"},
    {BackupOutcome::Incomplete, "INCOMPLETE"},
    {BackupOutcome::Failed, "FAILED"},
});

// The last backup of a data folder, as its file LAST-BACKUP remembers it for whoever watches that
// there are backups. No backup has the file, and nothing is decided by it.
struct LastBackup {
  UtcTime tried_at;  // when the last one was begun
  BackupOutcome outcome = BackupOutcome::Made;
  std::optional<UtcTime> made_at{};  // when the last one began that was made whole
  bool operator==(const LastBackup&) const = default;
};

// Three lines: `tried` and `made` with a time or `never`, and `outcome`. Only what to_text() writes
// is read; nullopt for anything else. Pure.
std::string to_text(const LastBackup& backup);
std::optional<LastBackup> parse_last_backup(std::string_view text);

// nullopt: no backup of this folder was tried since it was made or restored, or the file is not
// readable.
std::optional<LastBackup> last_backup_of(const std::filesystem::path& data);

// Records a backup that was begun at `tried_at`. One thread at a time. The error is a sentence.
std::optional<std::string> note_backup(const std::filesystem::path& data,
                                       UtcTime tried_at,
                                       BackupOutcome outcome);

}  // namespace countersign

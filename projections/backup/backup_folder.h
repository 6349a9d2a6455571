#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/machine/files/held_folder.h"
#include "core/machine/files/owned_fd.h"
#include "core/result.h"
#include "events/rocks/log_backups.h"
#include "projections/backup/manifest.h"

namespace countersign {

// A folder of backups of one log:
//
//   COUNTERSIGN-BACKUPS       that it is one, and of which format
//   LOCK                      held by who writes or reads
//   UNFINISHED                there while a backup is made; the number of the newest before it, or
//                             0; an earlier version left it empty
//   manifests/<number, 10 digits>   what each backup is made of, manifest.h
//   log/                      the databases, events/rocks/log_backups.h
//   files/<day>/<2 hex digits>/<id>   the vault's files, each once, for all backups that name it
//   checkpoints/<size>        signed checkpoints, the same
//
// There is a backup when there is its manifest, which is written last. Whatever no manifest
// names is left of a backup that was not finished or was dropped, and clear() removes it.
//
// A folder may have been on media that are anybody's: every file in it is opened beneath it, by
// names of backup_name.h alone, and no link is followed (core/machine/files/held_folder.h). One that is
// written to is ours, and nobody else may write to it.
//
// One thread at a time. Failures are sentences that name the path.
class BackupFolder {
 public:
  using Access = LogBackups::Access;

  // For writing, it is made if it is not there or empty, and nobody else may have it open; for
  // reading, nobody may be writing.
  static Result<BackupFolder, std::string> open(std::filesystem::path path, Access access);

  const std::filesystem::path& path() const { return held_.path(); }
  const HeldFolder& held() const { return held_; }
  // Has RocksDB read what there is of databases, once all of that was found to be what RocksDB
  // writes: regular files, and descriptions whose names stay in the folder. Done by open() for
  // writing. A sentence if it is something else.
  std::optional<std::string> open_log();
  // REQUIRES: open_log().
  LogBackups& log() const { return *log_; }

  // Of the backups that there are, oldest first.
  Result<std::vector<std::uint32_t>, std::string> numbers() const;
  static std::string manifest_of(std::uint32_t number);  // `manifests/0000000007`
  // The one of that number, or the newest.
  Result<ManifestReader, std::string> manifest(std::optional<std::uint32_t> number) const;

  // Before anything is written: why this folder has lost manifests or databases, if it has. What
  // only a lost manifest names looks like what an interrupted backup left, and would be cleared
  // away; numbers of lost databases would be given to other backups. REQUIRES: open for writing.
  std::optional<std::string> lost_parts() const;
  // From before anything is written until all is done there is a mark that says so.
  bool is_unfinished() const;
  std::optional<std::string> mark_unfinished();
  std::optional<std::string> unmark_unfinished();

  // REQUIRES: open for writing.
  std::optional<std::string> drop(std::uint32_t number);
  // Removes what belongs to no backup, of what a backup could have made: files of other names, and
  // links, stay. REQUIRES: open for writing.
  std::optional<std::string> clear();
  // Databases without a manifest only: what stops another backup from being made.
  std::optional<std::string> clear_log();

 private:
  // Of the files in manifests/ whose names are a number and `suffix`, sorted.
  Result<std::vector<std::uint32_t>, std::string> numbers_with(std::string_view suffix) const;
  // What UNFINISHED says. Nothing: no number, so an earlier version wrote it.
  Result<std::optional<std::uint32_t>, std::string> newest_before() const;

  BackupFolder(HeldFolder held, OwnedFd lock, Access access)
      : held_(std::move(held)), lock_(std::move(lock)), access_(access) {}

  HeldFolder held_;
  OwnedFd lock_;
  Access access_;
  std::unique_ptr<LogBackups> log_;
};

// The folder in which such a folder lies, or the folder itself, if any: `path` need not be there.
std::optional<std::filesystem::path> holder_of(const std::filesystem::path& path,
                                               std::string_view name);

namespace backup_folder {

inline constexpr std::string_view kMark = "COUNTERSIGN-BACKUPS";
inline constexpr std::string_view kManifests = "manifests";
inline constexpr std::string_view kFiles = "files";
inline constexpr std::string_view kLog = "log";
inline constexpr std::string_view kUnfinished = "UNFINISHED";

}  // namespace backup_folder

}  // namespace countersign

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
//   COUNTERSIGN-BACKUPS       identifies the folder and its format
//   LOCK                      held by whoever writes or reads
//   UNFINISHED                exists while a backup is made; the number of the newest backup before
//                             it, or 0; an earlier version left it empty
//   manifests/<number, 10 digits>   what each backup consists of, manifest.h
//   log/                      the databases, events/rocks/log_backups.h
//   files/<day>/<2 hex digits>/<id>   the vault's files, each once, for all backups that name it
//   checkpoints/<size>        signed checkpoints, the same
//
// A backup exists if its manifest exists, which is written last. Files that no manifest names
// remain from a backup that was unfinished or dropped, and clear() removes them.
//
// The folder may have been on media that anybody could write to: every file in it is opened beneath
// it, only by names of backup_name.h, and no link is followed (core/machine/files/held_folder.h). A
// folder that is written to must belong to this user, and nobody else may write to it.
//
// One thread at a time. Failures are sentences that name the path.
class BackupFolder {
 public:
  using Access = LogBackups::Access;

  // Write: creates the folder if it is missing or empty; nobody else may have it open. Read: nobody
  // may be writing.
  static Result<BackupFolder, std::string> open(std::filesystem::path path, Access access);

  const std::filesystem::path& path() const { return held_.path(); }
  const HeldFolder& held() const { return held_; }
  // Lets RocksDB read the databases that exist, after checking that they contain only files that
  // RocksDB writes: regular files, and descriptions whose names stay in the folder. Returns a
  // sentence if they contain anything else. open() calls this if it opens for writing.
  std::optional<std::string> open_log();
  // REQUIRES: open_log().
  LogBackups& log() const { return *log_; }

  // The numbers of the existing backups, oldest first.
  Result<std::vector<std::uint32_t>, std::string> numbers() const;
  static std::string manifest_of(std::uint32_t number);  // `manifests/0000000007`
  // The manifest of that number, or the newest.
  Result<ManifestReader, std::string> manifest(std::optional<std::uint32_t> number,
                                               const GivenUp& given_up = {}) const;

  // Called before anything is written. Returns a sentence if this folder has lost manifests or
  // databases. Files that only a lost manifest names look like the remains of an interrupted
  // backup, and would be cleared away; numbers of lost databases would be given to other backups.
  // REQUIRES: open for writing.
  std::optional<std::string> lost_parts() const;
  // The marker UNFINISHED, which exists from before anything is written until everything is done.
  bool is_unfinished() const;
  std::optional<std::string> mark_unfinished();
  std::optional<std::string> unmark_unfinished();

  // REQUIRES: open for writing.
  std::optional<std::string> drop(std::uint32_t number);
  // Removes the files that belong to no backup and that a backup could have made: files with other
  // names, and links, stay. Once given up, it removes no further file and fails. REQUIRES: open for
  // writing.
  std::optional<std::string> clear(const GivenUp& given_up);
  // Removes only databases without a manifest, which prevent another backup from being made.
  std::optional<std::string> clear_log();

 private:
  // The numbers of the files in manifests/ whose names are a number and `suffix`, sorted.
  Result<std::vector<std::uint32_t>, std::string> numbers_with(std::string_view suffix) const;
  // The number in UNFINISHED. Empty: it has no number, so an earlier version wrote it.
  Result<std::optional<std::uint32_t>, std::string> newest_before() const;

  BackupFolder(HeldFolder held, OwnedFd lock, Access access)
      : held_(std::move(held)), lock_(std::move(lock)), access_(access) {}

  HeldFolder held_;
  OwnedFd lock_;
  Access access_;
  std::unique_ptr<LogBackups> log_;
};

// The nearest folder that has an entry `name`, starting with `path` and going up; empty if there is
// none. `path` need not exist.
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

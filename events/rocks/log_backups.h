#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "events/event_log.h"
#include "events/log_files.h"
#include "events/record/anchor.h"

namespace countersign {

// Backups of a log's database in one folder, made while the log is in use (RocksDB's BackupEngine).
// A table file that several backups share is stored once. Its name has the identity of the process
// that wrote it, so two histories of one log are never mixed up. The write-ahead logs are flushed
// first, so there is little in them.
//
// A backup has every event that was durable when the backup was begun, and the wrapped keys, but no
// key slot. It has no ANCHOR: the caller must keep the anchor for it.
//
// Threading: one thread at a time. Open a folder for writing only once at a time. Failures are
// sentences. If create() failed or the process ended in it, there is no backup; the next create()
// removes the partial files.
class LogBackups {
 public:
  enum class Access : std::uint8_t { Read, Write };
  // For writing, creates the folder if needed. Sentences name the folder by `shown`.
  static Result<std::unique_ptr<LogBackups>, std::string> open(const std::filesystem::path& folder,
                                                               const std::filesystem::path& shown,
                                                               Access access);
  virtual ~LogBackups() = default;

  // The complete backups, oldest first.
  virtual std::vector<std::uint32_t> numbers() const = 0;
  // The size of the backup's files, shared ones included; empty if there is no such backup.
  virtual std::optional<std::uint64_t> bytes_of(std::uint32_t number) const = 0;

  // Returns the new backup's number. `halt` is called now and then, perhaps on another thread; if
  // it returns a reason, create() gives up with it. A log without a database is refused.
  // REQUIRES: open for writing.
  using Halt = std::function<std::optional<std::string>()>;
  virtual Result<std::uint32_t, std::string> create(const LogFiles& log, const Halt& halt) = 0;
  // Also removes the files that no other backup has. REQUIRES: open for writing.
  virtual std::optional<std::string> remove(std::uint32_t number) = 0;
  // Removes files that no backup has, left by an interrupted create(). REQUIRES: open for writing.
  virtual std::optional<std::string> clear() = 0;

  // Opens the backup's log in place, for reading, with the checks of EventLog::open().
  virtual Result<std::shared_ptr<const EventLog>, std::string> open_image(
      std::uint32_t number, const Anchor& anchor) const = 0;
  // Reads a table of a backup, whose path is relative to the folder, and compares the checksum that
  // RocksDB has stored for each block. The database that was copied may be damaged. Returns a
  // sentence; empty for a sound table, and for a file of another kind.
  virtual std::optional<std::string> damage_of_table(const std::string& path) const = 0;
  // Reads every file and compares size and CRC-32C; the sentence names the first wrong file.
  virtual std::optional<std::string> verify(std::uint32_t number) const = 0;
};

}  // namespace countersign

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
#include "events/record/anchor.h"

namespace countersign {

// Backups of a log's database in one folder, made while the log is in use (RocksDB's
// BackupEngine). A table file that several backups have lies there once, under the name of the
// process that wrote it, so that two histories of one log are never mixed up. The write-ahead logs
// are flushed first, so that there is little in them.
//
// A backup has every event that was durable when it was begun, and the wrapped keys; no key
// slot. It has no ANCHOR: who keeps a backup keeps the anchor for it.
//
// Threading: one thread at a time. A folder that is open for writing is open once.
// Failures are sentences. What create() was making when it failed, or the process ended, is
// no backup; the next create() clears it away.
class LogBackups {
 public:
  enum class Access : std::uint8_t { Read, Write };
  // For writing, the folder is made if need be. Sentences have `shown` for its path.
  static Result<std::unique_ptr<LogBackups>, std::string> open(const std::filesystem::path& folder,
                                                               const std::filesystem::path& shown,
                                                               Access access);
  virtual ~LogBackups() = default;

  // The whole ones, oldest first.
  virtual std::vector<std::uint32_t> numbers() const = 0;
  // What the backup's files need, shared ones included.
  virtual std::optional<std::uint64_t> bytes_of(std::uint32_t number) const = 0;

  // Its number. `halt` is asked now and then, perhaps on another thread: what it answers is why
  // to give up. REQUIRES: open for writing.
  using Halt = std::function<std::optional<std::string>()>;
  virtual Result<std::uint32_t, std::string> create(const EventLog& log, const Halt& halt) = 0;
  // REQUIRES: open for writing. Drops also the files that no other backup has.
  virtual std::optional<std::string> remove(std::uint32_t number) = 0;
  // Removes files that no backup has: what an interrupted create() left. REQUIRES: the same.
  virtual std::optional<std::string> clear() = 0;

  // The backup's log where it lies, for reading, checked as at any open.
  virtual Result<std::shared_ptr<const EventLog>, std::string> open_image(
      std::uint32_t number, const Anchor& anchor) const = 0;
  // Reads every file and compares size and CRC-32C; the sentence names the first that is wrong.
  virtual std::optional<std::string> verify(std::uint32_t number) const = 0;
};

}  // namespace countersign

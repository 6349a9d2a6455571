#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "core/ids.h"
#include "core/result.h"
#include "core/schema.h"
#include "core/utc_time.h"
#include "events/crypto/sha256.h"
#include "events/vault/owned_fd.h"
#include "projections/export/line_file.h"

namespace countersign {

// What a backup is of, and what it has.
struct BackupRecord {
  std::uint32_t number = 0;
  UtcTime at;                             // when it was begun
  Sha256 log;                             // leaf hash of the log's first event: which log this is
  Sequence sequence;                      // of the last event in it
  Sha256 leaf;                            // leaf hash of that event
  UtcTime head_at;                        // its time
  Sha256 root;                            // of the tree over all its events
  std::optional<std::string> checkpoint;  // the newest note that was signed of them
  std::string master_key_id;              // the text of MASTER-KEY-ID
  std::optional<std::string> purging;     // the text of PURGING
  std::uint64_t sessions = 0;             // that were not purged
  std::uint64_t files = 0;                // of the vault
  std::uint64_t bytes = 0;                // of those
  std::uint64_t log_bytes = 0;            // of the database
  std::uint64_t copied_files = 0;         // of `files`, those that no earlier backup had
  std::uint64_t copied_bytes = 0;
  std::uint64_t missing = 0;  // files that an event names and that were not there to be copied
  bool operator==(const BackupRecord&) const = default;
};
template <>
inline constexpr auto fields_of<BackupRecord> =
    fields(Field{"number", &BackupRecord::number},
           Field{"at", &BackupRecord::at},
           Field{"log", &BackupRecord::log},
           Field{"sequence", &BackupRecord::sequence},
           Field{"leaf", &BackupRecord::leaf},
           Field{"headAt", &BackupRecord::head_at},
           Field{"root", &BackupRecord::root},
           Field{"checkpoint", &BackupRecord::checkpoint},
           Field{"masterKeyId", &BackupRecord::master_key_id},
           Field{"purging", &BackupRecord::purging},
           Field{"sessions", &BackupRecord::sessions},
           Field{"files", &BackupRecord::files},
           Field{"bytes", &BackupRecord::bytes},
           Field{"logBytes", &BackupRecord::log_bytes},
           Field{"copiedFiles", &BackupRecord::copied_files},
           Field{"copiedBytes", &BackupRecord::copied_bytes},
           Field{"missing", &BackupRecord::missing});
static_assert(record_is_sound<BackupRecord>);

// A line of a manifest.
struct ManifestEntry {
  enum class Kind : std::uint8_t {
    File,     // `name` is its path in the folder of backups
    Purged,   // `name` is a session that was purged while the backup was being made
    Missing,  // `name` is the path of a file that was not there, and should have been
  };
  Kind kind = Kind::File;
  std::string name;
  std::uint64_t size = 0;  // of a File
  Digest sha256{};         // of a File's bytes
};

// A manifest says that there is a backup, and of what:
//
//   manifest := entry* record end
//   entry    := sha256 SP size SP path LF | "purged" SP session LF | "missing" SP path LF
//   record   := "backup" SP BackupRecord as JSON LF
//   end      := "end" SP sha256 of all the bytes before LF
//
// Files of the vault stand in the order of their ids, behind all others. One thread each.
class ManifestWriter {
 public:
  // Begins beside `path`, which is there once finish() has returned.
  static Result<ManifestWriter, std::string> create(const std::filesystem::path& path);

  // False once the disk has refused.
  bool add(const ManifestEntry& entry);
  // Durable on return.
  std::optional<std::string> finish(const BackupRecord& record);

 private:
  ManifestWriter(std::filesystem::path path, OwnedFd file)
      : path_(std::move(path)), file_(std::move(file)) {}
  bool put(std::string_view line);
  bool flush();

  std::filesystem::path path_;
  OwnedFd file_;
  Sha256Stream hash_;
  std::string buffer_;
  bool failed_ = false;
};

class ManifestReader {
 public:
  // Reads it once, and refuses one that is not whole.
  static Result<ManifestReader, std::string> open(const std::filesystem::path& path);

  const BackupRecord& record() const { return record_; }
  // Nothing behind the last entry, or when the file can no longer be read: failed().
  std::optional<ManifestEntry> next();
  bool failed() const { return failed_; }

 private:
  ManifestReader(LineFile lines, BackupRecord record)
      : lines_(std::move(lines)), record_(std::move(record)) {}

  LineFile lines_;
  BackupRecord record_;
  bool failed_ = false;
};

}  // namespace countersign

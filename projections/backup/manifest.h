#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/ids.h"
#include "core/machine/files/held_folder.h"
#include "core/result.h"
#include "core/schema.h"
#include "core/utc_time.h"
#include "events/audit/export/line_file.h"
#include "events/crypto/sha256.h"
#include "events/tlog/note/note_key.h"
#include "events/tlog/note/signed_note.h"
#include "projections/backup/backup_name.h"

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
    File,     // `name` is in the folder of backups
    Missing,  // `name` was not there, and should have been; of the vault
    Purged,   // `session` was purged while the backup was being made
  };
  Kind kind = Kind::File;
  BackupName name{};
  SessionId session{};
  std::uint64_t size = 0;  // of a File
  Digest sha256{};         // of a File's bytes
};

// A manifest says that there is a backup, and of what:
//
//   manifest := entry* record seal
//   entry    := sha256 SP size SP name LF | "missing" SP name LF | "purged" SP session LF
//   record   := "backup" SP BackupRecord as JSON LF
//   seal     := "countersign-backup" SP sha256 of all the bytes before LF [LF signature+]
//
// and each file is in it once, also those of the database: first what is not the vault's in the
// order of names, then the vault's in the order of ids, then what was purged. A name is one of
// backup_name.h. A size is at most what a file of that kind can have.
//
// The seal is a C2SP signed note, whose text is its first line; a checkpoint's text has three lines
// at least, so that neither can be taken for the other. The log's key signs it, and with it
// every byte of the backup. A folder that is opened without that key makes backups without
// signatures.

// An entry, without its newline; nothing for another text. Any bytes.
std::optional<ManifestEntry> parse_manifest_entry(std::string_view line);

// Takes a manifest line by line, and refuses what is none. No input or output. One thread.
class ManifestParser {
 public:
  // A line without its newline. A sentence if the manifest cannot go on so; REQUIRES: none before.
  std::optional<std::string> take(std::string_view line);
  // A sentence if it cannot end here.
  std::optional<std::string> end() const;

  // What the last line was, if it was an entry.
  const std::optional<ManifestEntry>& entry() const { return entry_; }
  const std::optional<BackupRecord>& record() const { return record_; }
  // The line that has to follow the record. REQUIRES: record().
  const std::string& seal_line() const { return seal_line_; }
  // Who has signed the seal.
  const std::vector<tlog::NoteSignature>& signatures() const { return signatures_; }

 private:
  using Why = std::optional<std::string>;
  enum class Place : std::uint8_t { Entries, Recorded, Sealed, Signatures };

  Why take_entry(std::string_view line);
  Why follow(const ManifestEntry& entry);
  Why follow_file(const FileId& file, const ManifestEntry& entry);
  Why follow_other(const ManifestEntry& entry);
  Why follow_in_database(const DatabaseFile& file);
  Why take_record(std::string_view json);
  Why take_seal(std::string_view line);
  Why take_signature(std::string_view line);

  Place place_ = Place::Entries;
  Sha256Stream hash_;
  std::optional<ManifestEntry> entry_;
  std::optional<BackupRecord> record_;
  std::string seal_line_;
  std::vector<tlog::NoteSignature> signatures_;
  // Of what came before.
  std::string last_name_;            // not of the vault
  std::string last_restored_;        // in the database
  std::optional<FileId> last_file_;  // of the vault
  std::optional<SessionId> last_purged_;
  std::uint32_t backup_ = 0;  // whose database it is
  std::uint64_t files_ = 0;
  std::uint64_t bytes_ = 0;
  std::uint64_t missing_ = 0;
};

class ManifestWriter {
 public:
  // Begins beside `name`, which is there once finish() has returned. REQUIRES: `folder` outlives
  // it.
  static Result<ManifestWriter, std::string> create(const HeldFolder& folder, std::string name);

  // False once the disk has refused, or the entry cannot stand there.
  bool add(const ManifestEntry& entry);
  // Durable on return. Without `sign` it is not signed.
  using Sign = std::function<tlog::NoteSignature(std::string_view text)>;
  std::optional<std::string> finish(const BackupRecord& record, const Sign& sign);

 private:
  ManifestWriter(const HeldFolder& folder, std::string name, OwnedFd file)
      : folder_(&folder), name_(std::move(name)), file_(std::move(file)) {}
  bool put(std::string_view line);
  bool flush();

  const HeldFolder* folder_;
  std::string name_;
  OwnedFd file_;
  ManifestParser parser_;  // so that none is written that cannot be read
  std::string buffer_;
  std::string failure_;
};

class ManifestReader {
 public:
  // Reads it once, and refuses one that is not whole.
  static Result<ManifestReader, std::string> open(const HeldFolder& folder, std::string_view name);

  const BackupRecord& record() const { return record_; }
  // A sentence if the key has not signed it.
  std::optional<std::string> refusal(const tlog::VerifierKey& key) const;
  // Nothing behind the last entry, or when the file can no longer be read, or has been changed
  // since open(): failed().
  std::optional<ManifestEntry> next();
  bool failed() const { return failed_; }

 private:
  ManifestReader(LineFile lines, BackupRecord record, std::string seal_line)
      : lines_(std::move(lines)), record_(std::move(record)), seal_line_(std::move(seal_line)) {}

  LineFile lines_;
  BackupRecord record_;
  std::string seal_line_;
  std::vector<tlog::NoteSignature> signatures_;
  ManifestParser parser_;
  bool failed_ = false;
};

}  // namespace countersign

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
#include "core/machine/threads/given_up.h"
#include "core/result.h"
#include "core/schema.h"
#include "core/utc_time.h"
#include "events/audit/export/line_file.h"
#include "events/crypto/sha256.h"
#include "events/tlog/note/note_key.h"
#include "events/tlog/note/signed_note.h"
#include "projections/backup/backup_name.h"

namespace countersign {

// Why a backup ended that was given up.
inline constexpr std::string_view kBackupGivenUp =
    "it was given up: whoever asked for it has left, or the server is shutting down";

// The log that a backup copies, and the content of the backup.
struct BackupRecord {
  std::uint32_t number = 0;
  UtcTime at;                             // when it was begun
  Sha256 log;                             // leaf hash of the log's first event: which log this is
  Sequence sequence;                      // of the last event in the backup
  Sha256 leaf;                            // leaf hash of that event
  UtcTime head_at;                        // its time
  Sha256 root;                            // of the tree over all events in the backup
  std::optional<std::string> checkpoint;  // the newest note signed for these events
  std::string master_key_id;              // the text of MASTER-KEY-ID
  std::optional<std::string> purging;     // the text of PURGING
  std::uint64_t sessions = 0;             // sessions not purged
  std::uint64_t files = 0;                // the vault's files in the backup
  std::uint64_t bytes = 0;                // of those files
  std::uint64_t log_bytes = 0;            // of the database
  std::uint64_t copied_files = 0;         // those of `files` that no earlier backup had
  std::uint64_t copied_bytes = 0;
  std::uint64_t missing =
      0;  // the vault's files that should be there, and are not or are cut short
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
    Missing,  // the vault's file `name` should have existed, but did not
    Purged,   // `session` was purged while the backup was being made
  };
  Kind kind = Kind::File;
  BackupName name{};
  SessionId session{};
  std::uint64_t size = 0;  // of a File
  Digest sha256{};         // of a File's bytes
};

// A manifest states that a backup exists, and lists its files:
//
//   manifest := entry* record seal
//   entry    := sha256 SP size SP name LF | "missing" SP name LF | "purged" SP session LF
//   record   := "backup" SP BackupRecord as JSON LF
//   seal     := "countersign-backup" SP sha256 of all the bytes before LF [LF signature+]
//
// Each file is in it once, also those of the database: first the files outside the vault in the
// order of names, then the vault's files in the order of ids, then the purged sessions. A name is
// one of backup_name.h. A size is at most what a file of that kind can have.
//
// The seal is a C2SP signed note whose text is its first line. A checkpoint's text has at least
// three lines, so neither can be taken for the other. The log's key signs the seal, and with it
// every byte of the backup. A data folder that is opened without that key makes backups without
// signatures.

// Parses an entry without its newline; empty for an invalid entry. Accepts any bytes.
std::optional<ManifestEntry> parse_manifest_entry(std::string_view line);

// Parses a manifest line by line, and refuses an invalid one. No input or output. One thread.
class ManifestParser {
 public:
  // Takes a line without its newline. Returns a sentence if the line is invalid at this place.
  // REQUIRES: no earlier call returned a sentence.
  std::optional<std::string> take(std::string_view line);
  // Returns a sentence if the manifest cannot end here.
  std::optional<std::string> end() const;

  // The last line, if it was an entry.
  const std::optional<ManifestEntry>& entry() const { return entry_; }
  const std::optional<BackupRecord>& record() const { return record_; }
  // The line that must follow the record. REQUIRES: record().
  const std::string& seal_line() const { return seal_line_; }
  // The signatures of the seal.
  const std::vector<tlog::NoteSignature>& signatures() const { return signatures_; }

 private:
  using Why = std::optional<std::string>;
  enum class Place : std::uint8_t { Entries, RecordedEvent, Sealed, Signatures };

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
  // State from the lines before.
  std::string last_name_;            // outside the vault
  std::string last_restored_;        // the last file of the database
  std::optional<FileId> last_file_;  // in the vault
  std::optional<SessionId> last_purged_;
  std::uint32_t backup_ = 0;  // the number of the database
  std::uint64_t files_ = 0;
  std::uint64_t bytes_ = 0;
  std::uint64_t missing_ = 0;
};

class ManifestWriter {
 public:
  // Begins to write beside `name`, which exists once finish() has returned. REQUIRES: `folder`
  // outlives the writer.
  static Result<ManifestWriter, std::string> create(const HeldFolder& folder, std::string name);

  // False once a write has failed, or if the entry is invalid at this place.
  bool add(const ManifestEntry& entry);
  // Durable on return. With an empty `sign` the manifest is not signed.
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
  ManifestParser parser_;  // refuses to write what could not be read again
  std::string buffer_;
  std::string failure_;
};

class ManifestReader {
 public:
  // Reads the whole manifest once, and refuses an incomplete or invalid one. Asks every 1,024 lines
  // whether it was given up, and fails then.
  static Result<ManifestReader, std::string> open(const HeldFolder& folder,
                                                  std::string_view name,
                                                  const GivenUp& given_up = {});

  const BackupRecord& record() const { return record_; }
  // Returns a sentence if the key has not signed the manifest.
  std::optional<std::string> refusal(const tlog::VerifierKey& key) const;
  // The next entry. Empty after the last entry; also, with failed() set, if the file can no longer
  // be read or has changed since open().
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

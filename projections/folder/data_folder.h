#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "core/ids.h"
#include "core/machine/threads/mutex.h"
#include "core/random_source.h"
#include "core/result.h"
#include "core/utc_time.h"
#include "events/checkpoints/checkpoint_keeper.h"
#include "events/crypto/keys/master_key.h"
#include "events/event_log.h"
#include "events/store_error.h"
#include "events/tlog/note/note_key.h"
#include "events/vault/files/vault.h"
#include "events/vault/key_ring.h"
#include "events/vault/session_key.h"
#include "events/writer/writer.h"
#include "projections/erasure/erasure.h"
#include "projections/erasure/file_survey.h"
#include "projections/folder/recall_frames.h"
#include "projections/queries/queries.h"

namespace countersign {

struct DataFolderOptions {
  std::filesystem::path path;
  MasterKey master_key;
  // Free space that must remain; vault.h has the default.
  std::optional<std::uint64_t> reserve_bytes{};
  // Opens the store of the vault's files; empty: the folder <path>/files. Returns a sentence for
  // the operator if the store cannot be used. `files` is <path>/files, which has the markers of the
  // operator whatever the store is; with `read_only` it may not exist.
  using OpenStore = std::function<Result<std::unique_ptr<FileStore>, std::string>(
      const std::filesystem::path& files, bool read_only)>;
  OpenStore file_store{};
  // Signs checkpoints of the log; none are signed without it.
  std::optional<tlog::SignerKey> signing_key{};
  // Writes nothing and has no writer: for inspecting a folder that no server holds. Refused if the
  // views would have to be rebuilt.
  bool read_only = false;
  // The version of the program, which an empty log gets as its first event, and SERVED-BY if the
  // folder is opened for writing. Empty: neither.
  std::string begun_by{};
  // Receives a sentence about each slow step of open(), e.g. the progress of a rebuild, and about
  // the end of the survey, on its thread.
  std::function<void(std::string_view)> progress{};
  // Receives a sentence about each problem that an operator should look at, though the folder
  // opens. Called by open(), and by the survey on its thread.
  std::function<void(std::string_view)> warn{};
};

// The reason why there is no key. Gone: the session has no key. Unreadable: the stored key cannot
// be opened with this installation's keys.
enum class KeyFault : std::uint8_t { Gone, Unreadable };

// An opened data folder with everything in it:
//
//   <path>/log/            the RocksDB of events, views and wrapped keys, with its ANCHOR
//   <path>/files/          the vault's encrypted files
//   <path>/checkpoints/    the signed checkpoints of the log, see checkpoint_keeper.h
//   <path>/keys/           the key slots, wrapped under the master key: never in a backup
//   <path>/webhooks/       how far deliveries are (http/webhooks/progress_folder.h): in no backup
//   <path>/MASTER-KEY-ID   detects a wrong master key before it does harm; made last, folder_age.h
//   <path>/reviewers/      the names of reviewers, which the log does not have: never in a backup
//   <path>/LAST-BACKUP     when the last backup was made (backup/last_backup.h): in no backup
//   <path>/SERVED-BY       the versions that have served it (served_by.h): in no backup
//   <path>/inspectors/     the keys of inspectors on other machines
//                          (http/inspectors/inspector_folder.h): in no backup
//   <path>/PURGING         exists while purged bytes, deleted rows of keys that open nothing, or a
//                          slot to be destroyed may still be there
//   <path>/RESTORED        exists from a restore until the restored folder has been opened
//
// open() brings the folder to the state that the log describes. It rebuilds views of another
// version, settles what the last process had under way (left_uploads.h), and removes the files of a
// purge that a crash interrupted (erasure.h). It destroys that purge's slots and scrubs the deleted
// keys. It purges the sessions of a restored log whose keys no longer exist (restored.h). It looks
// at no other file: survey() does.
//
// Threading: every member function is safe from any thread once open() has returned. Ownership:
// owns all its parts; references to them are valid as long as the DataFolder lives. The destructor
// lets the writer answer the queued submissions, signs a last checkpoint and writes the anchor.
//
// Failure: `on_failure` is called at most once, from any thread, when the log has failed. The
// process should then stop serving and exit without running this destructor, because it is unknown
// what a failed database would still write.
class DataFolder {
 public:
  // Creates the folder, accessible to this user only, if it is missing. Returns a sentence for the
  // operator if it cannot be opened: held by another process, corrupt, written with another master
  // key, or writable by others.
  static Result<std::unique_ptr<DataFolder>, std::string> open(
      DataFolderOptions options,
      const Clock& clock,
      RandomSource& random,
      std::function<void(StoreError)> on_failure);
  ~DataFolder();
  DataFolder(const DataFolder&) = delete;
  DataFolder& operator=(const DataFolder&) = delete;

  const std::filesystem::path& path() const;
  EventLog& log() const;
  Writer& writer() const;  // REQUIRES: not read-only
  const Queries& queries() const;
  Vault& vault() const;
  KeyRing& keys() const;
  const Clock& clock() const;

  // Returns the Submission::wrap_key of a submission that creates or finalizes the session.
  // `purged_at` is the time at which retention will purge the session, as known by then.
  WrapKey key_wrapping(const SessionId& session, const SessionKey& key, UtcTime purged_at) const;

  // The key of a session's files and sealed texts.
  Result<SessionKey, std::variant<KeyFault, StoreError>> session_key(
      const SessionId& session) const;

  // Null in a folder that was opened without a signing key or read-only.
  CheckpointKeeper* checkpoints() const;

  // Makes purges physical; used by sweep.h. REQUIRES: not read-only.
  Erasure& erasure() const;
  // Compares all files with the log, once; the owner of the folder calls run(), beside its other
  // work. REQUIRES: not read-only.
  FileSurvey& survey() const;
  // Makes the frames of refused recordings known again; the owner of the folder calls run(), beside
  // its other work. Without that the first decision on a face does it. REQUIRES: not read-only.
  FrameRecall& recall() const;
  // Makes every later start require the master key with this id; used by rotation.h.
  std::optional<StoreError> require_master_key(const Sha256& id) const;
  // Held by a rebuild of the views, to lock out others; used by rebuild.h.
  Mutex& rebuild_turn() const;
  // The error of the latest attempt to rewrite ANCHOR; empty if it succeeded. Tried every second.
  std::optional<StoreError> anchor_failure() const;

 private:
  struct Parts;
  static std::optional<std::string> serve(Parts& parts,
                                          DataFolderOptions& options,
                                          std::function<void(StoreError)> on_failure);
  static std::optional<std::string> catch_up(const std::optional<struct RestoredNote>& restored,
                                             Parts& parts,
                                             const DataFolderOptions& options);
  static std::optional<std::string> settle(const struct RestoredNote& note,
                                           Parts& parts,
                                           UtcTime now,
                                           const DataFolderOptions& options);
  explicit DataFolder(std::unique_ptr<Parts> parts);

  std::unique_ptr<Parts> parts_;
};

// The folder of the checkpoints within a data folder.
std::filesystem::path checkpoints_of(const std::filesystem::path& data);

}  // namespace countersign

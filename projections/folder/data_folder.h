#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "core/ids.h"
#include "core/random_source.h"
#include "core/result.h"
#include "core/utc_time.h"
#include "events/checkpoints/checkpoint_keeper.h"
#include "events/crypto/master_key.h"
#include "events/event_log.h"
#include "events/store_error.h"
#include "events/tlog/note/note_key.h"
#include "events/vault/files/vault.h"
#include "events/vault/key_ring.h"
#include "events/vault/session_key.h"
#include "events/writer/writer.h"
#include "projections/erasure/erasure.h"
#include "projections/queries/queries.h"

namespace countersign {

struct DataFolderOptions {
  std::filesystem::path path;
  MasterKey master_key;
  // Free space that must remain; without a value what vault.h says.
  std::optional<std::uint64_t> reserve_bytes{};
  // Signs checkpoints of the log; none are signed without it.
  std::optional<tlog::SignerKey> signing_key{};
  // Nothing is written, and there is no writer: for looking at a folder that no server
  // holds. Refused while its views would have to be rebuilt.
  bool read_only = false;
  // Told in a sentence what takes long at open, e.g. how far a rebuild has come.
  std::function<void(std::string_view)> progress{};
  // Told in a sentence what an operator should look at, though the folder opens.
  std::function<void(std::string_view)> warn{};
};

// Why there is no key: the session has none (any more), or what is stored
// cannot be opened with this installation's keys.
enum class KeyFault : std::uint8_t { Gone, Unreadable };

// Everything that a data folder holds, opened and in order:
//
//   <path>/log/            the RocksDB of events, views and wrapped keys, with its ANCHOR
//   <path>/files/          the vault's encrypted files
//   <path>/checkpoints/    what was signed of the log, see checkpoint_keeper.h
//   <path>/keys/           the key slots, wrapped under the master key: never in a backup
//   <path>/MASTER-KEY-ID   tells a wrong master key before it does harm; made last, folder_age.h
//   <path>/PURGING         there while purged bytes, or a slot that has to go, may still be there
//   <path>/RESTORED        there until a folder that was made of a backup is opened
//
// Opening brings the folder to the state that the log describes: views of another
// version are rebuilt; the rests of uploads, and the files of a purge that a crash interrupted, are
// removed (file_survey.h); its slots are destroyed and the deleted keys scrubbed; what a restored
// log has no key for any more is purged (restored.h).
//
// Threading: every member function is safe from any thread once open() has
// returned. Ownership: of all its parts, whose references live as long as it does.
// The destructor lets the writer answer what is queued, writes the anchor, and signs the end.
//
// Failure: `on_failure` is called at most once, from whatever thread, when the log has failed; the
// process should then end its service, and itself without the destructor: what a database that has
// failed would still write is not known.
class DataFolder {
 public:
  // Makes the folder, for us alone, if it is not there. A sentence for the operator when it cannot
  // be opened: held by another process, corrupt, of another master key, or others may write to it.
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

  // What a submission that creates or finalizes the session wraps its key with, given when
  // retention would purge it, as is known by then. See Submission::wrap_key.
  std::function<std::optional<std::string>()> key_wrapping(const SessionId& session,
                                                           const SessionKey& key,
                                                           UtcTime purged_at) const;

  // The key of a session's files and sealed texts.
  Result<SessionKey, std::variant<KeyFault, StoreError>> session_key(
      const SessionId& session) const;

  // Null in a folder that was opened without a signing key, or read-only.
  CheckpointKeeper* checkpoints() const;

  // Makes purges physical; sweep.h is what uses it. REQUIRES: not read-only.
  Erasure& erasure() const;
  // From now on a start needs the master key of this id; rotation.h is what uses it.
  std::optional<StoreError> require_master_key(const Sha256& id) const;
  // Held by the one who rebuilds views; rebuild.h is what uses it.
  [[nodiscard]] std::unique_lock<std::mutex> rebuild_turn() const;
  // Why ANCHOR could not be rewritten the last time it was tried, if so. Tried every second.
  std::optional<StoreError> anchor_failure() const;

 private:
  struct Parts;
  static std::optional<std::string> serve(Parts& parts,
                                          DataFolderOptions& options,
                                          std::function<void(StoreError)> on_failure);
  static std::optional<std::string> catch_up(const std::optional<struct RestoredNote>& restored,
                                             const FileSurvey& survey,
                                             Parts& parts,
                                             const DataFolderOptions& options);
  static std::optional<std::string> settle(const struct RestoredNote& note,
                                           Parts& parts,
                                           UtcTime now,
                                           const DataFolderOptions& options);
  explicit DataFolder(std::unique_ptr<Parts> parts);

  std::unique_ptr<Parts> parts_;
};

// Where the checkpoints of a data folder are.
std::filesystem::path checkpoints_of(const std::filesystem::path& data);

}  // namespace countersign

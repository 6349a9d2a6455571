#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/event/stored_file.h"
#include "core/ids.h"
#include "core/machine/files/free_space.h"
#include "core/result.h"
#include "core/utc_time.h"
#include "events/vault/file_store.h"
#include "events/vault/files/file_reader.h"
#include "events/vault/files/file_writer.h"
#include "events/vault/files/sealed_file.h"
#include "events/vault/session_key.h"
#include "events/vault/vault_error.h"

namespace countersign {

struct VaultSettings {
  // Space that must stay free, because the log shares the disk and must not run out of it. Without
  // a value max(1 GiB, 5 % of the disk), but at most a quarter of a small disk.
  std::optional<std::uint64_t> reserve_bytes;
  // Creates nothing. Without `<data>/files` the vault opens, but every open of a file fails.
  bool read_only = false;
  // False: the folder of the new files is left to the first upload, or to left_uploads.h.
  bool makes_new_folder = true;
};

// The captured images: encrypted and immutable, one file for those of each submission, in a store
// (file_store.h). In the folder of this machine that is
//
//   <data>/files/<yyyymmdd>/<first 2 hex digits of the id>/<file id>
//   <data>/files/new/<yyyymmdd>.<file id>       until an event names the file
//
// A file is made durable BEFORE the event that names it is appended, and is among the new files
// until after that. So a start finds all that a crash left of uploads in one folder. A file is
// removed AFTER the event that records the removal. The format is in frame.h. Thread-safe.
//
// `day` is always the eight digits of day_of(). The vault keeps no table of its files: the caller
// that opens a file states session, key, id, day and true length, as its event has them.
class Vault {
 public:
  // Creates `<data>/files` if it does not exist, and `<data>/files/new` as the settings say.
  // `clock` must outlive the vault.
  static Result<std::unique_ptr<Vault>, VaultError> open_folder(const std::filesystem::path& data,
                                                                const Clock& clock,
                                                                VaultSettings settings = {});

  // The same with another store; `data` is where the free room is asked for.
  static std::unique_ptr<Vault> open(std::unique_ptr<FileStore> store,
                                     const std::filesystem::path& data,
                                     const Clock& clock,
                                     VaultSettings settings = {});

  // Creates a file. REQUIRES: `file` was never used before (the nonces are counters).
  // Returns Full without any write if the reserve is reached, and Io if the file exists already.
  Result<std::unique_ptr<FileWriter>, VaultError> create(const SessionId& session,
                                                         const SessionKey& key,
                                                         const FileId& file,
                                                         const std::string& day);

  // Returns Corrupt if the size of the file on the disk is not the size that `size_bytes` needs.
  // Any other damage is found when the file is read.
  Result<FileReader, VaultError> open(const SessionId& session,
                                      const SessionKey& key,
                                      const FileId& file,
                                      const std::string& day,
                                      std::uint64_t size_bytes) const;
  // The same for a stored file as an event has it: a file of the vault, or one in a container.
  // Returns Corrupt if it does not lie in the container.
  Result<FileReader, VaultError> open(const SessionId& session,
                                      const SessionKey& key,
                                      const StoredFile& file) const;

  // Takes the file out of the new files. REQUIRES: an event that names the file is durable.
  // Does not sync, so the next start may have to repeat the call.
  Result<Done, VaultError> mark_named(const FileId& file, const std::string& day);

  // Unlinks the file; succeeds if the file is gone already. Durable after `sync_day`.
  // REQUIRES: the log has purged the file.
  Result<Done, VaultError> remove(const FileId& file, const std::string& day);

  // Makes every `remove` in this day's folder since the last call durable, including repeated
  // removes of an earlier process, and removes folders that became empty.
  Result<Done, VaultError> sync_day(const std::string& day);

  // Removes a committed file that no event names. Durable on return.
  Result<Done, VaultError> remove_unnamed(const FileId& file, const std::string& day);

  // Visits every file, in no particular order. Skips names that the vault did not give.
  Result<Done, VaultError> list(
      const std::function<void(const std::string& day, const FileId& file)>& visit) const;

  // The names, for a start and for the survey; file_store.h says how they change.
  FileStore& store() { return *store_; }
  const FileStore& store() const { return *store_; }

  // Returns whether uploads may begin. Asks the system at most once a second.
  bool has_room() const { return free_space_.has_room(); }
  // Space for bytes that are about to arrive: see FreeSpace. The vault must outlive a reservation.
  std::uint64_t room_bytes() const { return free_space_.room_bytes(); }
  std::optional<FreeSpace::Reservation> reserve(std::uint64_t bytes) const {
    return free_space_.reserve(bytes);
  }
  std::uint64_t reserve_bytes() const { return free_space_.reserve_bytes(); }

 private:
  Vault(std::unique_ptr<FileStore> store,
        const std::filesystem::path& data,
        const Clock& clock,
        VaultSettings settings);

  std::unique_ptr<FileStore> store_;
  FreeSpace free_space_;
};

}  // namespace countersign

#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ids.h"
#include "core/machine/files/free_space.h"
#include "core/result.h"
#include "core/utc_time.h"
#include "events/vault/files/file_reader.h"
#include "events/vault/files/file_writer.h"
#include "events/vault/files/sealed_file.h"
#include "events/vault/folder.h"
#include "events/vault/session_key.h"
#include "events/vault/vault_error.h"

namespace countersign {

struct VaultSettings {
  // Space that must stay free, because the log shares the disk and must not run out of it. Without
  // a value max(1 GiB, 5 % of the disk), but at most a quarter of a small disk.
  std::optional<std::uint64_t> reserve_bytes;
  // Creates nothing. Without `<data>/files` the vault opens, but every open of a file fails.
  bool read_only = false;
};

// The captured files: encrypted, immutable, one file each, under
//
//   <data>/files/<yyyymmdd>/<first 2 hex digits of the id>/<file id>
//
// A file is made durable BEFORE the event that names it is appended, and bears the mark of a new
// file until after that. So a file that a crash left without an event still bears the mark, and the
// next start removes it. A file is removed AFTER the event that records the removal. The format is
// in frame.h. Thread-safe.
//
// `day` is always the eight digits of day_of(). The vault keeps no table of its files: the caller
// that opens a file states session, key, id, day and true length, as its event has them.
class Vault {
 public:
  // Creates `<data>/files` if it does not exist. `clock` must outlive the vault.
  static Result<std::unique_ptr<Vault>, VaultError> open_folder(const std::filesystem::path& data,
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

  // Removes the mark of a new file. REQUIRES: an event that names the file is durable.
  // Does not sync, so the next start may have to repeat the call.
  Result<Done, VaultError> mark_named(const FileId& file, const std::string& day);

  // Unlinks the file; succeeds if the file is gone already. Durable after `sync_day`.
  Result<Done, VaultError> remove(const FileId& file, const std::string& day);

  // Makes every `remove` in this day's folder since the last call durable, including repeated
  // removes of an earlier process, and removes folders that became empty.
  Result<Done, VaultError> sync_day(const std::string& day);

  // Visits every file, in no particular order. Skips names that the vault did not give.
  Result<Done, VaultError> list(
      const std::function<void(const std::string& day, const FileId& file)>& visit) const;

  // At start-up, before anything is written: asks for every file whether it is `known` to the log.
  // Changes nothing.
  struct Found {
    std::uint64_t known_files = 0;
    std::vector<FilePlace> known_new{};  // known, but mark_named() was not called or was lost
    // Unknown and marked as new: no event names them, so they are left over from uploads.
    std::vector<FilePlace> rests{};
    // Unknown and not marked as new: an event has named them. Entries that are not regular files
    // are listed here too.
    std::vector<FilePlace> strangers{};
  };
  Result<Found, VaultError> survey(const std::function<bool(const FilePlace&)>& known) const;
  // At start-up: removes these files, and all empty folders. Durable on return.
  Result<Done, VaultError> remove(const std::vector<FilePlace>& files);

  // Returns whether uploads may begin. Asks the system at most once a second.
  bool has_room() const { return free_space_.has_room(); }
  // Space for bytes that are about to arrive: see FreeSpace. The vault must outlive a reservation.
  std::uint64_t room_bytes() const { return free_space_.room_bytes(); }
  std::optional<FreeSpace::Reservation> reserve(std::uint64_t bytes) const {
    return free_space_.reserve(bytes);
  }
  std::uint64_t reserve_bytes() const { return free_space_.reserve_bytes(); }

 private:
  Vault(std::unique_ptr<FileFolder> folder,
        const std::filesystem::path& data,
        const Clock& clock,
        VaultSettings settings);

  std::unique_ptr<FileFolder> folder_;
  FreeSpace free_space_;
};

}  // namespace countersign

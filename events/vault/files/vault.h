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
  // Room that must stay free; without a value max(1 GiB, 5 % of the disk), and at most a
  // quarter of a small disk. The log shares the disk, and must not meet its end.
  std::optional<std::uint64_t> reserve_bytes;
  // Nothing is made. Without `<data>/files` the vault opens, and no file of it does.
  bool read_only = false;
};

// The captured files: encrypted, immutable, one file each, under
//
//   <data>/files/<yyyymmdd>/<first 2 hex digits of the id>/<file id>
//
// A file is made durable BEFORE the event that names it is appended, and bears the mark of a new
// file until after that; what a crash leaves without an event bears it still, and the next start
// sweeps it. A file is removed AFTER the event that says so. The format is in frame.h. Thread-safe.
//
// `day` is always the eight digits of day_of(). The vault keeps no table of its files: who
// opens one states session, key, id, day and true length, as its event has them.
class Vault {
 public:
  // Makes `<data>/files` if it is not there. `clock` must live as long as the vault.
  static Result<std::unique_ptr<Vault>, VaultError> open_folder(const std::filesystem::path& data,
                                                                const Clock& clock,
                                                                VaultSettings settings = {});

  // A new file. REQUIRES: `file` was never used before (its nonces are counted).
  // Full without any write if the reserve is reached. An id that lies there already is Io.
  Result<std::unique_ptr<FileWriter>, VaultError> create(const SessionId& session,
                                                         const SessionKey& key,
                                                         const FileId& file,
                                                         const std::string& day);

  // Corrupt at once if the file does not have the size on the disk that `size_bytes` needs;
  // what else is wrong with it is found as it is read.
  Result<FileReader, VaultError> open(const SessionId& session,
                                      const SessionKey& key,
                                      const FileId& file,
                                      const std::string& day,
                                      std::uint64_t size_bytes) const;

  // An event that names the file is durable: the file is no new one any more. Not synced, so that
  // the next start may have to say it again.
  Result<Done, VaultError> mark_named(const FileId& file, const std::string& day);

  // Unlinks the file; that it is gone already is fine. Durable after `sync_day`.
  Result<Done, VaultError> remove(const FileId& file, const std::string& day);

  // Makes every `remove` in this day's folder since the last call durable, also those of
  // an earlier process that were repeated, and drops folders that became empty.
  Result<Done, VaultError> sync_day(const std::string& day);

  // Every file, in no order. A name that the vault did not give is passed over.
  Result<Done, VaultError> list(
      const std::function<void(const std::string& day, const FileId& file)>& visit) const;

  // At start-up, before anything is written: asks of every file whether it is `known` to the log,
  // and changes nothing.
  struct Found {
    std::uint64_t known_files = 0;
    std::vector<FilePlace> known_new{};  // of those: mark_named() was not called, or is lost
    // Unknown, and new: no event has named them, so they are the rests of uploads.
    std::vector<FilePlace> rests{};
    std::vector<FilePlace> strangers{};  // unknown, and an event has named them
  };
  Result<Found, VaultError> survey(const std::function<bool(const FilePlace&)>& known) const;
  // At start-up: removes these files, and empty folders; durable on return.
  Result<Done, VaultError> remove(const std::vector<FilePlace>& files);

  // Whether uploads may begin. Asks the system at most once a second.
  bool has_room() const { return free_space_.has_room(); }
  // Before bytes come that will be written: see FreeSpace. The vault must outlive it.
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

#pragma once
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <semaphore>
#include <set>
#include <string>
#include <vector>

#include "core/ids.h"
#include "core/machine/files/owned_fd.h"
#include "core/machine/threads/mutex.h"
#include "core/result.h"
#include "events/vault/vault_error.h"

namespace countersign {

// Returns the VaultError for the current value of errno.
VaultError error_of_errno();

// The location of one file: <root>/<day>/<bucket>/<name>.
struct FilePlace {
  FilePlace(const FileId& id, std::string day_folder);  // REQUIRES: `day_folder` is eight digits

  FileId file;
  std::string day;
  std::string bucket;  // 2 hex digits
  std::string name;    // the id
  std::string bucket_path() const { return day + '/' + bucket; }
  std::string path() const { return day + '/' + bucket + '/' + name; }
};

// The folders of the vault and the order in which they become durable. Handles names and syncs, and
// does not look into the files. Thread-safe.
class FileFolder {
 public:
  // Creates the folder if it does not exist. With `read_only` creates nothing; if the folder does
  // not exist, opening succeeds and every later call fails.
  static Result<std::unique_ptr<FileFolder>, VaultError> open(const std::filesystem::path& root,
                                                              bool read_only = false);

  // Creates an empty file, and its folders as needed. The file is durable after `commit`. Its mode
  // bears the mark of a new file until mark_named().
  Result<OwnedFd, VaultError> create(const FilePlace& place);
  // Returns whether the file bears the mark of a new file; nullopt if there is no regular file.
  std::optional<bool> is_new(const FilePlace& place) const;
  // Removes the mark of a new file. Does not sync. Succeeds if the file is gone.
  Result<Done, VaultError> mark_named(const FilePlace& place);
  Result<OwnedFd, VaultError> open_for_reading(const FilePlace& place) const;

  // Syncs the file, its folder, and the folders above if they are new. At most four commits run at
  // once: more would delay the log's own syncs without making the disk faster.
  Result<Done, VaultError> commit(const FilePlace& place, const OwnedFd& file);

  Result<Done, VaultError> remove(const FilePlace& place);
  Result<Done, VaultError> sync_day(const std::string& day);
  Result<Done, VaultError> list(const std::function<void(const FilePlace&)>& visit) const;
  // Removes a file that was never committed. If this fails, the file stays as an orphan.
  void discard(const FilePlace& place);
  // Removes every empty folder.
  Result<Done, VaultError> drop_empty_folders();

 private:
  explicit FileFolder(OwnedFd root) : root_(std::move(root)) {}

  Result<Done, VaultError> make_folders_durable(const FilePlace& place);
  Result<Done, VaultError> sync_folder(const std::string& path) const;
  Result<Done, VaultError> sync_bucket(const std::string& bucket_path);
  std::vector<std::string> take_dirty_buckets(const std::string& day);
  void drop_if_empty(const std::string& path);

  static constexpr std::ptrdiff_t kWriteSlots = 4;

  OwnedFd root_;
  std::counting_semaphore<kWriteSlots> write_slots_{kWriteSlots};
  // Taken before mutex_, so that a sync_day() waits for the buckets that another one is syncing.
  Mutex sync_day_mutex_ LOCKED_BEFORE(mutex_);
  Mutex mutex_;
  // Buckets whose own names this process has synced.
  std::set<std::string> durable_buckets_ GUARDED_BY(mutex_);
  // Buckets in which a file was removed since the last sync.
  std::set<std::string> dirty_buckets_ GUARDED_BY(mutex_);
};

}  // namespace countersign

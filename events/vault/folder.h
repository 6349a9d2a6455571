#pragma once
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <semaphore>
#include <set>
#include <string>
#include <vector>

#include "core/ids.h"
#include "core/machine/files/owned_fd.h"
#include "core/result.h"
#include "events/vault/vault_error.h"

namespace countersign {

// The VaultError for what the system last said in errno.
VaultError error_of_errno();

// Where one file lies: <root>/<day>/<bucket>/<name>.
struct FilePlace {
  FilePlace(const FileId& id, std::string day_folder);  // REQUIRES: `day_folder` is eight digits

  FileId file;
  std::string day;
  std::string bucket;  // 2 hex digits
  std::string name;    // the id
  std::string bucket_path() const { return day + '/' + bucket; }
  std::string path() const { return day + '/' + bucket + '/' + name; }
};

// The folders of the vault and the order in which they become durable. It knows names and
// syncs, and nothing of what is in the files. Thread-safe.
class FileFolder {
 public:
  // Makes the folder if it is not there. `read_only`: makes nothing, and every call on a folder
  // that is not there fails.
  static Result<std::unique_ptr<FileFolder>, VaultError> open(const std::filesystem::path& root,
                                                              bool read_only = false);

  // A new empty file, its folders made as needed. Durable after `commit`. It bears the mark of a
  // new file, in its mode, until mark_named(), which is not synced. One that is gone is fine.
  Result<OwnedFd, VaultError> create(const FilePlace& place);
  // Nothing if what is there is no file.
  std::optional<bool> is_new(const FilePlace& place) const;
  Result<Done, VaultError> mark_named(const FilePlace& place);
  Result<OwnedFd, VaultError> open_for_reading(const FilePlace& place) const;

  // fsync of the file, of its folder, and of the folders above when they are new. At most
  // four at once: more make the log's own syncs wait, and the disk no faster.
  Result<Done, VaultError> commit(const FilePlace& place, const OwnedFd& file);

  Result<Done, VaultError> remove(const FilePlace& place);
  Result<Done, VaultError> sync_day(const std::string& day);
  Result<Done, VaultError> list(const std::function<void(const FilePlace&)>& visit) const;
  // Removes a file that was never committed. Failing, it leaves an orphan.
  void discard(const FilePlace& place);
  // Drops every empty folder.
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
  std::mutex sync_day_mutex_;  // taken before mutex_: one caller's sync must not skip another's
  std::mutex mutex_;           // of the two sets
  std::set<std::string> durable_buckets_;  // whose own names were synced by this process
  std::set<std::string> dirty_buckets_;    // in which a file was removed since
};

}  // namespace countersign

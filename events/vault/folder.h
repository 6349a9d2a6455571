#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <semaphore>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/ids.h"
#include "core/machine/files/owned_fd.h"
#include "core/machine/threads/mutex.h"
#include "core/result.h"
#include "events/vault/file_place.h"
#include "events/vault/file_store.h"
#include "events/vault/folder_watch.h"
#include "events/vault/vault_error.h"

namespace countersign {

// The store that is a folder of this machine: its folders, and the order in which they become
// durable. Thread-safe.
class FileFolder final : public FileStore {
 public:
  // Creates the folder if it does not exist, but not the folder of the new files. With `read_only`
  // creates nothing; if the folder does not exist, opening succeeds and every later call fails.
  // `node` is empty where no other machine uses the folder. Otherwise it is the name of this one,
  // of lower-case letters and digits, and the new files of each have a folder of their own.
  static Result<std::unique_ptr<FileFolder>, VaultError> open(const std::filesystem::path& root,
                                                              bool read_only = false,
                                                              std::string_view node = {});

  // Writes the file `LOG`, once: a second name that is linked has one winner.
  Result<std::string, VaultError> claim(const std::string& log) override;

  // Creates the folder of the new files if it does not exist. Durable on return.
  Result<Done, VaultError> make_new_folder() override;

  // Creates an empty file among the new files. The file is durable after `commit`.
  Result<Made, VaultError> create(const FilePlace& place) override;
  // Opens the file at its place, or among the new files, where a file alone is before `commit`.
  Result<OwnedFd, VaultError> open_for_reading(const FilePlace& place,
                                               const Stretch& stretch) const override;
  Result<OwnedFd, VaultError> open_made(const FilePlace& place, const Made& made) const override;
  using FileStore::open_for_reading;

  // Syncs the file and its name among the new files, and then gives the file its place: links it,
  // syncs its folder, and the folders above if they are new. At most four commits run at once: more
  // would delay the log's own syncs without making the disk faster.
  Result<Done, VaultError> commit(const FilePlace& place, const Made& made) override;
  // Takes the file out of the new files. Does not sync. Succeeds if the file is gone.
  Result<Done, VaultError> mark_named(const FilePlace& place) override;

  // Returns whether there is a regular file at the place.
  Result<bool, VaultError> has(const FilePlace& place) const override;
  Result<bool, VaultError> is_new(const FilePlace& place) const override;
  // The files among the new files. Reads no other folder.
  Result<std::vector<FilePlace>, VaultError> new_files() const override;
  Result<std::vector<FilePlace>, VaultError> left_by_others() const override;
  Result<Done, VaultError> forget_new(const FilePlace& place) override;
  // Gives a new file its place if it has none. Durable on return.
  Result<Done, VaultError> keep(const FilePlace& place) override;

  // For a file that the log has purged: removes both of its names. Durable after sync_day().
  Result<Done, VaultError> remove(const FilePlace& place) override;
  // For a file that no event names: removes its place, durably, and then its name among the new
  // files. So a crash never leaves a file at its place that looks as if an event had named it.
  Result<Done, VaultError> remove_unnamed(const FilePlace& place) override;
  Result<Done, VaultError> sync_day(const std::string& day) override;
  // The days that have a folder, in order.
  Result<std::vector<std::string>, VaultError> days() const override;
  // The names of a day, one folder at a time, until `visit` returns false.
  Result<Done, VaultError> list_day(
      const std::string& day,
      const std::function<bool(const std::vector<PlaceEntry>&)>& visit) const override;
  // Both remove a new file that has no place yet. If this fails, the next start removes the file.
  void abandon(const FilePlace& place) override { discard(place); }
  void discard(const FilePlace& place) override;
  // Removes every empty folder of this day.
  Result<Done, VaultError> drop_empty_folders(const std::string& day) override;

  bool bears_old_mark(const FilePlace& place) const override;
  Result<Done, VaultError> replace_old_mark(const FilePlace& place, bool is_named) override;

  std::string name() const override { return path_.string(); }
  std::optional<std::string> fault() const override;

  // Watches the folder from now on: faults of commits are told to the watch. At most once, before
  // the folder is used.
  void watch_by(std::unique_ptr<FolderWatch> watch) { watch_ = std::move(watch); }
  // The open folder, for the watch. Owned by this object.
  int descriptor() const { return root_.get(); }

 private:
  FileFolder(OwnedFd root, std::filesystem::path path, std::string new_folder)
      : root_(std::move(root)), path_(std::move(path)), new_folder_(std::move(new_folder)) {}

  std::string new_path(const FilePlace& place) const {
    return new_folder_ + '/' + place.new_name();
  }
  Result<std::vector<std::string>, VaultError> folders_of_others() const;
  // NotFound if the folder is nobody's yet.
  Result<std::string, VaultError> read_owner() const;
  Result<Done, VaultError> take_out_of(const std::string& new_folder, const FilePlace& place);
  Result<Done, VaultError> make_new_name_durable(std::uint64_t number);
  Result<Done, VaultError> link(const FilePlace& place);
  Result<Done, VaultError> make_folders_durable(const FilePlace& place);
  Result<Done, VaultError> sync_folder(const std::string& path) const;
  Result<Done, VaultError> sync_bucket(const std::string& bucket_path);
  std::vector<std::string> take_dirty_buckets(const std::string& day);
  void drop_if_empty(const std::string& path);

  static constexpr std::ptrdiff_t kWriteSlots = 4;

  const OwnedFd root_;
  const std::filesystem::path path_;
  const std::string new_folder_;  // "new", or "new.<node>"
  std::counting_semaphore<kWriteSlots> write_slots_{kWriteSlots};
  // Taken before mutex_, so that a sync_day() waits for the buckets that another one is syncing.
  Mutex sync_day_mutex_ LOCKED_BEFORE(mutex_);
  Mutex mutex_;
  // How many new files this process has made, and how many of their names it has synced. One sync
  // covers all names that were made before it.
  std::uint64_t made_ GUARDED_BY(mutex_) = 0;
  std::uint64_t durable_ GUARDED_BY(mutex_) = 0;
  // Buckets whose own names this process has synced.
  std::set<std::string> durable_buckets_ GUARDED_BY(mutex_);
  // Buckets in which a file was removed since the last sync.
  std::set<std::string> dirty_buckets_ GUARDED_BY(mutex_);
  std::unique_ptr<FolderWatch> watch_;  // null for a folder that is not watched
};

}  // namespace countersign

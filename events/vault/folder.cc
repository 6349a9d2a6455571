#include "events/vault/folder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "core/check.h"
#include "core/machine/files/at_offset.h"
#include "core/text/bytes.h"

namespace countersign {
namespace {

constexpr ::mode_t kFolderMode = 0700;
constexpr ::mode_t kFileMode = 0600;
constexpr const char* kOwner = "LOG";
constexpr std::size_t kOwnerBytesMost = 1024;
// The mark that version 0.2.0 gave to a file until an event named it.
constexpr ::mode_t kOldMark = S_ISVTX;
// A further round is needed only if `sync_day` removes the new folder because it is still empty.
constexpr int kCreateRounds = 16;

bool make_folder(int parent, const std::string& path) {
  return ::mkdirat(parent, path.c_str(), kFolderMode) == 0 || errno == EEXIST;
}

}  // namespace

Result<std::unique_ptr<FileFolder>, VaultError> FileFolder::open(const std::filesystem::path& root,
                                                                 bool read_only,
                                                                 std::string_view node) {
  if (!read_only) {
    if (!make_folder(AT_FDCWD, root.string())) return error_of_errno();
    const OwnedFd parent(::openat(AT_FDCWD, (root / "..").c_str(), kOpenFolder));
    if (!parent || ::fsync(parent.get()) != 0) return error_of_errno();
  }
  OwnedFd descriptor(::openat(AT_FDCWD, root.c_str(), kOpenFolder));
  if (!descriptor && !(read_only && errno == ENOENT)) return error_of_errno();
  return std::unique_ptr<FileFolder>(
      new FileFolder(std::move(descriptor), root, new_folder_of(node)));
}

Result<Done, VaultError> FileFolder::make_new_folder() {
  if (!make_folder(root_.get(), new_folder_)) return error_of_errno();
  if (::fsync(root_.get()) != 0) return error_of_errno();
  return Done{};
}

Result<FileFolder::Made, VaultError> FileFolder::create(const FilePlace& place) {
  const std::string path = new_path(place);
  const auto made = [&] {
    return OwnedFd(::openat(
        root_.get(), path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, kFileMode));
  };
  OwnedFd file = made();
  if (!file && errno == ENOENT) {
    if (const auto folder = make_new_folder(); !folder) return folder.error();
    file = made();
  }
  if (!file) return error_of_errno();
  // Fails where the file system has no direct I/O; writes then go through the page cache.
  ::fcntl(file.get(), F_SETFL, O_DIRECT);
  const MutexLock lock(mutex_);
  return Made{std::move(file), ++made_};
}

Result<bool, VaultError> FileFolder::has(const FilePlace& place) const {
  return mode_of_file(root_.get(), place.path()).has_value();
}

Result<bool, VaultError> FileFolder::is_new(const FilePlace& place) const {
  if (mode_of_file(root_.get(), new_path(place))) return true;
  const auto others = folders_of_others();
  if (!others) return others.error();
  return std::ranges::any_of(*others, [&](const std::string& folder) {
    return mode_of_file(root_.get(), folder + '/' + place.new_name()).has_value();
  });
}

Result<std::vector<FilePlace>, VaultError> FileFolder::new_files() const {
  return new_files_in(root_.get(), new_folder_);
}

// A folder that one machine alone uses has one folder of new files.
Result<std::vector<std::string>, VaultError> FileFolder::folders_of_others() const {
  if (new_folder_ == kNewFolder) return std::vector<std::string>();
  auto folders = new_folders_in(root_.get());
  if (!folders) return folders.error();
  std::erase(*folders, new_folder_);
  return folders;
}

Result<std::vector<FilePlace>, VaultError> FileFolder::left_by_others() const {
  const auto others = folders_of_others();
  if (!others) return others.error();
  std::vector<FilePlace> left;
  for (const std::string& folder : *others) {
    auto files = new_files_in(root_.get(), folder);
    if (!files) return files.error();
    std::ranges::move(*files, std::back_inserter(left));
  }
  return left;
}

Result<Done, VaultError> FileFolder::take_out_of(const std::string& new_folder,
                                                 const FilePlace& place) {
  const std::string path = new_folder + '/' + place.new_name();
  if (::unlinkat(root_.get(), path.c_str(), 0) != 0 && errno != ENOENT) return error_of_errno();
  return Done{};
}

Result<Done, VaultError> FileFolder::mark_named(const FilePlace& place) {
  return take_out_of(new_folder_, place);
}

Result<Done, VaultError> FileFolder::forget_new(const FilePlace& place) {
  const auto others = folders_of_others();
  if (!others) return others.error();
  for (const std::string& folder : *others) {
    if (const auto taken = take_out_of(folder, place); !taken) return taken;
  }
  return mark_named(place);
}

Result<OwnedFd, VaultError> FileFolder::open_for_reading(const FilePlace& place,
                                                         const Stretch&) const {
  OwnedFd file(::openat(root_.get(),
                        place.path().c_str(),
                        O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY));
  if (!file) return error_of_errno();
  return file;
}

Result<OwnedFd, VaultError> FileFolder::open_made(const FilePlace& place, const Made&) const {
  OwnedFd file(::openat(root_.get(),
                        new_path(place).c_str(),
                        O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY));
  if (!file) return error_of_errno();
  return file;
}

Result<Done, VaultError> FileFolder::commit(const FilePlace& place, const Made& made) {
  write_slots_.acquire();
  const Result<Done, VaultError> committed = [&]() -> Result<Done, VaultError> {
    if (::fsync(made.file.get()) != 0) return error_of_errno();
    if (const auto named = make_new_name_durable(made.number); !named) return named;
    return keep(place);
  }();
  write_slots_.release();
  if (!committed && committed.error() == VaultError::Io && watch_) watch_->note_failure();
  return committed;
}

std::optional<std::string> FileFolder::fault() const {
  const auto why = watch_ ? watch_->fault() : std::nullopt;
  return why ? std::optional(name() + ": " + *why) : std::nullopt;
}

Result<Done, VaultError> FileFolder::keep(const FilePlace& place) {
  if (const auto linked = link(place); !linked) return linked;
  if (const auto synced = sync_folder(place.bucket_path()); !synced) return synced;
  return make_folders_durable(place);
}

Result<Done, VaultError> FileFolder::make_new_name_durable(std::uint64_t number) {
  std::uint64_t covered = 0;
  {
    const MutexLock lock(mutex_);
    if (durable_ >= number) return Done{};
    covered = made_;
  }
  if (const auto synced = sync_folder(new_folder_); !synced) return synced;
  const MutexLock lock(mutex_);
  durable_ = std::max(durable_, covered);
  return Done{};
}

Result<Done, VaultError> FileFolder::link(const FilePlace& place) {
  const std::string from = new_path(place);
  for (int round = 0; round < kCreateRounds; ++round) {
    if (::linkat(root_.get(), from.c_str(), root_.get(), place.path().c_str(), 0) == 0) {
      return Done{};
    }
    if (errno != ENOENT) return error_of_errno();
    if (!make_folder(root_.get(), place.day)) return error_of_errno();
    if (!make_folder(root_.get(), place.bucket_path()) && errno != ENOENT) return error_of_errno();
  }
  return VaultError::Io;
}

// While the file exists its folder is not empty, so `drop_if_empty` cannot remove the folder
// between the syncs and the insertion into durable_buckets_.
Result<Done, VaultError> FileFolder::make_folders_durable(const FilePlace& place) {
  {
    const MutexLock lock(mutex_);
    if (durable_buckets_.contains(place.bucket_path())) return Done{};
  }
  if (const auto synced = sync_folder(place.day); !synced) return synced;
  if (::fsync(root_.get()) != 0) return error_of_errno();
  const MutexLock lock(mutex_);
  durable_buckets_.insert(place.bucket_path());
  return Done{};
}

Result<Done, VaultError> FileFolder::sync_folder(const std::string& path) const {
  const OwnedFd folder(::openat(root_.get(), path.c_str(), kOpenFolder));
  if (!folder || ::fsync(folder.get()) != 0) return error_of_errno();
  return Done{};
}

Result<Done, VaultError> FileFolder::remove(const FilePlace& place) {
  if (::unlinkat(root_.get(), place.path().c_str(), 0) != 0 && errno != ENOENT) {
    return error_of_errno();
  }
  {
    // Mark the bucket after the unlink: otherwise a sync between the two would clear the mark. Mark
    // it also if the file was gone: a process that died may have unlinked it without a sync.
    const MutexLock lock(mutex_);
    dirty_buckets_.insert(place.bucket_path());
  }
  return mark_named(place);
}

Result<Done, VaultError> FileFolder::remove_unnamed(const FilePlace& place) {
  if (::unlinkat(root_.get(), place.path().c_str(), 0) != 0 && errno != ENOENT) {
    return error_of_errno();
  }
  if (const auto synced = sync_bucket(place.bucket_path()); !synced) return synced;
  return forget_new(place);
}

void FileFolder::discard(const FilePlace& place) {
  ::unlinkat(root_.get(), new_path(place).c_str(), 0);
}

std::vector<std::string> FileFolder::take_dirty_buckets(const std::string& day) {
  const MutexLock lock(mutex_);
  const auto first = dirty_buckets_.lower_bound(day + '/');
  const auto last = dirty_buckets_.lower_bound(day + static_cast<char>('/' + 1));
  std::vector<std::string> taken(first, last);
  dirty_buckets_.erase(first, last);
  return taken;
}

Result<Done, VaultError> FileFolder::sync_bucket(const std::string& bucket_path) {
  const Result<Done, VaultError> synced = sync_folder(bucket_path);
  if (synced) {
    drop_if_empty(bucket_path);
    return synced;
  }
  if (synced.error() == VaultError::NotFound) return Done{};  // the bucket and its files are gone
  const MutexLock lock(mutex_);
  dirty_buckets_.insert(bucket_path);
  return synced;
}

Result<Done, VaultError> FileFolder::sync_day(const std::string& day) {
  check(is_vault_day(day), "a day of the vault is eight digits");
  const MutexLock one_at_a_time(sync_day_mutex_);
  Result<Done, VaultError> all = Done{};
  for (const std::string& bucket : take_dirty_buckets(day)) {
    const Result<Done, VaultError> synced = sync_bucket(bucket);
    if (!synced) all = synced;
  }
  drop_if_empty(day);
  return all;
}

void FileFolder::drop_if_empty(const std::string& path) {
  // Under the lock, so that durable_buckets_ never lists a bucket that no longer exists.
  const MutexLock lock(mutex_);
  if (::unlinkat(root_.get(), path.c_str(), AT_REMOVEDIR) == 0) durable_buckets_.erase(path);
}

Result<std::vector<std::string>, VaultError> FileFolder::days() const {
  return days_in(root_.get());
}

Result<Done, VaultError> FileFolder::list_day(
    const std::string& day,
    const std::function<bool(const std::vector<PlaceEntry>&)>& visit) const {
  const auto buckets = buckets_in(root_.get(), day);
  if (!buckets) return buckets.error();
  for (const std::string& bucket : *buckets) {
    const auto entries = entries_in(root_.get(), day, bucket);
    if (!entries) return entries.error();
    if (!visit(*entries)) break;
  }
  return Done{};
}

Result<Done, VaultError> FileFolder::drop_empty_folders(const std::string& day) {
  const auto buckets = buckets_in(root_.get(), day);
  if (!buckets) return buckets.error();
  for (const std::string& bucket : *buckets) drop_if_empty(bucket_path_of(day, bucket));
  drop_if_empty(day);
  return Done{};
}

// ---- whose files these are --------------------------------------------------------

Result<std::string, VaultError> FileFolder::read_owner() const {
  const OwnedFd file(::openat(root_.get(), kOwner, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  if (!file) return error_of_errno();
  std::array<std::uint8_t, kOwnerBytesMost + 1> bytes{};
  const auto read = read_at(file.get(), bytes, 0);
  if (!read) return VaultError::Io;
  if (*read == 0 || *read > kOwnerBytesMost) return VaultError::Corrupt;
  return std::string(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(*read));
}

Result<std::string, VaultError> FileFolder::claim(const std::string& log) {
  auto owner = read_owner();
  if (owner || owner.error() != VaultError::NotFound) return owner;
  const std::string draft = std::string(kOwner) + '.' + new_folder_;
  ::unlinkat(root_.get(), draft.c_str(), 0);
  const OwnedFd file(::openat(
      root_.get(), draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, kFileMode));
  if (!file || !write_at(file.get(), bytes_of(log), 0)) return error_of_errno();
  const bool is_durable =
      ::fsync(file.get()) == 0 &&
      (::linkat(root_.get(), draft.c_str(), root_.get(), kOwner, 0) == 0 || errno == EEXIST) &&
      ::unlinkat(root_.get(), draft.c_str(), 0) == 0 && ::fsync(root_.get()) == 0;
  if (!is_durable) return error_of_errno();
  return read_owner();
}

// ---- folders of 0.2.0 -------------------------------------------------------------

bool FileFolder::bears_old_mark(const FilePlace& place) const {
  const auto mode = mode_of_file(root_.get(), place.path());
  return mode && (*mode & kOldMark) != 0;
}

Result<Done, VaultError> FileFolder::replace_old_mark(const FilePlace& place, bool is_named) {
  if (!is_named) {
    const std::string to = new_path(place);
    const int linked = ::linkat(root_.get(), place.path().c_str(), root_.get(), to.c_str(), 0);
    if (linked != 0 && errno != EEXIST) return error_of_errno();
    if (const auto synced = sync_folder(new_folder_); !synced) return synced;
  }
  if (::fchmodat(root_.get(), place.path().c_str(), kFileMode, 0) != 0 && errno != ENOENT) {
    return error_of_errno();
  }
  return Done{};
}

}  // namespace countersign

#include "events/vault/folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <utility>

#include "core/ascii.h"
#include "core/check.h"

namespace countersign {
namespace {

constexpr ::mode_t kFolderMode = 0700;
constexpr ::mode_t kFileMode = 0600;
// The mark of a new file, which it bears until an event names it. The sticky bit has no other
// meaning on a file, and no tool sets it in passing. On a file system without it no file looks new.
constexpr ::mode_t kNewMark = S_ISVTX;
// A further round is needed only if `sync_day` removes the new folder because it is still empty.
constexpr int kCreateRounds = 16;
constexpr int kOpenFolder = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW;

bool is_day(std::string_view name) {
  return name.size() == 8 && std::all_of(name.begin(), name.end(), is_digit);
}
bool is_bucket(std::string_view name) {
  return name.size() == 2 && std::all_of(name.begin(), name.end(), is_hex_digit);
}

bool make_folder(int parent, const std::string& path) {
  return ::mkdirat(parent, path.c_str(), kFolderMode) == 0 || errno == EEXIST;
}

// Returns the names in a folder; an empty list if the path does not exist or is not a folder.
Result<std::vector<std::string>, VaultError> names_in(int root, const std::string& path) {
  std::vector<std::string> names;
  const int descriptor = ::openat(root, path.c_str(), kOpenFolder);
  if (descriptor < 0) {
    if (errno == ENOENT || errno == ENOTDIR || errno == ELOOP) return names;
    return error_of_errno();
  }
  ::DIR* const folder = ::fdopendir(descriptor);
  check(folder != nullptr, "the system opens a stream of the names in a vault folder");
  errno = 0;
  // NOLINTNEXTLINE(concurrency-mt-unsafe): the stream is local to the function
  while (const ::dirent* entry = ::readdir(folder)) {
    names.emplace_back(entry->d_name);
    errno = 0;
  }
  const std::optional<VaultError> error =
      errno == 0 ? std::nullopt : std::optional(error_of_errno());
  ::closedir(folder);
  if (error) return *error;
  return names;
}

std::optional<FilePlace> place_of(const std::string& day,
                                  const std::string& bucket,
                                  const std::string& name) {
  const std::optional<Uuid> id = parse_uuid(name);
  if (!id) return std::nullopt;
  FilePlace place(FileId(*id), day);
  if (place.bucket != bucket || place.name != name) return std::nullopt;
  return place;
}

std::string bucket_path_of(const std::string& day, const std::string& bucket) {
  std::string path = day;
  path += '/';
  path += bucket;
  return path;
}

Result<std::vector<std::string>, VaultError> days_in(int root) {
  auto names = names_in(root, ".");
  if (names) std::erase_if(*names, [](const std::string& name) { return !is_day(name); });
  return names;
}

Result<std::vector<std::string>, VaultError> buckets_in(int root, const std::string& day) {
  auto names = names_in(root, day);
  if (names) std::erase_if(*names, [](const std::string& name) { return !is_bucket(name); });
  return names;
}

Result<std::vector<FilePlace>, VaultError> places_in(int root,
                                                     const std::string& day,
                                                     const std::string& bucket) {
  const auto names = names_in(root, bucket_path_of(day, bucket));
  if (!names) return names.error();
  std::vector<FilePlace> places;
  for (const std::string& name : *names) {
    if (auto place = place_of(day, bucket, name)) places.push_back(std::move(*place));
  }
  return places;
}

}  // namespace

VaultError error_of_errno() {
  switch (errno) {
    case ENOENT:
      return VaultError::NotFound;
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
      return VaultError::Full;
    default:
      return VaultError::Io;
  }
}

FilePlace::FilePlace(const FileId& id, std::string day_folder)
    : file(id), day(std::move(day_folder)), name(to_string(id)) {
  // The day becomes part of a path, so no other text may be accepted.
  check(is_day(day), "a day of the vault is eight digits");
  bucket = name.substr(0, 2);
}

Result<std::unique_ptr<FileFolder>, VaultError> FileFolder::open(const std::filesystem::path& root,
                                                                 bool read_only) {
  if (!read_only) {
    if (!make_folder(AT_FDCWD, root.string())) return error_of_errno();
    const OwnedFd parent(::openat(AT_FDCWD, (root / "..").c_str(), kOpenFolder));
    if (!parent || ::fsync(parent.get()) != 0) return error_of_errno();
  }
  OwnedFd descriptor(::openat(AT_FDCWD, root.c_str(), kOpenFolder));
  if (!descriptor && !(read_only && errno == ENOENT)) return error_of_errno();
  return std::unique_ptr<FileFolder>(new FileFolder(std::move(descriptor)));
}

Result<OwnedFd, VaultError> FileFolder::create(const FilePlace& place) {
  for (int round = 0; round < kCreateRounds; ++round) {
    OwnedFd file(::openat(root_.get(),
                          place.path().c_str(),
                          O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
                          kNewMark | kFileMode));
    if (file) {
      // Fails where the file system has no direct I/O; writes then go through the page cache.
      ::fcntl(file.get(), F_SETFL, O_DIRECT);
      return file;
    }
    if (errno != ENOENT) return error_of_errno();
    if (!make_folder(root_.get(), place.day)) return error_of_errno();
    if (!make_folder(root_.get(), place.bucket_path()) && errno != ENOENT) return error_of_errno();
  }
  return VaultError::Io;
}

std::optional<bool> FileFolder::is_new(const FilePlace& place) const {
  struct ::stat status {};
  const int failed = ::fstatat(root_.get(), place.path().c_str(), &status, AT_SYMLINK_NOFOLLOW);
  if (failed != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return (status.st_mode & kNewMark) != 0;
}

Result<Done, VaultError> FileFolder::mark_named(const FilePlace& place) {
  if (::fchmodat(root_.get(), place.path().c_str(), kFileMode, 0) != 0 && errno != ENOENT) {
    return error_of_errno();
  }
  return Done{};
}

Result<OwnedFd, VaultError> FileFolder::open_for_reading(const FilePlace& place) const {
  OwnedFd file(::openat(root_.get(),
                        place.path().c_str(),
                        O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY));
  if (!file) return error_of_errno();
  return file;
}

Result<Done, VaultError> FileFolder::commit(const FilePlace& place, const OwnedFd& file) {
  write_slots_.acquire();
  const Result<Done, VaultError> committed = [&]() -> Result<Done, VaultError> {
    if (::fsync(file.get()) != 0) return error_of_errno();
    if (const auto made = sync_folder(place.bucket_path()); !made) return made;
    return make_folders_durable(place);
  }();
  write_slots_.release();
  return committed;
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
  // Mark the bucket after the unlink: otherwise a sync between the two would clear the mark. Mark
  // it also if the file was gone: a process that died may have unlinked it without a sync.
  const MutexLock lock(mutex_);
  dirty_buckets_.insert(place.bucket_path());
  return Done{};
}

void FileFolder::discard(const FilePlace& place) {
  ::unlinkat(root_.get(), place.path().c_str(), 0);
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
  check(is_day(day), "a day of the vault is eight digits");
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

Result<Done, VaultError> FileFolder::list(
    const std::function<void(const FilePlace&)>& visit) const {
  const auto days = days_in(root_.get());
  if (!days) return days.error();
  for (const std::string& day : *days) {
    const auto buckets = buckets_in(root_.get(), day);
    if (!buckets) return buckets.error();
    for (const std::string& bucket : *buckets) {
      const auto places = places_in(root_.get(), day, bucket);
      if (!places) return places.error();
      std::for_each(places->begin(), places->end(), visit);
    }
  }
  return Done{};
}

Result<Done, VaultError> FileFolder::drop_empty_folders() {
  const auto days = days_in(root_.get());
  if (!days) return days.error();
  for (const std::string& day : *days) {
    const auto buckets = buckets_in(root_.get(), day);
    if (!buckets) return buckets.error();
    for (const std::string& bucket : *buckets) drop_if_empty(bucket_path_of(day, bucket));
    drop_if_empty(day);
  }
  return Done{};
}

}  // namespace countersign

#include "events/vault/key_slot_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <utility>

#include "core/machine/files/at_offset.h"
#include "core/text/bytes.h"
#include "events/vault/folder.h"

namespace countersign {
namespace {

constexpr std::string_view kFreshSuffix = ".new";
constexpr int kReads = 8;  // of a slot that another process changes meanwhile
constexpr std::size_t kNoiseBytes = std::size_t{16} << 10;  // written at a time

std::string fresh_name(const KeySlotId& slot) {
  return to_string(slot) + std::string(kFreshSuffix);
}

// Returns whether the name is that of the file beside a slot which a writing leaves behind.
bool is_fresh_name(std::string_view name) {
  if (!name.ends_with(kFreshSuffix)) return false;
  return parse_key_slot_id(name.substr(0, name.size() - kFreshSuffix.size())).has_value();
}

// Opens a slot. Fails with EINVAL if it is not a regular file, since somebody else may have put it
// into the folder. Never blocks on such a file, and neither reads nor writes it.
OwnedFd open_slot(const OwnedFd& folder, const std::string& name, int how) {
  OwnedFd file(
      ::openat(folder.get(), name.c_str(), how | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  struct ::stat status {};
  if (!file || (::fstat(file.get(), &status) == 0 && S_ISREG(status.st_mode))) return file;
  errno = EINVAL;
  return {};
}

}  // namespace

Result<std::unique_ptr<KeySlotFolder>, VaultError> KeySlotFolder::open(
    const std::filesystem::path& path, bool may_create, bool read_only, RandomSource& random) {
  if (may_create && ::mkdir(path.c_str(), 0700) == 0) {
    const OwnedFd parent(::open(path.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!parent || ::fsync(parent.get()) != 0) return error_of_errno();
  }
  OwnedFd fd(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!fd) return error_of_errno();
  std::unique_ptr<KeySlotFolder> folder(new KeySlotFolder(std::move(fd), random));
  if (read_only) return folder;
  const auto names = folder->names();
  if (!names) return names.error();
  for (const std::string& name : *names) {
    if (!is_fresh_name(name)) continue;
    if (const auto done = folder->destroy(name); !done) return done.error();
  }
  return folder;
}

Result<std::vector<std::string>, VaultError> KeySlotFolder::names() const {
  // Open a second descriptor: a listing moves the read position of its descriptor.
  const int fd = ::openat(folder_.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return error_of_errno();
  ::DIR* const listing = ::fdopendir(fd);
  if (listing == nullptr) {
    ::close(fd);
    return VaultError::Io;
  }
  std::vector<std::string> names;
  errno = 0;
  while (const ::dirent* entry = ::readdir(listing)) names.emplace_back(entry->d_name);
  const bool failed = errno != 0;
  ::closedir(listing);
  if (failed) return VaultError::Io;
  return names;
}

Result<std::vector<KeySlotId>, VaultError> KeySlotFolder::list() const {
  const auto all = names();
  if (!all) return all.error();
  std::set<KeySlotId> slots;
  for (const std::string& name : *all) {
    if (const auto id = parse_key_slot_id(name)) slots.insert(*id);
    if (const auto part = parse_key_part_id(name)) slots.insert(part->slot);
  }
  return std::vector<KeySlotId>(slots.begin(), slots.end());
}

Result<KeySlotFolder::PartsOnDisk, VaultError> KeySlotFolder::list_parts() const {
  const auto all = names();
  if (!all) return all.error();
  PartsOnDisk parts;
  for (const std::string& name : *all) {
    if (const auto id = parse_key_part_id(name)) parts[id->slot].insert(id->part);
  }
  return parts;
}

// ---- reading ----------------------------------------------------------------------

struct KeySlotFolder::Stamp {
  explicit Stamp(const struct ::stat& status)
      : file(status.st_ino),
        size(status.st_size),
        written{status.st_mtim.tv_sec, status.st_mtim.tv_nsec},
        changed{status.st_ctim.tv_sec, status.st_ctim.tv_nsec} {}
  bool operator==(const Stamp&) const = default;

  ::ino_t file;
  ::off_t size;
  std::array<long, 2> written;
  std::array<long, 2> changed;
};

Result<std::string, VaultError> KeySlotFolder::read_file(
    const std::string& name, std::size_t most, std::map<std::string, Stamp>& stamps) const {
  const OwnedFd file = open_slot(folder_, name, O_RDONLY);
  struct ::stat status {};
  if (!file || ::fstat(file.get(), &status) != 0) return error_of_errno();
  stamps.emplace(name, Stamp(status));
  // One byte more than such a file can have shows that it is none.
  std::string bytes(
      static_cast<std::size_t>(std::min(status.st_size, static_cast<::off_t>(most + 1))), '\0');
  const auto size =
      read_at(file.get(), {reinterpret_cast<std::uint8_t*>(bytes.data()), bytes.size()}, 0);
  if (!size) return error_of_errno();
  bytes.resize(*size);
  return bytes;
}

Result<KeySlotFiles, VaultError> KeySlotFolder::read_once(
    const KeySlotId& id, std::map<std::string, Stamp>& stamps) const {
  auto own = read_file(to_string(id), kKeySlotBytesMax, stamps);
  if (!own) return own.error();
  KeySlotFiles files{*std::move(own), {}};
  for (const std::uint32_t part : listed_parts(files.own)) {
    auto bytes = read_file(name_of_part(id, part), kKeyPartBytesMax, stamps);
    if (bytes) {
      files.parts.emplace(part, *std::move(bytes));
    } else if (bytes.error() != VaultError::NotFound) {
      return bytes.error();
    }
  }
  return files;
}

bool KeySlotFolder::is_as_stamped(const std::map<std::string, Stamp>& stamps) const {
  return std::ranges::all_of(stamps, [this](const auto& stamped) {
    struct ::stat status {};
    return ::fstatat(folder_.get(), stamped.first.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0 &&
           Stamp(status) == stamped.second;
  });
}

Result<KeySlotFiles, VaultError> KeySlotFolder::read(const KeySlotId& id) const {
  for (int left = kReads - 1;; --left) {
    std::map<std::string, Stamp> stamps;
    auto files = read_once(id, stamps);
    if (!files || left == 0 || is_as_stamped(stamps)) return files;
  }
}

// ---- writing ----------------------------------------------------------------------

Result<Done, VaultError> KeySlotFolder::write(const KeySlotId& id, std::string_view own) {
  // The parts that the file lists have their names before.
  if (const auto done = sync(); !done) return done;
  if (const auto done = replace(id, to_string(id), own); !done) return done;
  return sync();
}

Result<Done, VaultError> KeySlotFolder::write_part(const KeySlotId& id,
                                                   std::uint32_t part,
                                                   std::string_view bytes) {
  return replace(id, name_of_part(id, part), bytes);
}

Result<bool, VaultError> KeySlotFolder::copy(const KeySlotId& id, const KeySlotFiles& files) {
  const auto before = read(id);
  if (!before && before.error() != VaultError::NotFound) return before.error();
  if (before && *before == files) return false;
  for (const auto& [part, bytes] : files.parts) {
    if (before && before->parts.contains(part) && before->parts.at(part) == bytes) continue;
    if (const auto done = write_part(id, part, bytes); !done) return done.error();
  }
  if (const auto done = write(id, files.own); !done) return done.error();
  return true;
}

Result<Done, VaultError> KeySlotFolder::replace(const KeySlotId& id,
                                                const std::string& name,
                                                std::string_view bytes) {
  const std::string fresh = fresh_name(id);
  // Keep the old file open, so that its bytes can be overwritten also where it loses its name.
  const OwnedFd before = open_slot(folder_, name, O_WRONLY);
  if (!before && errno != ENOENT) return error_of_errno();
  const auto opened = open_fresh(fresh);
  if (!opened) return opened.error();
  const OwnedFd& file = *opened;
  if (noise_.erase(id) == 0) {
    if (const auto done = overwrite_if_longer(file, bytes.size()); !done) return done;
  }
  if (!write_at(file.get(), bytes_of(bytes), 0) ||
      ::ftruncate(file.get(), static_cast<::off_t>(bytes.size())) != 0 ||
      ::fdatasync(file.get()) != 0 || !put_in_place(fresh, name, static_cast<bool>(before))) {
    const VaultError error = error_of_errno();
    if (!destroy(fresh)) return VaultError::Io;
    return error;
  }
  synced_ = names_settled_ = false;
  if (!before) return Done{};
  if (const auto done = sync(); !done) return done;
  if (const auto done = overwrite(before); !done) return done;
  noise_.insert(id);
  return Done{};
}

Result<Done, VaultError> KeySlotFolder::sync() {
  if (synced_) return Done{};
  if (::fsync(folder_.get()) != 0) return error_of_errno();
  synced_ = names_settled_ = true;
  return Done{};
}

Result<Done, VaultError> KeySlotFolder::settle_names() { return names_settled_ ? Done{} : sync(); }

// Overwrites the bytes that the file loses when it is cut, so that they do not stay on the disk: an
// earlier writing may have failed before it overwrote them.
Result<Done, VaultError> KeySlotFolder::overwrite_if_longer(const OwnedFd& file, std::size_t size) {
  struct ::stat status {};
  if (::fstat(file.get(), &status) != 0) return error_of_errno();
  if (status.st_size <= static_cast<::off_t>(size)) return Done{};
  return overwrite(file);
}

Result<OwnedFd, VaultError> KeySlotFolder::open_fresh(const std::string& fresh) {
  OwnedFd file = open_slot(folder_, fresh, O_WRONLY);
  if (file) {
    // On the disk an exchange that is not synced may not have happened, and this file be in use.
    if (const auto done = settle_names(); !done) return done.error();
    return file;
  }
  if (errno != ENOENT) return error_of_errno();
  file = OwnedFd(::openat(
      folder_.get(), fresh.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!file) return error_of_errno();
  return file;
}

bool KeySlotFolder::put_in_place(const std::string& fresh, const std::string& name, bool replaces) {
  if (replaces) {
    if (::renameat2(folder_.get(), fresh.c_str(), folder_.get(), name.c_str(), RENAME_EXCHANGE) ==
        0) {
      return true;
    }
    if (errno != EINVAL && errno != ENOSYS) return false;  // else the file system cannot exchange
  }
  return ::renameat(folder_.get(), fresh.c_str(), folder_.get(), name.c_str()) == 0;
}

Result<Done, VaultError> KeySlotFolder::overwrite(const OwnedFd& file) {
  struct ::stat status {};
  if (::fstat(file.get(), &status) != 0) return error_of_errno();
  std::array<std::uint8_t, kNoiseBytes> noise;
  for (::off_t at = 0; at < status.st_size;) {
    const auto left = static_cast<std::uint64_t>(status.st_size - at);
    const auto some = MutableBytes(noise).first(std::min<std::uint64_t>(left, noise.size()));
    random_.fill(some);
    if (!write_at(file.get(), some, static_cast<std::uint64_t>(at))) return error_of_errno();
    at += static_cast<::off_t>(some.size());
  }
  if (::fdatasync(file.get()) != 0) return error_of_errno();
  return Done{};
}

// ---- destroying -------------------------------------------------------------------

Result<Done, VaultError> KeySlotFolder::destroy(const KeySlotId& id) {
  noise_.erase(id);
  const auto parts = list_parts();
  if (!parts) return parts.error();
  // The own file goes last: without it the parts would be those of a lost slot.
  const auto found = parts->find(id);
  if (found != parts->end()) {
    if (const auto done = destroy_parts(id, found->second); !done) return done;
  }
  if (const auto done = destroy(to_string(id)); !done) return done;
  return destroy(fresh_name(id));
}

Result<Done, VaultError> KeySlotFolder::destroy_parts(const KeySlotId& id,
                                                      const std::set<std::uint32_t>& parts) {
  for (const std::uint32_t part : parts) {
    if (const auto done = erase(name_of_part(id, part)); !done) return done;
  }
  return sync();
}

Result<Done, VaultError> KeySlotFolder::destroy(const std::string& name) {
  if (const auto done = erase(name); !done) return done;
  return sync();
}

Result<Done, VaultError> KeySlotFolder::erase(const std::string& name) {
  const OwnedFd file = open_slot(folder_, name, O_WRONLY);
  if (!file) {
    if (errno == ENOENT) return Done{};
    return error_of_errno();
  }
  // On the disk an exchange that is not synced may not have happened, and this file be the slot.
  if (const auto done = settle_names(); !done) return done;
  if (const auto done = overwrite(file); !done) return done;
  if (::unlinkat(folder_.get(), name.c_str(), 0) != 0) return error_of_errno();
  synced_ = false;
  return Done{};
}

}  // namespace countersign

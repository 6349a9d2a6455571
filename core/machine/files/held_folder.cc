#include "core/machine/files/held_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <limits.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>

#include "core/machine/files/durable_folder.h"
#include "core/machine/files/file_access.h"
#include "core/machine/files/write_all.h"

namespace countersign {
namespace {

namespace fs = std::filesystem;

constexpr ::mode_t kFileMode = 0600;
constexpr int kOpenFolder = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
// EAGAIN means a rename while `..` was resolved. No name has `..`, so the bound is never reached.
constexpr int kRounds = 16;
constexpr std::size_t kPieceBytes = 64 * 1024;

std::string_view first_part(std::string_view name) { return name.substr(0, name.find('/')); }

std::string_view behind_first_part(std::string_view name) {
  const std::size_t slash = name.find('/');
  return slash == name.npos ? std::string_view() : name.substr(slash + 1);
}

OwnedFd openat2_beneath(int folder, const std::string& name) {
  ::open_how how{};
  how.flags = kOpenFolder;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
  for (int round = 0; round < kRounds; ++round) {
    const long opened = ::syscall(SYS_openat2, folder, name.c_str(), &how, sizeof how);
    if (opened >= 0 || (errno != EAGAIN && errno != EINTR))
      return OwnedFd(static_cast<int>(opened));
  }
  return {};
}

OwnedFd walk_beneath(int folder, std::string_view name) {
  OwnedFd at(::openat(folder, ".", kOpenFolder));
  while (at && !name.empty()) {
    const std::string part(first_part(name));
    at = OwnedFd(::openat(at.get(), part.c_str(), kOpenFolder | O_NOFOLLOW));
    name = behind_first_part(name);
  }
  return at;
}

// Opens a folder, or returns no descriptor and sets errno. REQUIRES: is_name_beneath(name).
OwnedFd open_beneath(int folder, const std::string& name) {
  OwnedFd opened = openat2_beneath(folder, name);
  // ENOSYS: the kernel lacks the call. EPERM: a system-call filter does not know it.
  if (opened || (errno != ENOSYS && errno != EPERM)) return opened;
  return walk_beneath(folder, name);
}

// Returns what is wrong if another user may put another folder in the place of the topmost folder
// that has to be created: `path` itself, or the first missing one above it.
std::optional<std::string> wrong_with_place_to_make(fs::path path) {
  std::error_code ignored;
  while (path.has_parent_path() && path != path.parent_path() &&
         !fs::exists(path.parent_path(), ignored)) {
    path = path.parent_path();
  }
  return wrong_with_place_of(path, "folder");
}

HeldFolder::Kind kind_of_mode(::mode_t mode) {
  if (S_ISREG(mode)) return HeldFolder::Kind::File;
  if (S_ISDIR(mode)) return HeldFolder::Kind::Folder;
  if (S_ISLNK(mode)) return HeldFolder::Kind::Link;
  return HeldFolder::Kind::Other;
}

std::optional<struct ::stat> status_of(const OwnedFd& folder, const std::string& name) {
  struct ::stat status {};
  if (::fstatat(folder.get(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) return std::nullopt;
  return status;
}

std::string says(std::string_view what, const fs::path& path) {
  return fmt::format("cannot {} {}: {}", what, path.string(), std::strerror(errno));
}

FolderFault no_file(const fs::path& path) {
  return {false, path.string() + " is not a regular file"};
}

// Returns the file if it is regular. REQUIRES: if the open failed, errno is still that of the open.
Result<OwnedFd, FolderFault> regular(OwnedFd file, const fs::path& path) {
  if (!file) return FolderFault{errno == ENOENT, says("open", path)};
  struct ::stat status {};
  if (::fstat(file.get(), &status) != 0) return FolderFault{false, says("examine", path)};
  if (!S_ISREG(status.st_mode)) return no_file(path);
  return file;
}

Result<std::string, FolderFault> read_whole(const OwnedFd& file,
                                            const fs::path& path,
                                            std::size_t bytes_max) {
  struct ::stat status {};
  if (::fstat(file.get(), &status) != 0) return FolderFault{false, says("examine", path)};
  const auto too_long = [&] {
    return FolderFault{false, fmt::format("{} is longer than {} bytes", path.string(), bytes_max)};
  };
  if (std::cmp_greater(status.st_size, bytes_max)) return too_long();
  std::string bytes;
  std::string piece(kPieceBytes, '\0');
  for (;;) {
    const ::ssize_t count = ::read(file.get(), piece.data(), piece.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return FolderFault{false, says("read", path)};
    if (count == 0) return bytes;
    bytes.append(piece, 0, static_cast<std::size_t>(count));
    if (bytes.size() > bytes_max) return too_long();  // the file grew meanwhile
  }
}

}  // namespace

bool is_name_beneath(std::string_view name) {
  if (name.empty() || name.size() >= PATH_MAX || name.find('\0') != name.npos) return false;
  if (name.back() == '/') return false;
  while (!name.empty()) {
    const std::string_view part = first_part(name);
    if (part.empty() || part.size() > NAME_MAX || part == "." || part == "..") return false;
    name = behind_first_part(name);
  }
  return true;
}

// ---- the folder itself ---------------------------------------------------------------------

Result<HeldFolder, FolderFault> HeldFolder::open(fs::path path) {
  OwnedFd descriptor(::open(path.c_str(), kOpenFolder));
  if (!descriptor && errno == ENOTDIR) {
    return FolderFault{false, path.string() + " is not a folder"};
  }
  if (!descriptor) return FolderFault{errno == ENOENT, says("open the folder", path)};
  return HeldFolder(std::move(path), std::move(descriptor));
}

Result<HeldFolder, FolderFault> HeldFolder::make(fs::path path, ::mode_t mode) {
  if (!path.has_filename() && path.has_parent_path()) path = path.parent_path();  // `folder/`
  if (auto wrong = wrong_with_place_to_make(path)) return FolderFault{false, *std::move(wrong)};
  if (const std::error_code error = make_durable_folder(path, mode)) {
    errno = error.value();
    // EEXIST means that the path is not a folder: open() reports that better.
    if (errno != EEXIST) return FolderFault{false, says("make", path)};
  }
  return open(std::move(path));
}

fs::path HeldFolder::pinned_path() const {
  fs::path pinned = fmt::format("/proc/self/fd/{}", descriptor_.get());
  struct ::stat held {};
  struct ::stat named {};
  if (::fstat(descriptor_.get(), &held) == 0 && ::stat(pinned.c_str(), &named) == 0 &&
      held.st_dev == named.st_dev && held.st_ino == named.st_ino) {
    return pinned;
  }
  return path_;
}

std::optional<std::string> HeldFolder::refusal_to_write(std::string_view name) const {
  const auto folder = open_folder(name);
  if (!folder) return folder.error().why;
  struct ::stat status {};
  if (::fstat(folder->get(), &status) != 0) return fault("examine", name).why;
  return wrong_with_folder(status, "folder", shown(name));
}

// ---- names below the folder ----------------------------------------------------------------

fs::path HeldFolder::shown(std::string_view name) const {
  return name.empty() ? path_ : path_ / name;
}

FolderFault HeldFolder::fault(std::string_view what, std::string_view name) const {
  const int error = errno;
  FolderFault fault{error == ENOENT, says(what, shown(name))};
  if (error != ELOOP && error != ENOTDIR) return fault;
  // Find the part of the name that is a link.
  OwnedFd at(::openat(descriptor_.get(), ".", kOpenFolder));
  std::string seen;
  for (std::string_view rest = name; at && !rest.empty(); rest = behind_first_part(rest)) {
    const std::string part(first_part(rest));
    seen += (seen.empty() ? "" : "/") + part;
    const auto status = status_of(at, part);
    if (status && S_ISLNK(status->st_mode)) {
      fault.why = fmt::format("{} is a link, which is not followed there", shown(seen).string());
      return fault;
    }
    at = OwnedFd(::openat(at.get(), part.c_str(), kOpenFolder | O_NOFOLLOW));
  }
  return fault;
}

Result<OwnedFd, FolderFault> HeldFolder::open_folder(std::string_view name) const {
  if (!name.empty() && !is_name_beneath(name)) {
    return FolderFault{false, path_.string() + " cannot have a folder with such a name"};
  }
  OwnedFd folder = name.empty() ? OwnedFd(::openat(descriptor_.get(), ".", kOpenFolder))
                                : open_beneath(descriptor_.get(), std::string(name));
  if (!folder) return fault("open", name);
  return folder;
}

Result<HeldFolder::Place, FolderFault> HeldFolder::place_of(std::string_view name) const {
  if (!is_name_beneath(name)) {
    return FolderFault{false, path_.string() + " cannot have a file with such a name"};
  }
  const std::size_t slash = name.rfind('/');
  const bool is_here = slash == name.npos;
  auto folder = open_folder(is_here ? std::string_view() : name.substr(0, slash));
  if (!folder) return folder.error();
  return Place{*std::move(folder), std::string(is_here ? name : name.substr(slash + 1))};
}

// ---- files ---------------------------------------------------------------------------------

Result<OwnedFd, FolderFault> HeldFolder::open_file(std::string_view name) const {
  const auto place = place_of(name);
  if (!place) return place.error();
  const auto status = status_of(place->folder, place->last);
  if (!status) return fault("open", name);
  if (S_ISLNK(status->st_mode)) {
    errno = ELOOP;
    return fault("open", name);
  }
  if (!S_ISREG(status->st_mode)) return no_file(shown(name));
  // The name may have been replaced since: O_NONBLOCK, and regular() examines the file again.
  OwnedFd file(::openat(place->folder.get(),
                        place->last.c_str(),
                        O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!file) return fault("open", name);
  return regular(std::move(file), shown(name));
}

Result<std::string, FolderFault> HeldFolder::read(std::string_view name,
                                                  std::size_t bytes_max) const {
  const auto file = open_file(name);
  if (!file) return file.error();
  return read_whole(*file, shown(name), bytes_max);
}

Result<OwnedFd, FolderFault> HeldFolder::create(std::string_view name) const {
  const auto place = place_of(name);
  if (!place) return place.error();
  if (::unlinkat(place->folder.get(), place->last.c_str(), 0) != 0 && errno != ENOENT) {
    return fault("replace", name);
  }
  OwnedFd file(::openat(place->folder.get(),
                        place->last.c_str(),
                        O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                        kFileMode));
  if (!file) return fault("write", name);
  return file;
}

Result<OwnedFd, FolderFault> HeldFolder::open_or_create(std::string_view name) const {
  const auto place = place_of(name);
  if (!place) return place.error();
  OwnedFd file(::openat(place->folder.get(),
                        place->last.c_str(),
                        O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC,
                        kFileMode));
  if (!file) return fault("open", name);
  auto opened = regular(std::move(file), shown(name));
  if (!opened) return opened;
  struct ::stat status {};
  if (::fstat(opened->get(), &status) != 0) return fault("examine", name);
  if (status.st_nlink <= 1) return opened;
  return FolderFault{
      false, shown(name).string() + " has other hard links, whose content a write would change"};
}

std::optional<FolderFault> HeldFolder::replace(std::string_view name, std::string_view text) const {
  const std::string fresh = fresh_name_of(name);
  {
    const auto file = create(fresh);
    if (!file) return file.error();
    if (!write_all(*file, text) || ::fsync(file->get()) != 0) return fault("write", fresh);
  }
  if (auto failed = rename(fresh, name)) return failed;
  const std::size_t slash = name.rfind('/');
  return sync(slash == name.npos ? std::string_view() : name.substr(0, slash));
}

std::optional<FolderFault> HeldFolder::rename(std::string_view from, std::string_view to) const {
  const auto source = place_of(from);
  if (!source) return source.error();
  const auto target = place_of(to);
  if (!target) return target.error();
  if (::renameat(
          source->folder.get(), source->last.c_str(), target->folder.get(), target->last.c_str()) !=
      0) {
    return fault("replace", to);
  }
  return std::nullopt;
}

std::optional<FolderFault> HeldFolder::remove(std::string_view name) const {
  const auto place = place_of(name);
  if (!place && place.error().not_there) return std::nullopt;
  if (!place) return place.error();
  if (::unlinkat(place->folder.get(), place->last.c_str(), 0) != 0 && errno != ENOENT) {
    return fault("remove", name);
  }
  return std::nullopt;
}

bool HeldFolder::remove_empty_folder(std::string_view name) const {
  const auto place = place_of(name);
  return place && ::unlinkat(place->folder.get(), place->last.c_str(), AT_REMOVEDIR) == 0;
}

std::optional<FolderFault> HeldFolder::make_folders(std::string_view name) const {
  if (open_folder(name)) return std::nullopt;
  if (const std::size_t slash = name.rfind('/'); slash != name.npos) {
    if (auto failed = make_folders(name.substr(0, slash))) return failed;
  }
  const auto place = place_of(name);
  if (!place) return place.error();
  if (::mkdirat(place->folder.get(), place->last.c_str(), kFolderMode) != 0 && errno != EEXIST) {
    return fault("make", name);
  }
  const auto made = open_folder(name);
  if (!made) return made.error();
  return std::nullopt;
}

std::optional<FolderFault> HeldFolder::sync(std::string_view name) const {
  const auto folder = open_folder(name);
  if (!folder) return folder.error();
  if (::fsync(folder->get()) != 0) return fault("sync", name);
  return std::nullopt;
}

// ---- kinds, sizes and listings -------------------------------------------------------------

std::optional<HeldFolder::Kind> HeldFolder::kind_of(std::string_view name) const {
  const auto place = place_of(name);
  if (!place) return std::nullopt;
  const auto status = status_of(place->folder, place->last);
  if (!status) return std::nullopt;
  return kind_of_mode(status->st_mode);
}

std::optional<std::uint64_t> HeldFolder::size_of(std::string_view name) const {
  const auto place = place_of(name);
  if (!place) return std::nullopt;
  const auto status = status_of(place->folder, place->last);
  if (!status || !S_ISREG(status->st_mode)) return std::nullopt;
  return static_cast<std::uint64_t>(status->st_size);
}

namespace {

// Returns the names and kinds in a folder; nullopt and errno if the folder cannot be read.
std::optional<std::vector<HeldFolder::Entry>> entries_of(const OwnedFd& folder) {
  const int listed = ::openat(folder.get(), ".", kOpenFolder);
  if (listed < 0) return std::nullopt;
  const std::unique_ptr<::DIR, int (*)(::DIR*)> listing(::fdopendir(listed), &::closedir);
  if (!listing) {
    ::close(listed);
    return std::nullopt;
  }
  std::vector<HeldFolder::Entry> entries;
  errno = 0;
  // NOLINTNEXTLINE(concurrency-mt-unsafe): the stream is local to the function
  while (const ::dirent* entry = ::readdir(listing.get())) {
    std::string name = entry->d_name;
    if (name != "." && name != "..") {
      // Skip a name that was removed meanwhile.
      const auto status = status_of(folder, name);
      if (status) entries.push_back({std::move(name), kind_of_mode(status->st_mode)});
    }
    errno = 0;
  }
  if (errno != 0) return std::nullopt;
  std::ranges::sort(entries, {}, &HeldFolder::Entry::name);
  return entries;
}

}  // namespace

Result<std::vector<HeldFolder::Entry>, FolderFault> HeldFolder::list(std::string_view name) const {
  const auto folder = open_folder(name);
  if (!folder) return folder.error();
  auto entries = entries_of(*folder);
  if (!entries) return fault("list", name);
  return *std::move(entries);
}

std::optional<FolderFault> HeldFolder::walk(std::string_view name, const Visit& visit) const {
  const auto folder = open_folder(name);
  if (!folder && folder.error().not_there) return std::nullopt;
  if (!folder) return folder.error();
  return walk(*folder, std::string(name), 0, visit);
}

std::optional<FolderFault> HeldFolder::walk(const OwnedFd& folder,
                                            const std::string& name,
                                            std::size_t depth,
                                            const Visit& visit) const {
  if (depth == kDepthMax) {
    return FolderFault{false, shown(name).string() + " has folders nested too deeply"};
  }
  const auto entries = entries_of(folder);
  if (!entries) return fault("list", name);
  for (const Entry& entry : *entries) {
    const std::string path = name + "/" + entry.name;
    visit(path, entry.kind);
    if (entry.kind != Kind::Folder) continue;
    const OwnedFd inner(::openat(folder.get(), entry.name.c_str(), kOpenFolder | O_NOFOLLOW));
    if (!inner) return fault("open", path);
    if (auto failed = walk(inner, path, depth + 1, visit)) return failed;
  }
  return std::nullopt;
}

// ---- files that an operator named ----------------------------------------------------------

Result<OwnedFd, FolderFault> open_named_file(const fs::path& path) {
  struct ::stat status {};
  if (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) return no_file(path);
  return regular(OwnedFd(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)), path);
}

Result<std::string, FolderFault> read_named_file(const fs::path& path, std::size_t bytes_max) {
  const auto file = open_named_file(path);
  if (!file) return file.error();
  return read_whole(*file, path, bytes_max);
}

}  // namespace countersign

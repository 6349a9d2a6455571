// A library that is preloaded into a server and intercepts its calls on the files of its data
// folder. See bad_disk_state.h. It starts no threads and prints nothing.
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "tests/torture/hurt_disk/bad_disk_state.h"

namespace countersign::torture {
namespace {

constexpr std::int64_t kBlockBytes = 4096;

std::int64_t whole_blocks(std::int64_t bytes) {
  return (bytes + kBlockBytes - 1) / kBlockBytes * kBlockBytes;
}

BadDiskState* map_state() {
  const char* path = std::getenv(kBadDiskVariable);
  if (path == nullptr) return nullptr;
  const auto file = static_cast<int>(::syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC, 0));
  if (file < 0) return nullptr;
  void* page = ::mmap(nullptr, sizeof(BadDiskState), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  ::syscall(SYS_close, file);
  return page == MAP_FAILED ? nullptr : static_cast<BadDiskState*>(page);
}

// Null until the campaign has set the folder.
BadDiskState* state() {
  static BadDiskState* const mapped = map_state();
  return mapped != nullptr && mapped->has_folder ? mapped : nullptr;
}

// ---- which file it is ------------------------------------------------------------------------

std::string path_of_descriptor(int descriptor) {
  char path[4096];
  const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
  const ssize_t size = ::readlink(link.c_str(), path, sizeof(path));
  return size <= 0 ? std::string() : std::string(path, static_cast<std::size_t>(size));
}

std::string path_at(int folder, const char* name) {
  if (name[0] == '/' || folder == AT_FDCWD) return name;
  return path_of_descriptor(folder) + "/" + name;
}

// The part of a path that is below the folder; nullopt if the path is elsewhere.
std::optional<std::string_view> below(const BadDiskState& disk, std::string_view path) {
  const std::string_view folder = disk.folder.data();
  if (!path.starts_with(folder)) return std::nullopt;
  path.remove_prefix(folder.size());
  if (path.empty()) return path;
  if (path.front() != '/') return std::nullopt;
  return path.substr(1);
}

DiskFile file_of_log(std::string_view name) {
  if (name.ends_with(".log")) return DiskFile::WriteAheadLog;
  if (name.ends_with(".sst")) return DiskFile::Table;
  if (name.starts_with("MANIFEST")) return DiskFile::Manifest;
  if (name.starts_with("OPTIONS")) return DiskFile::Options;
  if (name.starts_with("CURRENT") || name.ends_with(".dbtmp")) return DiskFile::Current;
  if (name.starts_with("ANCHOR")) return DiskFile::Anchor;
  return DiskFile::Other;
}

// The kind of a file by its path below the folder; docs/operators/install.md lists the paths.
DiskFile file_of(std::string_view path) {
  while (path.ends_with("/.")) path.remove_suffix(2);
  const std::size_t slash = path.find('/');
  const std::string_view part = path.substr(0, slash);
  const std::string_view rest = slash == path.npos ? "" : path.substr(slash + 1);
  if (path.empty() || path == "." || path.ends_with("/..")) return DiskFile::Folder;
  if (part == "log") return rest.empty() ? DiskFile::LogFolder : file_of_log(rest);
  if (part == "checkpoints") return rest.empty() ? DiskFile::Folder : DiskFile::Checkpoint;
  if (part == "keys") return rest.empty() ? DiskFile::Folder : DiskFile::KeySlot;
  if (part == "files") {
    return std::count(rest.begin(), rest.end(), '/') == 2 ? DiskFile::StoredFile : DiskFile::Folder;
  }
  if (part.starts_with("PURGING")) return DiskFile::Purging;
  if (part.starts_with("MASTER-KEY-ID")) return DiskFile::MasterKeyId;
  return DiskFile::Other;
}

std::optional<DiskFile> file_at(const BadDiskState& disk, std::string_view path) {
  const auto found = below(disk, path);
  if (!found) return std::nullopt;
  return file_of(*found);
}

// The number of a write-ahead log, which is its name.
std::uint64_t log_number(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  std::uint64_t number = 0;
  std::from_chars(name.data(), name.data() + name.size(), number);
  return number;
}

// ---- the plan --------------------------------------------------------------------------------

bool is_of_plan(const BadDiskState& disk, DiskCall call, DiskFile file) {
  return disk.is_armed && disk.call == call && disk.file == file;
}

// Counts a call and returns the fault that it gets, if any.
std::optional<DiskFault> fault_of(BadDiskState& disk, DiskCall call, DiskFile file) {
  ++disk.calls[static_cast<std::size_t>(call)][static_cast<std::size_t>(file)];
  if (!is_of_plan(disk, call, file)) return std::nullopt;
  const std::int64_t before = disk.calls_before--;
  if (before > 0 || (before < 0 && !disk.lasts)) return std::nullopt;
  return disk.fault.load();
}

void note_strike(BadDiskState& disk, DiskCall call, DiskFile file, DiskFault fault) {
  ++disk.struck;
  const bool of_log = file == DiskFile::WriteAheadLog &&
                      (call == DiskCall::Write || call == DiskCall::Sync) &&
                      fault != DiskFault::Short && fault != DiskFault::Lost;
  if (of_log) disk.log_failed = true;
}

// Whether the plan makes a call on the path fail; sets errno then.
bool fails(DiskCall call, const std::string& path) {
  BadDiskState* const disk = state();
  const auto file = disk == nullptr ? std::nullopt : file_at(*disk, path);
  if (!file) return false;
  const auto fault = fault_of(*disk, call, *file);
  if (!fault) return false;
  note_strike(*disk, call, *file, *fault);
  errno = *fault == DiskFault::NoSpace ? ENOSPC : EIO;
  return true;
}

bool fails(DiskCall call, int descriptor) {
  return state() != nullptr && fails(call, path_of_descriptor(descriptor));
}

// ---- room ------------------------------------------------------------------------------------

// The bytes in the blocks of each file that this process has changed.
class Blocks {
 public:
  // The bytes of a file; initially those that the system reports.
  std::int64_t& of(const struct ::stat& status) {
    const auto [place, is_new] = bytes_.try_emplace(status.st_ino, 0);
    if (is_new) {
      place->second = std::max<std::int64_t>(whole_blocks(status.st_size), status.st_blocks * 512);
    }
    return place->second;
  }
  void forget(const struct ::stat& status) { bytes_.erase(status.st_ino); }

 private:
  std::unordered_map<::ino_t, std::int64_t> bytes_;
};

std::mutex mutex;  // guards `blocks` and the record of synced logs

Blocks& blocks() {
  static auto* const all = new Blocks;  // never destroyed: calls come until the very end
  return *all;
}

BadDiskState* small_disk() {
  BadDiskState* const disk = state();
  return disk != nullptr && disk->is_small ? disk : nullptr;
}

bool take(std::atomic<std::int64_t>& free, std::int64_t wanted) {
  std::int64_t there = free;
  while (there >= wanted) {
    if (free.compare_exchange_weak(there, there - wanted)) return true;
  }
  return false;
}

// Takes as much of `wanted` as is free, in whole blocks.
std::int64_t take_some(std::atomic<std::int64_t>& free, std::int64_t wanted) {
  std::int64_t there = free;
  for (;;) {
    const std::int64_t some =
        std::min(wanted, std::max<std::int64_t>(there, 0) / kBlockBytes * kBlockBytes);
    if (free.compare_exchange_weak(there, there - some)) return some;
  }
}

bool out_of_bytes(BadDiskState& disk) {
  ++disk.out_of_bytes;
  errno = ENOSPC;
  return false;
}

bool out_of_names(BadDiskState& disk) {
  ++disk.out_of_names;
  errno = ENOSPC;
  return false;
}

std::int64_t offset_of(int descriptor, const struct ::stat& status) {
  const auto flags = ::fcntl(descriptor, F_GETFL);
  if (flags >= 0 && (flags & O_APPEND) != 0) return status.st_size;
  return ::lseek(descriptor, 0, SEEK_CUR);
}

// Returns how many of the bytes have room; 0 with errno if none have. `offset`: nullopt for the
// file's current position.
std::size_t with_room(int descriptor, std::size_t size, std::optional<std::int64_t> offset) {
  BadDiskState* const disk = small_disk();
  struct ::stat status {};
  if (disk == nullptr || size == 0 || !below(*disk, path_of_descriptor(descriptor)) ||
      ::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
    return size;
  }
  const std::lock_guard lock(mutex);
  const std::int64_t begin = offset ? *offset : offset_of(descriptor, status);
  const std::int64_t end = begin + static_cast<std::int64_t>(size);
  std::int64_t& has = blocks().of(status);
  if (end <= has) return size;
  has += take_some(disk->free_bytes, whole_blocks(end) - has);
  if (end <= has) return size;
  ++disk->out_of_bytes;
  errno = ENOSPC;
  return static_cast<std::size_t>(std::max<std::int64_t>(has - begin, 0));
}

bool allocates(int descriptor, std::int64_t end) {
  BadDiskState* const disk = small_disk();
  struct ::stat status {};
  if (disk == nullptr || !below(*disk, path_of_descriptor(descriptor)) ||
      ::fstat(descriptor, &status) != 0) {
    return true;
  }
  const std::lock_guard lock(mutex);
  std::int64_t& has = blocks().of(status);
  const std::int64_t more = std::max<std::int64_t>(whole_blocks(end) - has, 0);
  if (!take(disk->free_bytes, more)) return out_of_bytes(*disk);
  has += more;
  return true;
}

void give_back_behind(int descriptor, std::int64_t end) {
  BadDiskState* const disk = small_disk();
  struct ::stat status {};
  if (disk == nullptr || !below(*disk, path_of_descriptor(descriptor)) ||
      ::fstat(descriptor, &status) != 0) {
    return;
  }
  const std::lock_guard lock(mutex);
  std::int64_t& has = blocks().of(status);
  const std::int64_t less = std::max<std::int64_t>(has - whole_blocks(end), 0);
  has -= less;
  disk->free_bytes += less;
}

// The room that a removed name gives back: none if the name does not exist or is elsewhere.
class Leaving {
 public:
  explicit Leaving(const std::string& path) : disk_(small_disk()) {
    is_there_ = disk_ != nullptr && below(*disk_, path) && ::lstat(path.c_str(), &status_) == 0;
  }
  void left() {
    if (!is_there_) return;
    ++disk_->free_names;
    if (S_ISREG(status_.st_mode) && status_.st_nlink > 1) return;
    const std::lock_guard lock(mutex);
    disk_->free_bytes += blocks().of(status_);
    blocks().forget(status_);
  }

 private:
  BadDiskState* const disk_;
  struct ::stat status_ {};
  bool is_there_ = false;
};

// Takes a name, unless it exists. failed() gives it back.
class Making {
 public:
  explicit Making(const std::string& path) : disk_(small_disk()) {
    struct ::stat status {};
    if (disk_ == nullptr || !below(*disk_, path) || ::lstat(path.c_str(), &status) == 0) return;
    took_ = take(disk_->free_names, 1);
    if (!took_) may_ = out_of_names(*disk_);
  }
  bool may() const { return may_; }
  void failed() {
    if (took_) ++disk_->free_names;
  }

 private:
  BadDiskState* const disk_;
  bool took_ = false;
  bool may_ = true;
};

template <class Status>
void tell_room(const BadDiskState& disk, Status& status, std::uint64_t block_bytes) {
  const auto free = static_cast<std::uint64_t>(std::max<std::int64_t>(disk.free_bytes, 0));
  status.f_bfree = status.f_bavail = free / std::max<std::uint64_t>(block_bytes, 1);
  status.f_ffree = static_cast<std::uint64_t>(std::max<std::int64_t>(disk.free_names, 0));
}

bool is_small_at(const std::string& path) {
  const BadDiskState* const disk = small_disk();
  return disk != nullptr && below(*disk, path);
}

// ---- the calls -------------------------------------------------------------------------------

bool takes_mode(int flags) { return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE; }

// Returns the C library's own function.
template <class Function>
Function next_of(Function, const char* name) {
  return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

int open_at(int folder, const char* name, int flags, ::mode_t mode) {
  const auto open = [&] {
    return static_cast<int>(::syscall(SYS_openat, folder, name, flags, mode));
  };
  if (state() == nullptr) return open();
  const std::string path = path_at(folder, name);
  const bool creates = (flags & O_CREAT) != 0;
  if (fails(creates ? DiskCall::Create : DiskCall::Open, path)) return -1;
  if (!creates) return open();
  Making making(path);
  if (!making.may()) return -1;
  const int opened = open();
  if (opened < 0) making.failed();
  return opened;
}

// A size for a short write to the file, in whole blocks if the file needs them.
std::size_t short_of(int descriptor, std::size_t size) {
  const int flags = ::fcntl(descriptor, F_GETFL);
  if (flags >= 0 && (flags & O_DIRECT) != 0) return size / 2 / kBlockBytes * kBlockBytes;
  return size / 2;
}

// How many bytes of a write reach the disk; nullopt with errno if it fails. `lies`: the write
// reports success and does nothing.
struct Granted {
  std::optional<std::size_t> size;
  bool lies = false;
};

Granted granted_by_plan(int descriptor, std::size_t size) {
  BadDiskState* const disk = state();
  const auto file = disk == nullptr ? std::nullopt : file_at(*disk, path_of_descriptor(descriptor));
  if (!file) return {size};
  const auto fault = fault_of(*disk, DiskCall::Write, *file);
  if (!fault) return {size};
  const std::size_t part = short_of(descriptor, size);
  if (*fault == DiskFault::Short && part == 0) return {size};  // too short to be cut
  note_strike(*disk, DiskCall::Write, *file, *fault);
  if (*fault == DiskFault::Short) return {part};
  if (*fault == DiskFault::Lost) return {size, true};
  errno = *fault == DiskFault::NoSpace ? ENOSPC : EIO;
  return {std::nullopt};
}

Granted granted(int descriptor, std::size_t size, std::optional<std::int64_t> offset) {
  const Granted by_plan = granted_by_plan(descriptor, size);
  if (!by_plan.size || by_plan.lies || *by_plan.size == 0) return by_plan;
  const std::size_t fits = with_room(descriptor, *by_plan.size, offset);
  if (fits == 0) return {std::nullopt};
  return {fits};
}

ssize_t write_to(int descriptor, const void* bytes, std::size_t size) {
  const Granted may = granted(descriptor, size, std::nullopt);
  if (!may.size) return -1;
  if (may.lies) return static_cast<ssize_t>(size);
  return ::syscall(SYS_write, descriptor, bytes, *may.size);
}

ssize_t pwrite_to(int descriptor, const void* bytes, std::size_t size, ::off_t offset) {
  const Granted may = granted(descriptor, size, offset);
  if (!may.size) return -1;
  if (may.lies) return static_cast<ssize_t>(size);
  return ::syscall(SYS_pwrite64, descriptor, bytes, *may.size, offset);
}

// For files of the folder writes only the first piece: the caller sees a short write.
ssize_t writev_to(int descriptor, const ::iovec* pieces, int count) {
  if (state() == nullptr || !below(*state(), path_of_descriptor(descriptor)) || count <= 0) {
    return ::syscall(SYS_writev, descriptor, pieces, count);
  }
  return write_to(descriptor, pieces[0].iov_base, pieces[0].iov_len);
}

void note_synced(int descriptor) {
  BadDiskState* const disk = state();
  if (disk == nullptr) return;
  const std::string path = path_of_descriptor(descriptor);
  struct ::stat status {};
  if (file_at(*disk, path) != DiskFile::WriteAheadLog || ::fstat(descriptor, &status) != 0) return;
  const std::lock_guard lock(mutex);
  if (disk->log_failed || log_number(path) < disk->synced_log) return;
  disk->synced_log = log_number(path);
  disk->synced_bytes = static_cast<std::uint64_t>(status.st_size);
}

int sync_by(long call, int descriptor) {
  if (fails(DiskCall::Sync, descriptor)) return -1;
  const auto done = static_cast<int>(::syscall(call, descriptor));
  if (done == 0) note_synced(descriptor);
  return done;
}

int rename_at(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) {
  if (state() == nullptr) {
    return static_cast<int>(::syscall(SYS_renameat2, from_folder, from, to_folder, to, flags));
  }
  const std::string path = path_at(to_folder, to);
  if (fails(DiskCall::Rename, path)) return -1;
  Leaving replaced(path);
  const auto done =
      static_cast<int>(::syscall(SYS_renameat2, from_folder, from, to_folder, to, flags));
  if (done == 0) replaced.left();
  return done;
}

int make_folder_at(int folder, const char* name, ::mode_t mode) {
  const auto make = [&] { return static_cast<int>(::syscall(SYS_mkdirat, folder, name, mode)); };
  if (state() == nullptr) return make();
  const std::string path = path_at(folder, name);
  if (fails(DiskCall::MakeFolder, path)) return -1;
  Making making(path);
  if (!making.may()) return -1;
  const int made = make();
  if (made != 0) making.failed();
  return made;
}

int remove_at(int folder, const char* name, int flags) {
  const auto remove = [&] {
    return static_cast<int>(::syscall(SYS_unlinkat, folder, name, flags));
  };
  if (state() == nullptr) return remove();
  const std::string path = path_at(folder, name);
  if (fails(DiskCall::Remove, path)) return -1;
  Leaving leaving(path);
  const int removed = remove();
  if (removed == 0) leaving.left();
  return removed;
}

int truncate_to(int descriptor, ::off_t size) {
  if (fails(DiskCall::Truncate, descriptor)) return -1;
  const auto done = static_cast<int>(::syscall(SYS_ftruncate, descriptor, size));
  if (done == 0) give_back_behind(descriptor, size);
  return done;
}

int allocate_in(int descriptor, int mode, ::off_t offset, ::off_t size) {
  if (fails(DiskCall::Allocate, descriptor)) return -1;
  const bool takes = (mode & ~FALLOC_FL_KEEP_SIZE) == 0;
  if (takes && !allocates(descriptor, offset + size)) return -1;
  return static_cast<int>(::syscall(SYS_fallocate, descriptor, mode, offset, size));
}

std::FILE* open_stream(std::FILE* (*next)(const char*, const char*),
                       const char* path,
                       const char* mode) {
  const bool creates = std::strpbrk(mode, "wa") != nullptr;
  if (fails(creates ? DiskCall::Create : DiskCall::Open, path)) return nullptr;
  if (!creates || state() == nullptr) return next(path, mode);
  Making making(path);
  if (!making.may()) return nullptr;
  std::FILE* const opened = next(path, mode);
  if (opened == nullptr) making.failed();
  return opened;
}

}  // namespace
}  // namespace countersign::torture

// The dynamic linker prefers these to the C library's. Their exception specifications are those of
// the C library's declarations.
// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): the C library's names
namespace bad_disk = countersign::torture;

extern "C" {

int open(const char* path, int flags, ...) {
  std::va_list more;
  va_start(more, flags);
  const ::mode_t mode = bad_disk::takes_mode(flags) ? va_arg(more, ::mode_t) : 0;
  va_end(more);
  return bad_disk::open_at(AT_FDCWD, path, flags, mode);
}

int openat(int folder, const char* path, int flags, ...) {
  std::va_list more;
  va_start(more, flags);
  const ::mode_t mode = bad_disk::takes_mode(flags) ? va_arg(more, ::mode_t) : 0;
  va_end(more);
  return bad_disk::open_at(folder, path, flags, mode);
}

// These read a mode only if the flags need one.
int open64(const char* path, int flags, ...) __attribute__((alias("open")));
int openat64(int folder, const char* path, int flags, ...) __attribute__((alias("openat")));
int __open_2(const char* path, int flags) { return bad_disk::open_at(AT_FDCWD, path, flags, 0); }
int __openat_2(int folder, const char* path, int flags) {
  return bad_disk::open_at(folder, path, flags, 0);
}
int __open64_2(const char* path, int flags) __attribute__((alias("__open_2")));
int __openat64_2(int folder, const char* path, int flags) __attribute__((alias("__openat_2")));
int creat(const char* path, ::mode_t mode) {
  return bad_disk::open_at(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

std::FILE* fopen(const char* path, const char* mode) {
  static const auto next = bad_disk::next_of(&::fopen, "fopen");
  return bad_disk::open_stream(next, path, mode);
}
std::FILE* fopen64(const char* path, const char* mode) __attribute__((alias("fopen")));

ssize_t read(int descriptor, void* bytes, size_t size) {
  if (bad_disk::fails(bad_disk::DiskCall::Read, descriptor)) return -1;
  return ::syscall(SYS_read, descriptor, bytes, size);
}
ssize_t __read_chk(int descriptor, void* bytes, size_t size, size_t) {
  return ::read(descriptor, bytes, size);
}
ssize_t pread(int descriptor, void* bytes, size_t size, ::off_t offset) {
  if (bad_disk::fails(bad_disk::DiskCall::Read, descriptor)) return -1;
  return ::syscall(SYS_pread64, descriptor, bytes, size, offset);
}
ssize_t pread64(int descriptor, void* bytes, size_t size, ::off_t offset)
    __attribute__((alias("pread")));
ssize_t __pread_chk(int descriptor, void* bytes, size_t size, ::off_t offset, size_t) {
  return ::pread(descriptor, bytes, size, offset);
}
ssize_t __pread64_chk(int descriptor, void* bytes, size_t size, ::off_t offset, size_t)
    __attribute__((alias("__pread_chk")));
size_t fread_unlocked(void* bytes, size_t size, size_t count, std::FILE* stream) {
  static const auto next = bad_disk::next_of(&::fread_unlocked, "fread_unlocked");
  if (bad_disk::fails(bad_disk::DiskCall::Read, ::fileno(stream))) {
    stream->_flags |= _IO_ERR_SEEN;
    return 0;
  }
  return next(bytes, size, count, stream);
}
::dirent* readdir(::DIR* folder) {
  static const auto next = bad_disk::next_of(&::readdir, "readdir");
  if (bad_disk::fails(bad_disk::DiskCall::Read, ::dirfd(folder))) return nullptr;
  return next(folder);
}
::dirent64* readdir64(::DIR* folder) __attribute__((alias("readdir")));

ssize_t write(int descriptor, const void* bytes, size_t size) {
  return bad_disk::write_to(descriptor, bytes, size);
}
ssize_t pwrite(int descriptor, const void* bytes, size_t size, ::off_t offset) {
  return bad_disk::pwrite_to(descriptor, bytes, size, offset);
}
ssize_t pwrite64(int descriptor, const void* bytes, size_t size, ::off_t offset)
    __attribute__((alias("pwrite")));
ssize_t writev(int descriptor, const ::iovec* pieces, int count) {
  return bad_disk::writev_to(descriptor, pieces, count);
}

int fsync(int descriptor) { return bad_disk::sync_by(SYS_fsync, descriptor); }
int fdatasync(int descriptor) { return bad_disk::sync_by(SYS_fdatasync, descriptor); }

int rename(const char* from, const char* to) noexcept {
  return bad_disk::rename_at(AT_FDCWD, from, AT_FDCWD, to, 0);
}
int renameat(int from_folder, const char* from, int to_folder, const char* to) noexcept {
  return bad_disk::rename_at(from_folder, from, to_folder, to, 0);
}
int renameat2(
    int from_folder, const char* from, int to_folder, const char* to, unsigned flags) noexcept {
  return bad_disk::rename_at(from_folder, from, to_folder, to, flags);
}

int mkdir(const char* path, ::mode_t mode) noexcept {
  return bad_disk::make_folder_at(AT_FDCWD, path, mode);
}
int mkdirat(int folder, const char* path, ::mode_t mode) noexcept {
  return bad_disk::make_folder_at(folder, path, mode);
}

int unlink(const char* path) noexcept { return bad_disk::remove_at(AT_FDCWD, path, 0); }
int unlinkat(int folder, const char* path, int flags) noexcept {
  return bad_disk::remove_at(folder, path, flags);
}
int rmdir(const char* path) noexcept { return bad_disk::remove_at(AT_FDCWD, path, AT_REMOVEDIR); }
int remove(const char* path) noexcept {
  const int removed = bad_disk::remove_at(AT_FDCWD, path, 0);
  if (removed == 0 || errno != EISDIR) return removed;
  return bad_disk::remove_at(AT_FDCWD, path, AT_REMOVEDIR);
}

int ftruncate(int descriptor, ::off_t size) noexcept {
  return bad_disk::truncate_to(descriptor, size);
}
int ftruncate64(int descriptor, ::off_t size) noexcept __attribute__((alias("ftruncate")));
int fallocate(int descriptor, int mode, ::off_t offset, ::off_t size) {
  return bad_disk::allocate_in(descriptor, mode, offset, size);
}
int fallocate64(int descriptor, int mode, ::off_t offset, ::off_t size)
    __attribute__((alias("fallocate")));

int statvfs(const char* path, struct ::statvfs* status) noexcept {
  static const auto next =
      reinterpret_cast<int (*)(const char*, struct ::statvfs*)>(::dlsym(RTLD_NEXT, "statvfs"));
  const int asked = next(path, status);
  if (asked != 0 || !bad_disk::is_small_at(path)) return asked;
  bad_disk::tell_room(*bad_disk::state(), *status, status->f_frsize);
  status->f_favail = status->f_ffree;
  return 0;
}
int fstatvfs(int descriptor, struct ::statvfs* status) noexcept {
  static const auto next =
      reinterpret_cast<int (*)(int, struct ::statvfs*)>(::dlsym(RTLD_NEXT, "fstatvfs"));
  const int asked = next(descriptor, status);
  if (asked != 0 || !bad_disk::is_small_at(bad_disk::path_of_descriptor(descriptor))) return asked;
  bad_disk::tell_room(*bad_disk::state(), *status, status->f_frsize);
  status->f_favail = status->f_ffree;
  return 0;
}
int statfs(const char* path, struct ::statfs* status) noexcept {
  const auto asked = static_cast<int>(::syscall(SYS_statfs, path, status));
  if (asked != 0 || !bad_disk::is_small_at(path)) return asked;
  bad_disk::tell_room(*bad_disk::state(), *status, static_cast<std::uint64_t>(status->f_bsize));
  return 0;
}
int fstatfs(int descriptor, struct ::statfs* status) noexcept {
  const auto asked = static_cast<int>(::syscall(SYS_fstatfs, descriptor, status));
  if (asked != 0 || !bad_disk::is_small_at(bad_disk::path_of_descriptor(descriptor))) return asked;
  bad_disk::tell_room(*bad_disk::state(), *status, static_cast<std::uint64_t>(status->f_bsize));
  return 0;
}
int statvfs64(const char*, struct ::statvfs64*) noexcept __attribute__((alias("statvfs")));
int fstatvfs64(int, struct ::statvfs64*) noexcept __attribute__((alias("fstatvfs")));
int statfs64(const char*, struct ::statfs64*) noexcept __attribute__((alias("statfs")));
int fstatfs64(int, struct ::statfs64*) noexcept __attribute__((alias("fstatfs")));

}  // extern "C"
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)

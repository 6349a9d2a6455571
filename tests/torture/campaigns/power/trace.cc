// Preloaded into a server. Writes a journal of all that the server does to the disk below one
// folder; see journal.h.
//
// Two calls of a program are ordered only if one returns before the other begins. Therefore:
//   - a write is recorded once it has returned, a sync before it is called and again once it has
//     returned: the sync covers the writes that stand before its first record
//   - calls that change names are made and recorded one at a time, since a program may learn from
//     the failure of one that another one was made
// The time of a record is taken together with its place in the journal: the end of a sync has a
// time before any client can have been told what the sync made durable.
//
// Thread-safe. Processes that the server forks and programs that it starts are not recorded.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "tests/torture/campaigns/power/journal.h"

namespace countersign::torture {
namespace {

// The function that a program would have called without this library.
template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

// Restores errno, which the caller will look at.
class KeptErrno {
 public:
  KeptErrno() : error_(errno) {}
  ~KeptErrno() { errno = error_; }
  KeptErrno(const KeptErrno&) = delete;
  KeptErrno& operator=(const KeptErrno&) = delete;

 private:
  const int error_;
};

class Trace {
 public:
  Trace() {
    const char* const folder = std::getenv(kPowerFolderVariable);
    const char* const journal = std::getenv(kPowerJournalVariable);
    if (folder == nullptr || journal == nullptr) return;
    folder_ = folder;
    descriptor_ = next<int(const char*, int, ...)>("open")(
        journal, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    for (const char* name : {kPowerFolderVariable, kPowerJournalVariable, "LD_PRELOAD"}) {
      ::unsetenv(name);
    }
    process_ = ::getpid();
  }

  bool is_on() const { return descriptor_ >= 0 && ::getpid() == process_; }

  // The path below the folder; nullopt for a path elsewhere or of a deleted file.
  std::optional<std::string> below(std::string_view path) const {
    if (!path.starts_with(folder_)) return std::nullopt;
    path.remove_prefix(folder_.size());
    if (!path.empty() && path.front() != '/') return std::nullopt;
    while (path.starts_with('/')) path.remove_prefix(1);
    if (path.ends_with(" (deleted)")) return std::nullopt;
    return std::string(path);
  }

  std::optional<std::string> name_of(int descriptor) const {
    if (!is_on()) return std::nullopt;
    const KeptErrno kept;
    std::array<char, PATH_MAX> path{};
    const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
    const ::ssize_t size = ::readlink(link.c_str(), path.data(), path.size());
    if (size <= 0) return std::nullopt;
    return below({path.data(), static_cast<std::size_t>(size)});
  }

  // Takes a path like openat(2). Returns nullopt for a relative path without a descriptor of its
  // folder: the server uses absolute paths there.
  std::optional<std::string> name_at(int folder, const char* path) const {
    if (!is_on() || path == nullptr) return std::nullopt;
    const KeptErrno kept;
    if (path[0] == '/') return below(std::filesystem::path(path).lexically_normal().string());
    if (folder == AT_FDCWD) return std::nullopt;
    const auto above = name_of(folder);
    if (!above) return std::nullopt;
    return (std::filesystem::path(*above) / path).lexically_normal().string();
  }

  std::mutex& names_turn() { return names_turn_; }

  std::uint64_t number_sync() { return ++syncs_; }

  struct Entry {
    Did did;
    std::string_view name;
    int flags = 0;
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    std::string_view other{};
    std::string_view bytes{};
  };
  void record(const Entry& entry) {
    const KeptErrno kept;
    const std::lock_guard lock(turn_);
    ::timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    JournalHead head{entry.did,
                     entry.flags,
                     std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec,
                     entry.offset,
                     entry.size,
                     static_cast<std::uint32_t>(entry.name.size()),
                     static_cast<std::uint32_t>(entry.other.size()),
                     entry.bytes.size()};
    append({reinterpret_cast<const char*>(&head), sizeof(head)});
    append(entry.name);
    append(entry.other);
    append(entry.bytes);
  }

 private:
  // Aborts on a failure: a journal with a hole would say that nothing was done there.
  void append(std::string_view bytes) const {
    static const auto real = next<::ssize_t(int, const void*, std::size_t)>("write");
    while (!bytes.empty()) {
      const ::ssize_t count = real(descriptor_, bytes.data(), bytes.size());
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) std::abort();
      bytes.remove_prefix(static_cast<std::size_t>(count));
    }
  }

  std::string folder_;
  int descriptor_ = -1;
  ::pid_t process_ = 0;
  std::atomic<std::uint64_t> syncs_{0};
  std::mutex names_turn_;
  std::mutex turn_;
};

// Never destroyed: threads may write until the end.
Trace& trace() {
  static Trace& all = *new Trace;
  return all;
}

// Before main(), while the environment is still that of the start.
[[gnu::constructor]] void begin() { (void)trace(); }

// ---- names ------------------------------------------------------------------------------------

template <class Open>
int traced_open(int folder, const char* path, int flags, Open open) {
  if ((flags & (O_CREAT | O_TRUNC)) == 0) return open();
  const auto name = trace().name_at(folder, path);
  if (!name) return open();
  const std::lock_guard lock(trace().names_turn());
  const int descriptor = open();
  if (descriptor >= 0) trace().record({.did = Did::Create, .name = *name, .flags = flags});
  return descriptor;
}

// Traces a call that draws the last letters of `path` and creates the file of that name.
template <class Make>
int traced_make(char* path, int flags, Make make) {
  if (!trace().name_at(AT_FDCWD, path)) return make();
  const std::lock_guard lock(trace().names_turn());
  const int descriptor = make();
  if (descriptor < 0) return descriptor;
  const auto name = trace().name_at(AT_FDCWD, path);
  trace().record({.did = Did::Create, .name = *name, .flags = flags | O_CREAT | O_EXCL});
  return descriptor;
}

// Traces a call that changes one name or two.
template <class Call>
int traced_change(Did did,
                  const std::optional<std::string>& name,
                  const std::optional<std::string>& other,
                  Call call) {
  if (!name && !other) return call();
  const std::lock_guard lock(trace().names_turn());
  const int result = call();
  if (result != 0) return result;
  const bool is_within = name && other;
  trace().record({.did = is_within ? did : Did::Unknown,
                  .name = name.value_or(""),
                  .other = is_within ? std::string_view(*other) : "a name from elsewhere"});
  return result;
}

template <class Call>
int traced_change(Did did, const std::optional<std::string>& name, Call call) {
  return traced_change(did, name, name ? std::optional<std::string>("") : std::nullopt, call);
}

// ---- bytes ------------------------------------------------------------------------------------

// Calls `offset` after the write was made.
template <class Offset>
void record_write(int descriptor, const void* bytes, ::ssize_t count, Offset offset) {
  if (count <= 0) return;
  const auto name = trace().name_of(descriptor);
  if (!name) return;
  trace().record({.did = Did::Write,
                  .name = *name,
                  .offset = offset(),
                  .bytes = {static_cast<const char*>(bytes), static_cast<std::size_t>(count)}});
}

// The offset at which a write that moved the position began.
std::uint64_t begin_of(int descriptor, ::ssize_t count) {
  const KeptErrno kept;
  return static_cast<std::uint64_t>(::lseek(descriptor, 0, SEEK_CUR) - count);
}

template <class Offset>
void record_writes(
    int descriptor, const ::iovec* pieces, int number, ::ssize_t count, Offset offset) {
  if (count <= 0 || !trace().name_of(descriptor)) return;
  std::uint64_t at = offset();
  for (int i = 0; i < number && count > 0; ++i) {
    const auto size = std::min<::ssize_t>(count, static_cast<::ssize_t>(pieces[i].iov_len));
    record_write(descriptor, pieces[i].iov_base, size, [at] { return at; });
    at += static_cast<std::uint64_t>(size);
    count -= size;
  }
}

void record_size(int descriptor) {
  const auto name = trace().name_of(descriptor);
  if (!name) return;
  const KeptErrno kept;
  struct ::stat status {};
  if (::fstat(descriptor, &status) != 0) std::abort();
  trace().record(
      {.did = Did::Resize, .name = *name, .size = static_cast<std::uint64_t>(status.st_size)});
}

void record_unknown(int descriptor, std::string_view call) {
  const auto name = trace().name_of(descriptor);
  if (name) trace().record({.did = Did::Unknown, .name = *name, .other = call});
}

void record_allocation(int descriptor, int mode, ::off_t offset, ::off_t size) {
  if ((mode & FALLOC_FL_KEEP_SIZE) == 0) record_size(descriptor);
  const auto name = trace().name_of(descriptor);
  const int zeroing = FALLOC_FL_PUNCH_HOLE | FALLOC_FL_ZERO_RANGE;
  if (!name || (mode & ~FALLOC_FL_KEEP_SIZE) == 0) return;
  const bool is_known = (mode & ~(FALLOC_FL_KEEP_SIZE | zeroing)) == 0;
  trace().record({.did = is_known ? Did::Zero : Did::Unknown,
                  .name = *name,
                  .offset = static_cast<std::uint64_t>(offset),
                  .size = static_cast<std::uint64_t>(size),
                  .other = is_known ? "" : "fallocate"});
}

// ---- syncs ------------------------------------------------------------------------------------

template <class Sync>
int traced_sync(int descriptor, Sync sync) {
  const auto name = trace().name_of(descriptor);
  if (!name) return sync();
  const std::uint64_t number = trace().number_sync();
  trace().record({.did = Did::BeginSync, .name = *name, .offset = number});
  const int result = sync();
  if (result == 0) trace().record({.did = Did::EndSync, .name = *name, .offset = number});
  return result;
}

::mode_t mode_in(int flags, va_list arguments) {
  return (flags & (O_CREAT | O_TMPFILE)) == 0 ? 0 : va_arg(arguments, ::mode_t);
}

}  // namespace
}  // namespace countersign::torture

// ---- what programs and libraries call -----------------------------------------------------------

// NOLINTNEXTLINE(google-build-using-namespace): the functions below stand in no namespace
using namespace countersign::torture;

extern "C" {

int open(const char* path, int flags, ...) {
  static const auto real = next<int(const char*, int, ...)>("open");
  va_list arguments;
  va_start(arguments, flags);
  const ::mode_t mode = mode_in(flags, arguments);
  va_end(arguments);
  return traced_open(AT_FDCWD, path, flags, [&] { return real(path, flags, mode); });
}

int open64(const char* path, int flags, ...) {
  static const auto real = next<int(const char*, int, ...)>("open64");
  va_list arguments;
  va_start(arguments, flags);
  const ::mode_t mode = mode_in(flags, arguments);
  va_end(arguments);
  return traced_open(AT_FDCWD, path, flags, [&] { return real(path, flags, mode); });
}

int openat(int folder, const char* path, int flags, ...) {
  static const auto real = next<int(int, const char*, int, ...)>("openat");
  va_list arguments;
  va_start(arguments, flags);
  const ::mode_t mode = mode_in(flags, arguments);
  va_end(arguments);
  return traced_open(folder, path, flags, [&] { return real(folder, path, flags, mode); });
}

int openat64(int folder, const char* path, int flags, ...) {
  static const auto real = next<int(int, const char*, int, ...)>("openat64");
  va_list arguments;
  va_start(arguments, flags);
  const ::mode_t mode = mode_in(flags, arguments);
  va_end(arguments);
  return traced_open(folder, path, flags, [&] { return real(folder, path, flags, mode); });
}

int creat(const char* path, ::mode_t mode) {
  static const auto real = next<int(const char*, ::mode_t)>("creat");
  return traced_open(AT_FDCWD, path, O_CREAT | O_TRUNC, [&] { return real(path, mode); });
}

int mkstemp(char* path) {
  static const auto real = next<int(char*)>("mkstemp");
  return traced_make(path, 0, [&] { return real(path); });
}

int mkostemp(char* path, int flags) {
  static const auto real = next<int(char*, int)>("mkostemp");
  return traced_make(path, flags, [&] { return real(path, flags); });
}

FILE* fopen(const char* path, const char* how) {
  static const auto real = next<FILE*(const char*, const char*)>("fopen");
  FILE* const file = real(path, how);
  if (file != nullptr && how[0] != 'r') record_unknown(::fileno(file), "fopen");
  return file;
}

FILE* fopen64(const char* path, const char* how) {
  static const auto real = next<FILE*(const char*, const char*)>("fopen64");
  FILE* const file = real(path, how);
  if (file != nullptr && how[0] != 'r') record_unknown(::fileno(file), "fopen64");
  return file;
}

::ssize_t write(int descriptor, const void* bytes, std::size_t size) {
  static const auto real = next<::ssize_t(int, const void*, std::size_t)>("write");
  const ::ssize_t count = real(descriptor, bytes, size);
  record_write(descriptor, bytes, count, [&] { return begin_of(descriptor, count); });
  return count;
}

::ssize_t pwrite(int descriptor, const void* bytes, std::size_t size, ::off_t offset) {
  static const auto real = next<::ssize_t(int, const void*, std::size_t, ::off_t)>("pwrite");
  const ::ssize_t count = real(descriptor, bytes, size, offset);
  record_write(descriptor, bytes, count, [&] { return static_cast<std::uint64_t>(offset); });
  return count;
}

::ssize_t pwrite64(int descriptor, const void* bytes, std::size_t size, ::off64_t offset) {
  static const auto real = next<::ssize_t(int, const void*, std::size_t, ::off64_t)>("pwrite64");
  const ::ssize_t count = real(descriptor, bytes, size, offset);
  record_write(descriptor, bytes, count, [&] { return static_cast<std::uint64_t>(offset); });
  return count;
}

::ssize_t writev(int descriptor, const ::iovec* pieces, int number) {
  static const auto real = next<::ssize_t(int, const ::iovec*, int)>("writev");
  const ::ssize_t count = real(descriptor, pieces, number);
  record_writes(descriptor, pieces, number, count, [&] { return begin_of(descriptor, count); });
  return count;
}

::ssize_t pwritev(int descriptor, const ::iovec* pieces, int number, ::off_t offset) {
  static const auto real = next<::ssize_t(int, const ::iovec*, int, ::off_t)>("pwritev");
  const ::ssize_t count = real(descriptor, pieces, number, offset);
  record_writes(
      descriptor, pieces, number, count, [&] { return static_cast<std::uint64_t>(offset); });
  return count;
}

int ftruncate(int descriptor, ::off_t size) {
  static const auto real = next<int(int, ::off_t)>("ftruncate");
  const int result = real(descriptor, size);
  if (result == 0) record_size(descriptor);
  return result;
}

int ftruncate64(int descriptor, ::off64_t size) {
  static const auto real = next<int(int, ::off64_t)>("ftruncate64");
  const int result = real(descriptor, size);
  if (result == 0) record_size(descriptor);
  return result;
}

int truncate(const char* path, ::off_t size) {
  static const auto real = next<int(const char*, ::off_t)>("truncate");
  const int result = real(path, size);
  const auto name = trace().name_at(AT_FDCWD, path);
  if (result == 0 && name) {
    trace().record({.did = Did::Resize, .name = *name, .size = static_cast<std::uint64_t>(size)});
  }
  return result;
}

int fallocate(int descriptor, int mode, ::off_t offset, ::off_t size) {
  static const auto real = next<int(int, int, ::off_t, ::off_t)>("fallocate");
  const int result = real(descriptor, mode, offset, size);
  if (result == 0) record_allocation(descriptor, mode, offset, size);
  return result;
}

int posix_fallocate(int descriptor, ::off_t offset, ::off_t size) {
  static const auto real = next<int(int, ::off_t, ::off_t)>("posix_fallocate");
  const int result = real(descriptor, offset, size);
  if (result == 0) record_allocation(descriptor, 0, offset, size);
  return result;
}

void* mmap(void* address, std::size_t size, int access, int flags, int descriptor, ::off_t offset) {
  static const auto real = next<void*(void*, std::size_t, int, int, int, ::off_t)>("mmap");
  void* const mapped = real(address, size, access, flags, descriptor, offset);
  const bool writes = (access & PROT_WRITE) != 0 && (flags & MAP_SHARED) != 0;
  if (mapped != MAP_FAILED && writes && descriptor >= 0) record_unknown(descriptor, "mmap");
  return mapped;
}

::ssize_t copy_file_range(
    int from, ::off64_t* from_offset, int to, ::off64_t* offset, std::size_t size, unsigned flags) {
  static const auto real =
      next<::ssize_t(int, ::off64_t*, int, ::off64_t*, std::size_t, unsigned)>("copy_file_range");
  record_unknown(to, "copy_file_range");
  return real(from, from_offset, to, offset, size, flags);
}

::ssize_t sendfile(int to, int from, ::off_t* offset, std::size_t size) {
  static const auto real = next<::ssize_t(int, int, ::off_t*, std::size_t)>("sendfile");
  record_unknown(to, "sendfile");
  return real(to, from, offset, size);
}

int rename(const char* from, const char* to) {
  static const auto real = next<int(const char*, const char*)>("rename");
  return traced_change(
      Did::Rename, trace().name_at(AT_FDCWD, from), trace().name_at(AT_FDCWD, to), [&] {
        return real(from, to);
      });
}

int renameat(int from_folder, const char* from, int to_folder, const char* to) {
  static const auto real = next<int(int, const char*, int, const char*)>("renameat");
  return traced_change(
      Did::Rename, trace().name_at(from_folder, from), trace().name_at(to_folder, to), [&] {
        return real(from_folder, from, to_folder, to);
      });
}

int renameat2(
    int from_folder, const char* from, int to_folder, const char* to, unsigned flags) noexcept {
  static const auto real = next<int(int, const char*, int, const char*, unsigned)>("renameat2");
  return traced_change(did_of_rename(flags),
                       trace().name_at(from_folder, from),
                       trace().name_at(to_folder, to),
                       [&] { return real(from_folder, from, to_folder, to, flags); });
}

int link(const char* from, const char* to) noexcept {
  static const auto real = next<int(const char*, const char*)>("link");
  return traced_change(
      Did::Link, trace().name_at(AT_FDCWD, from), trace().name_at(AT_FDCWD, to), [&] {
        return real(from, to);
      });
}

int linkat(int from_folder, const char* from, int to_folder, const char* to, int flags) noexcept {
  static const auto real = next<int(int, const char*, int, const char*, int)>("linkat");
  return traced_change(
      Did::Link, trace().name_at(from_folder, from), trace().name_at(to_folder, to), [&] {
        return real(from_folder, from, to_folder, to, flags);
      });
}

int unlink(const char* path) noexcept {
  static const auto real = next<int(const char*)>("unlink");
  return traced_change(Did::Unlink, trace().name_at(AT_FDCWD, path), [&] { return real(path); });
}

int unlinkat(int folder, const char* path, int flags) noexcept {
  static const auto real = next<int(int, const char*, int)>("unlinkat");
  const Did did = (flags & AT_REMOVEDIR) != 0 ? Did::RemoveFolder : Did::Unlink;
  return traced_change(
      did, trace().name_at(folder, path), [&] { return real(folder, path, flags); });
}

// Removes a file or an empty folder.
int remove(const char* path) noexcept {
  static const auto real = next<int(const char*)>("remove");
  struct ::stat status {};
  const auto name = trace().name_at(AT_FDCWD, path);
  const bool is_folder = name && ::lstat(path, &status) == 0 && S_ISDIR(status.st_mode);
  return traced_change(
      is_folder ? Did::RemoveFolder : Did::Unlink, name, [&] { return real(path); });
}

int mkdir(const char* path, ::mode_t mode) noexcept {
  static const auto real = next<int(const char*, ::mode_t)>("mkdir");
  return traced_change(
      Did::MakeFolder, trace().name_at(AT_FDCWD, path), [&] { return real(path, mode); });
}

int mkdirat(int folder, const char* path, ::mode_t mode) noexcept {
  static const auto real = next<int(int, const char*, ::mode_t)>("mkdirat");
  return traced_change(
      Did::MakeFolder, trace().name_at(folder, path), [&] { return real(folder, path, mode); });
}

int rmdir(const char* path) noexcept {
  static const auto real = next<int(const char*)>("rmdir");
  return traced_change(
      Did::RemoveFolder, trace().name_at(AT_FDCWD, path), [&] { return real(path); });
}

int fsync(int descriptor) {
  static const auto real = next<int(int)>("fsync");
  return traced_sync(descriptor, [&] { return real(descriptor); });
}

int fdatasync(int descriptor) {
  static const auto real = next<int(int)>("fdatasync");
  return traced_sync(descriptor, [&] { return real(descriptor); });
}

// sync_file_range(2) promises nothing for a power cut, and is not intercepted. The server calls
// nothing else that makes data durable; if it did, a cut would take more than a disk would, and
// that would be found as a loss.
int syncfs(int descriptor) noexcept {
  static const auto real = next<int(int)>("syncfs");
  record_unknown(descriptor, "syncfs");
  return real(descriptor);
}

}  // extern "C"

// A library that is preloaded into a server and intercepts its calls on the files of its data
// folder. See bad_disk_state.h. It starts no threads and prints nothing.
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstdint>

#include "tests/torture/hurt_disk/bad_disk_state.h"
#include "tests/torture/hurt_disk/library/calls.h"
#include "tests/torture/hurt_disk/library/files.h"
#include "tests/torture/hurt_disk/library/plan.h"
#include "tests/torture/hurt_disk/library/room.h"
#include "tests/torture/hurt_disk/library/state.h"

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

#include "tests/torture/hurt_disk/library/calls.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <optional>
#include <string>

#include "tests/torture/hurt_disk/library/files.h"
#include "tests/torture/hurt_disk/library/plan.h"
#include "tests/torture/hurt_disk/library/room.h"
#include "tests/torture/hurt_disk/library/state.h"

namespace countersign::torture {
namespace {

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

std::mutex synced_mutex;  // guards the record of synced logs

void note_synced(int descriptor) {
  BadDiskState* const disk = state();
  if (disk == nullptr) return;
  const std::string path = path_of_descriptor(descriptor);
  struct ::stat status {};
  if (file_at(*disk, path) != DiskFile::WriteAheadLog || ::fstat(descriptor, &status) != 0) return;
  const std::lock_guard lock(synced_mutex);
  if (disk->log_failed || log_number(path) < disk->synced_log) return;
  disk->synced_log = log_number(path);
  disk->synced_bytes = static_cast<std::uint64_t>(status.st_size);
}

}  // namespace

bool takes_mode(int flags) { return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE; }

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

ssize_t writev_to(int descriptor, const ::iovec* pieces, int count) {
  if (state() == nullptr || !below(*state(), path_of_descriptor(descriptor)) || count <= 0) {
    return ::syscall(SYS_writev, descriptor, pieces, count);
  }
  return write_to(descriptor, pieces[0].iov_base, pieces[0].iov_len);
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

}  // namespace countersign::torture

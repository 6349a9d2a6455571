#include "tests/torture/hurt_disk/library/room.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <mutex>
#include <unordered_map>

#include "tests/torture/hurt_disk/library/files.h"
#include "tests/torture/hurt_disk/library/state.h"

namespace countersign::torture {
namespace {

std::int64_t whole_blocks(std::int64_t bytes) {
  return (bytes + kBlockBytes - 1) / kBlockBytes * kBlockBytes;
}

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

std::mutex blocks_mutex;  // guards blocks()

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

}  // namespace

std::size_t with_room(int descriptor, std::size_t size, std::optional<std::int64_t> offset) {
  BadDiskState* const disk = small_disk();
  struct ::stat status {};
  if (disk == nullptr || size == 0 || !below(*disk, path_of_descriptor(descriptor)) ||
      ::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
    return size;
  }
  const std::lock_guard lock(blocks_mutex);
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
  const std::lock_guard lock(blocks_mutex);
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
  const std::lock_guard lock(blocks_mutex);
  std::int64_t& has = blocks().of(status);
  const std::int64_t less = std::max<std::int64_t>(has - whole_blocks(end), 0);
  has -= less;
  disk->free_bytes += less;
}

Leaving::Leaving(const std::string& path) : disk_(small_disk()) {
  is_there_ = disk_ != nullptr && below(*disk_, path) && ::lstat(path.c_str(), &status_) == 0;
}

void Leaving::left() {
  if (!is_there_) return;
  ++disk_->free_names;
  if (S_ISREG(status_.st_mode) && status_.st_nlink > 1) return;
  const std::lock_guard lock(blocks_mutex);
  disk_->free_bytes += blocks().of(status_);
  blocks().forget(status_);
}

Making::Making(const std::string& path) : disk_(small_disk()) {
  struct ::stat status {};
  if (disk_ == nullptr || !below(*disk_, path) || ::lstat(path.c_str(), &status) == 0) return;
  took_ = take(disk_->free_names, 1);
  if (!took_) may_ = out_of_names(*disk_);
}

void Making::failed() {
  if (took_) ++disk_->free_names;
}

bool is_small_at(const std::string& path) {
  const BadDiskState* const disk = small_disk();
  return disk != nullptr && below(*disk, path);
}

}  // namespace countersign::torture

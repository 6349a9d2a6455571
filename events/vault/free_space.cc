#include "events/vault/free_space.h"

#include <sys/statvfs.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace countersign {
namespace {

constexpr Duration kMaxAge = std::chrono::seconds(1);
constexpr std::uint64_t kGibibyte = std::uint64_t{1} << 30;

struct Disk {
  std::uint64_t size_bytes;
  std::uint64_t available_bytes;
};

std::optional<Disk> ask(const std::filesystem::path& path) {
  struct ::statvfs status {};
  if (::statvfs(path.c_str(), &status) != 0) return std::nullopt;
  return Disk{status.f_blocks * status.f_frsize, status.f_bavail * status.f_frsize};
}

std::uint64_t default_reserve_of(const std::filesystem::path& path) {
  const std::optional<Disk> disk = ask(path);
  return disk ? default_reserve_bytes(disk->size_bytes) : kGibibyte;
}

}  // namespace

std::uint64_t default_reserve_bytes(std::uint64_t disk_size_bytes) {
  return std::min(std::max(kGibibyte, disk_size_bytes / 20), disk_size_bytes / 4);
}

FreeSpace::FreeSpace(std::filesystem::path path,
                     const Clock& clock,
                     std::optional<std::uint64_t> reserve_bytes)
    : path_(std::move(path)),
      clock_(clock),
      reserve_bytes_(reserve_bytes ? *reserve_bytes : default_reserve_of(path_)) {}

bool FreeSpace::has_room() const {
  const std::lock_guard lock(mutex_);
  const UtcTime now = clock_.now();
  // A clock that was set back makes the answer old, not young.
  if (asked_at_ && *asked_at_ <= now && now < *asked_at_ + kMaxAge) return has_room_;
  const std::optional<Disk> disk = ask(path_);
  has_room_ = disk && disk->available_bytes >= reserve_bytes_;
  asked_at_ = now;
  return has_room_;
}

}  // namespace countersign

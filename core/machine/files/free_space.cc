#include "core/machine/files/free_space.h"

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

}  // namespace

std::uint64_t default_reserve_bytes(std::uint64_t disk_size_bytes) {
  return std::min(std::max(kGibibyte, disk_size_bytes / 20), disk_size_bytes / 4);
}

std::uint64_t reserve_bytes_on(const std::filesystem::path& path,
                               const std::optional<std::uint64_t>& wanted) {
  if (wanted) return *wanted;
  const std::optional<Disk> disk = ask(path);
  return disk ? default_reserve_bytes(disk->size_bytes) : kGibibyte;
}

FreeSpace::FreeSpace(std::filesystem::path path,
                     const Clock& clock,
                     std::optional<std::uint64_t> reserve_bytes)
    : path_(std::move(path)),
      clock_(clock),
      reserve_bytes_(reserve_bytes_on(path_, reserve_bytes)) {}

void FreeSpace::look() const {
  const UtcTime now = clock_.now();
  // If the clock was set back, ask again: the age of the last answer is unknown.
  if (asked_at_ && *asked_at_ <= now && now < *asked_at_ + kMaxAge) return;
  const std::optional<Disk> disk = ask(path_);
  available_bytes_.reset();
  if (disk) available_bytes_ = disk->available_bytes;
  written_bytes_ = 0;
  asked_at_ = now;
}

bool FreeSpace::has_room() const {
  const MutexLock lock(mutex_);
  look();
  return available_bytes_ && *available_bytes_ >= reserve_bytes_;
}

std::uint64_t FreeSpace::room_bytes() const {
  const MutexLock lock(mutex_);
  look();
  return room_locked();
}

std::uint64_t FreeSpace::room_locked() const {
  std::uint64_t room = available_bytes_.value_or(0);
  for (const std::uint64_t taken : {reserve_bytes_, written_bytes_, reserved_bytes_}) {
    room -= std::min(room, taken);
  }
  return room;
}

std::optional<FreeSpace::Reservation> FreeSpace::reserve(std::uint64_t bytes) const {
  const MutexLock lock(mutex_);
  look();
  if (room_locked() < bytes) return std::nullopt;
  reserved_bytes_ += bytes;
  return std::optional<Reservation>(std::in_place, *this, bytes);
}

void FreeSpace::Reservation::written(std::uint64_t bytes) {
  const MutexLock lock(space_->mutex_);
  const std::uint64_t now_on_disk = std::min(bytes, bytes_);
  bytes_ -= now_on_disk;
  space_->reserved_bytes_ -= now_on_disk;
  space_->written_bytes_ += now_on_disk;
}

void FreeSpace::Reservation::give_back() {
  if (bytes_ == 0) return;
  const MutexLock lock(space_->mutex_);
  space_->reserved_bytes_ -= std::exchange(bytes_, 0);
}

}  // namespace countersign

#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <utility>

#include "core/machine/threads/mutex.h"
#include "core/utc_time.h"

namespace countersign {

// Watches the free space of the disk that holds `path`, so that work which would fill the disk is
// refused while the log can still be written. A caller reserves space before a large write, so that
// concurrent writers together do not fill the disk. Thread-safe; must outlive its reservations.
class FreeSpace {
 public:
  // `reserve_bytes` must stay free; without a value see reserve_bytes_on().
  FreeSpace(std::filesystem::path path,
            const Clock& clock,
            std::optional<std::uint64_t> reserve_bytes);

  // Bytes that the owner may write and has not written yet. The destructor gives them back.
  // Movable. One thread at a time.
  class Reservation {
   public:
    Reservation(const FreeSpace& space, std::uint64_t bytes) : space_(&space), bytes_(bytes) {}
    ~Reservation() { give_back(); }
    Reservation(Reservation&& from) noexcept
        : space_(from.space_), bytes_(std::exchange(from.bytes_, 0)) {}
    Reservation& operator=(Reservation&& from) noexcept {
      if (this == &from) return *this;
      give_back();
      space_ = from.space_;
      bytes_ = std::exchange(from.bytes_, 0);
      return *this;
    }

    // Records that `bytes` of the reservation are on the disk now.
    void written(std::uint64_t bytes);
    std::uint64_t bytes() const { return bytes_; }

   private:
    void give_back();
    const FreeSpace* space_;
    std::uint64_t bytes_;
  };

  // Returns whether at least reserve_bytes() are free. The answer is at most a second old. If the
  // system cannot tell, there is no room. Reservations do not count here: their owners may write
  // them.
  bool has_room() const;
  // Returns how many bytes can still be reserved: the free space minus reserve_bytes() and minus
  // the existing reservations.
  std::uint64_t room_bytes() const;
  // Returns nullopt if room_bytes() is less than `bytes`.
  std::optional<Reservation> reserve(std::uint64_t bytes) const;
  std::uint64_t reserve_bytes() const { return reserve_bytes_; }

 private:
  void look() const REQUIRES_LOCK(mutex_);
  std::uint64_t room_locked() const REQUIRES_LOCK(mutex_);

  std::filesystem::path path_;
  const Clock& clock_;
  std::uint64_t reserve_bytes_;
  mutable Mutex mutex_;
  mutable std::optional<UtcTime> asked_at_ GUARDED_BY(mutex_);
  mutable std::optional<std::uint64_t> available_bytes_ GUARDED_BY(mutex_);  // at asked_at_
  mutable std::uint64_t written_bytes_ GUARDED_BY(mutex_) = 0;               // since asked_at_
  mutable std::uint64_t reserved_bytes_ GUARDED_BY(mutex_) = 0;
};

// Returns max(1 GiB, 5 % of the disk), but at most a quarter of the disk.
std::uint64_t default_reserve_bytes(std::uint64_t disk_size_bytes);
// Returns how many bytes must stay free on the disk of `path`: `wanted`, or without a value
// default_reserve_bytes(), or 1 GiB if the system cannot tell the size of the disk.
std::uint64_t reserve_bytes_on(const std::filesystem::path& path,
                               const std::optional<std::uint64_t>& wanted);

}  // namespace countersign

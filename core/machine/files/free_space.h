#pragma once
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <utility>

#include "core/utc_time.h"

namespace countersign {

// Watches the room on the disk that holds `path`, so that work which would fill it is
// refused while the log can still be written. Who is about to write much reserves it
// first, so that together they do not write what none of them would alone. Thread-safe;
// must outlive its reservations.
class FreeSpace {
 public:
  // Without `reserve_bytes`: see default_reserve_bytes.
  FreeSpace(std::filesystem::path path,
            const Clock& clock,
            std::optional<std::uint64_t> reserve_bytes);

  // Bytes that somebody may write, and has not written yet. Given back when it is destroyed.
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

    // So many of them lie on the disk now.
    void written(std::uint64_t bytes);
    std::uint64_t bytes() const { return bytes_; }

   private:
    void give_back();
    const FreeSpace* space_;
    std::uint64_t bytes_;
  };

  // Whether the disk has more than its reserve. The answer is at most a second old. A disk
  // that cannot be asked has no room. What is only reserved does not count: whoever
  // reserved it may write it.
  bool has_room() const;
  // What can still be reserved: beyond the reserve, and what others have reserved.
  std::uint64_t room_bytes() const;
  // None when there is not so much room.
  std::optional<Reservation> reserve(std::uint64_t bytes) const;
  std::uint64_t reserve_bytes() const { return reserve_bytes_; }

 private:
  void look() const;
  std::uint64_t room_locked() const;

  std::filesystem::path path_;
  const Clock& clock_;
  std::uint64_t reserve_bytes_;
  mutable std::mutex mutex_;
  mutable std::optional<UtcTime> asked_at_;
  mutable std::optional<std::uint64_t> available_bytes_;  // when it was asked
  mutable std::uint64_t written_bytes_ = 0;               // of reservations, since then
  mutable std::uint64_t reserved_bytes_ = 0;
};

// max(1 GiB, 5 % of the disk), and at most a quarter of it.
std::uint64_t default_reserve_bytes(std::uint64_t disk_size_bytes);
// What stays free on the disk of `path`: `wanted`, or without it the above.
std::uint64_t reserve_bytes_on(const std::filesystem::path& path,
                               const std::optional<std::uint64_t>& wanted);

}  // namespace countersign

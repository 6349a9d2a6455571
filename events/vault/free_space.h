#pragma once
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>

#include "core/utc_time.h"

namespace countersign {

// Watches the room on the disk that holds `path`, so that work which would fill it is
// refused while the log can still be written. Thread-safe.
class FreeSpace {
 public:
  // Without `reserve_bytes`: see default_reserve_bytes.
  FreeSpace(std::filesystem::path path,
            const Clock& clock,
            std::optional<std::uint64_t> reserve_bytes);

  // The answer is at most a second old. A disk that cannot be asked has no room.
  bool has_room() const;
  std::uint64_t reserve_bytes() const { return reserve_bytes_; }

 private:
  std::filesystem::path path_;
  const Clock& clock_;
  std::uint64_t reserve_bytes_;
  mutable std::mutex mutex_;
  mutable std::optional<UtcTime> asked_at_;
  mutable bool has_room_ = false;
};

// max(1 GiB, 5 % of the disk), and at most a quarter of it.
std::uint64_t default_reserve_bytes(std::uint64_t disk_size_bytes);

}  // namespace countersign

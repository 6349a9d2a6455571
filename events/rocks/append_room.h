#pragma once
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>

#include "core/machine/files/free_bytes.h"

namespace countersign {

// Caches the free space between appends to the log, so that statvfs() is not called for each. While
// there is plenty of space, asks the file system only every few milliseconds, an interval too short
// for other programs to use up the space. One thread at a time.
class AppendRoom {
 public:
  AppendRoom(const std::filesystem::path& folder, std::uint64_t reserve_bytes)
      : folder_(folder), reserve_bytes_(reserve_bytes) {}

  // Whether `bytes` can be written without touching the reserve.
  bool take(std::uint64_t bytes) {
    const auto now = std::chrono::steady_clock::now();
    if (now - asked_at_ > kTrusted || plenty_bytes_ < bytes) {
      const std::uint64_t free = free_bytes(folder_);
      asked_at_ = now;
      if (free < reserve_bytes_ + bytes) {
        plenty_bytes_ = 0;
        return false;
      }
      plenty_bytes_ = free - std::min(free, reserve_bytes_ + kMarginBytes);
    }
    plenty_bytes_ -= std::min(plenty_bytes_, bytes);
    return true;
  }

 private:
  static constexpr std::chrono::milliseconds kTrusted{5};
  static constexpr std::uint64_t kMarginBytes = 64ull << 20;  // a disk writes less in kTrusted

  const std::filesystem::path& folder_;
  const std::uint64_t reserve_bytes_;
  std::uint64_t plenty_bytes_ = 0;  // beyond reserve and margin at asked_at_, less what was taken
  std::chrono::steady_clock::time_point asked_at_{};
};

}  // namespace countersign

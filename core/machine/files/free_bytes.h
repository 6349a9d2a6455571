#pragma once
#include <sys/statvfs.h>

#include <cstdint>
#include <filesystem>

namespace countersign {

// The bytes that the file system of `path` reports as free at this moment; 0 if it cannot be asked.
// Thread-safe.
inline std::uint64_t free_bytes(const std::filesystem::path& path) {
  struct ::statvfs status {};
  if (::statvfs(path.c_str(), &status) != 0) return 0;
  return std::uint64_t{status.f_bavail} * status.f_frsize;
}

}  // namespace countersign

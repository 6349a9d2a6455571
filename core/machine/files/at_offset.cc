#include "core/machine/files/at_offset.h"

#include <unistd.h>

#include <cerrno>

namespace countersign {

bool write_at(int file, std::span<const std::uint8_t> bytes, std::uint64_t offset) {
  while (!bytes.empty()) {
    const ::ssize_t count =
        ::pwrite(file, bytes.data(), bytes.size(), static_cast<::off_t>(offset));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(count));
    offset += static_cast<std::uint64_t>(count);
  }
  return true;
}

std::optional<std::size_t> read_at(int file, std::span<std::uint8_t> bytes, std::uint64_t offset) {
  std::size_t size = 0;
  while (size < bytes.size()) {
    const std::span<std::uint8_t> rest = bytes.subspan(size);
    const ::ssize_t count =
        ::pread(file, rest.data(), rest.size(), static_cast<::off_t>(offset + size));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return std::nullopt;
    if (count == 0) break;
    size += static_cast<std::size_t>(count);
  }
  return size;
}

}  // namespace countersign

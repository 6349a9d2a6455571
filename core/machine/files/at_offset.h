#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

// Bytes at a place of a file, in as many calls as needed. The position of the descriptor is neither
// used nor moved, so several threads may share it.
namespace countersign {

// Writes all bytes. On failure returns false and sets errno; some may have been written.
bool write_at(int file, std::span<const std::uint8_t> bytes, std::uint64_t offset);

// Reads until `bytes` is full or the file ends, and returns how many were read. On failure returns
// nullopt and sets errno.
std::optional<std::size_t> read_at(int file, std::span<std::uint8_t> bytes, std::uint64_t offset);

}  // namespace countersign

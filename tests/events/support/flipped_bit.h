#pragma once
#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>

namespace countersign {

// Flips the lowest bit of one byte of a file. A fixed byte may already be there in a file that is
// encrypted: once in 256 runs the file would not change.
inline void flip_bit(const std::filesystem::path& file, std::uint64_t at) {
  std::fstream open(file, std::ios::in | std::ios::out | std::ios::binary);
  open.seekg(static_cast<std::streamoff>(at));
  const int byte = open.get();
  open.seekp(static_cast<std::streamoff>(at));
  open.put(static_cast<char>(byte ^ 1));
  REQUIRE(open.flush());
}

}  // namespace countersign

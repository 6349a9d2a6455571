#pragma once
#include <algorithm>
#include <cstdint>

namespace countersign {

// Enough for the tables of about 250 GB of log. RocksDB closes the least used ones if there
// are more.
constexpr std::uint64_t kDatabaseDescriptorsMost = 4096;

// The database's share of the file descriptors that the process may have (RLIMIT_NOFILE): for its
// tables, its write-ahead logs and the files that it is writing.
constexpr std::uint64_t database_descriptors(std::uint64_t limit) {
  return std::min(limit / 8 * 3, kDatabaseDescriptorsMost);
}

// RocksDB's max_open_files for that share. RocksDB opens a table when it is first read, and closes
// the least used one when there are more.
constexpr int max_open_tables(std::uint64_t limit) {
  constexpr std::uint64_t kOtherFiles = 48;  // logs, manifest, locks, outputs of two compactions
  constexpr std::uint64_t kLeast = 32;
  const std::uint64_t own = database_descriptors(limit);
  return static_cast<int>(std::max(kLeast, own - std::min(own, kOtherFiles)));
}

// The operator is warned above this number of tables: half of the process's descriptors are then
// still left.
constexpr std::uint64_t many_tables(std::uint64_t limit) { return limit / 2; }

}  // namespace countersign

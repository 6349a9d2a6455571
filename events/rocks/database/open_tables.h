#pragma once
#include <algorithm>
#include <cstdint>

namespace countersign {

// Tables for some 250 GB of log; one that is larger has more descriptors than this around it.
constexpr std::uint64_t kDatabaseDescriptorsMost = 4096;

// The database's part of the descriptors that the process may have (RLIMIT_NOFILE): for its
// tables, its write-ahead logs and what it writes anew.
constexpr std::uint64_t database_descriptors(std::uint64_t limit) {
  return std::min(limit / 8 * 3, kDatabaseDescriptorsMost);
}

// RocksDB's max_open_files for that part: all tables stay open (-1) where there are
// descriptors for more of them than a log has, and it has no more; else the least used are closed.
constexpr int max_open_tables(std::uint64_t limit, std::uint64_t tables = 0) {
  constexpr std::uint64_t kOtherFiles = 48;  // logs, manifest, locks, outputs of two compactions
  constexpr std::uint64_t kLeast = 32;
  const std::uint64_t own = database_descriptors(limit);
  if (own == kDatabaseDescriptorsMost && tables <= own) return -1;
  return static_cast<int>(std::max(kLeast, own - std::min(own, kOtherFiles)));
}

// More tables than this, of so many descriptors, are told to the operator: half are left.
constexpr std::uint64_t many_tables(std::uint64_t limit) { return limit / 2; }

}  // namespace countersign

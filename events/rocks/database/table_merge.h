#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "events/rocks/database/rocks_database.h"
#include "events/store_error.h"

namespace countersign {

// Merges small tables, so that their number follows the size of the log and not the number of its
// flushes.
//
// RocksDB's level compaction merges tables whose keys overlap, and moves any other table down as it
// is (the RocksDB wiki, "Compaction Trivial Move"). The keys of `events` only grow, so their tables
// never overlap: without a merge each flush, and so each scrub and each backup, leaves one table
// that no merge removes. An open table costs a file descriptor and the memory of its reader.
//
// A run is a sequence of tables of one level, consecutive in key order, each smaller than a quarter
// of the maximum table size. A run of at least kRunTablesMost tables is merged, within its level,
// into tables of full size and one smaller table. So the tail of the log is rewritten once in
// kRunTablesMost flushes, and a large table is never rewritten.
inline constexpr std::size_t kRunTablesMost = 16;

// Merges every run that is long enough, on the caller's thread, while others read and append. A run
// is left to the next call if RocksDB is compacting a part of it. A damaged table is left as it is,
// and ends the run before it: a merge that met it would fail, and readers of the table get its
// error. `has_room` is asked before each merge, with the bytes that it may write; a run without
// room is left as well, which is not an error. Wrapped keys are not touched: key_scrub.h merges
// them. One call at a time.
std::optional<StoreError> merge_small_tables(
    const RocksDatabase& database, const std::function<bool(std::uint64_t bytes)>& has_room);

// The number of tables of the database. Thread-safe; does not read the disk.
std::uint64_t count_tables(const RocksDatabase& database);

// Compares all blocks of a table with their checksums. Reads the whole file.
rocksdb::Status verify_table(const std::string& path);
// Whether no table in a level of a family is damaged. Reads them.
bool is_level_sound(const RocksDatabase& database, Family family, std::size_t level);
// Drops the tables in level 0 of a family, while RocksDB's own work is paused. RocksDB allows this
// for the oldest table of level 0 if no other level has any; tables that RocksDB does not allow to
// drop stay. REQUIRES: no reader can see an entry of these tables, e.g. since a deletion of all
// keys is stored.
void drop_first_level(const RocksDatabase& database, Family family);
// Records damage (write_failures.h) if level 0 of a family has so many tables that merges appear to
// fail, and a table that such a merge reads is damaged.
void note_damaged_tables(const RocksDatabase& database);

}  // namespace countersign

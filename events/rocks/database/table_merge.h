#pragma once
#include <cstdint>
#include <functional>
#include <optional>

#include "events/rocks/database/rocks_database.h"
#include "events/store_error.h"

namespace countersign {

// Merges small tables, so that their number follows the bytes of the log and not the number of its
// flushes.
//
// RocksDB's level compaction merges tables whose keys overlap, and moves any other table down as
// it is (the RocksDB wiki, "Compaction Trivial Move"). The keys of `events` only grow, so their
// tables never overlap: without a merge each flush, and so each scrub and each backup, leaves one
// for ever. A table that is open costs a descriptor and the memory of its reader.
//
// A run is made of tables of one level that follow one another in the order of their keys, each
// smaller than a quarter of the size that a table may have. A run of kRunTablesMost tables is
// merged, in its own level, into tables of full size and one that is smaller. So the tail of the
// log is rewritten once in kRunTablesMost flushes, and nothing that is large ever again.
inline constexpr std::size_t kRunTablesMost = 16;

// Merges every run that is long enough, on the caller's thread, while others read and append; a
// run of which RocksDB compacts a part at that moment is left to the next call. A table that is
// damaged is left as it is, and ends the run before it: a merge that met it would stop the log, and
// who reads it is told. `has_room` is asked before each merge for the bytes that it may write; what
// has no room is left as well, and is not an error. Wrapped keys are not touched: key_scrub.h
// merges them. One call at a time.
std::optional<StoreError> merge_small_tables(
    const RocksDatabase& database, const std::function<bool(std::uint64_t bytes)>& has_room);

// How many tables the database has. Thread-safe; asks no disk.
std::uint64_t count_tables(const RocksDatabase& database);

}  // namespace countersign

#pragma once
#include <filesystem>
#include <optional>
#include <string>

namespace countersign {

// Checks, before RocksDB opens the files, that the disk has room for the open. Returns a sentence
// if it has not. RocksDB makes tables of the write-ahead logs when it opens, and a full disk may
// then end the process.
//
// A killed process leaves the space that RocksDB had reserved behind the end of a write-ahead log
// (fallocate(2)). If the disk is short, this space is freed first; it may be as much as a start
// needs. Does nothing if another process has the database open. One call at a time.
std::optional<std::string> refusal_for_room(const std::filesystem::path& folder);

}  // namespace countersign

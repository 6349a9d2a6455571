#pragma once
#include <filesystem>
#include <optional>
#include <string>

namespace countersign {

// RocksDB makes tables of the write-ahead logs as it opens, and may end the process where a disk
// that is full fails it. So the disk is asked before whether it has room: a sentence if it has not.
//
// Where the disk is short, what RocksDB had reserved behind the end of a write-ahead log
// (fallocate(2)) and has not given back, since it was killed, is given back first; it may be as
// much as a start needs. Nothing is done where another process has the database open. One call at
// a time.
std::optional<std::string> refusal_for_room(const std::filesystem::path& folder);

}  // namespace countersign

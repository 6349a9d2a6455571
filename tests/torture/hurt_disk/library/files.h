#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tests/torture/hurt_disk/bad_disk_state.h"

// The files of the data folder, by descriptor and by path.
//
// These names are hidden, so that no name of the server that loads the library replaces one.
#pragma GCC visibility push(hidden)
namespace countersign::torture {

std::string path_of_descriptor(int descriptor);
std::string path_at(int folder, const char* name);

// The part of a path that is below the folder; nullopt if the path is elsewhere.
std::optional<std::string_view> below(const BadDiskState& disk, std::string_view path);

// The kind of a file; nullopt if the path is not below the folder.
std::optional<DiskFile> file_at(const BadDiskState& disk, std::string_view path);

// The number of a write-ahead log, which is its name.
std::uint64_t log_number(std::string_view path);

}  // namespace countersign::torture
#pragma GCC visibility pop

#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "core/machine/files/folder_lock.h"
#include "core/result.h"

namespace countersign {

// Makes the data folder if it is not there, refuses one that others may change, and locks it.
// Returns a sentence for the operator if any of that fails. With `read_only` nothing is made or
// locked, and the lock is nullopt.
Result<std::optional<FolderLock>, std::string> hold_folder(const std::filesystem::path& path,
                                                           bool read_only);

}  // namespace countersign

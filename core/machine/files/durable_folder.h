#pragma once
#include <sys/types.h>

#include <filesystem>
#include <system_error>

namespace countersign {

// Creates a folder, and those above it, if they do not exist. When it returns without an error,
// their names are durable. The name of a folder is an entry of the folder above it, and only an
// fsync(2) of the upper folder makes it durable: a synced file in a new folder can be lost in a
// power cut because the folder itself is not found.
//
// The folder gets `mode`; the folders above it get 0777 less the umask. An existing folder keeps
// its mode. Its name is made durable too, since the process that created it may have ended before
// that, unless the folder above cannot be read, or cannot be written at all. Thread-safe.
std::error_code make_durable_folder(std::filesystem::path folder, ::mode_t mode);

}  // namespace countersign

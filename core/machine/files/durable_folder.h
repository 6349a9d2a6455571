#pragma once
#include <sys/types.h>

#include <filesystem>
#include <system_error>

namespace countersign {

// Makes a folder, and those above it, unless they are there; when it returns without an error their
// names are on the disk. The name of a folder is an entry of the folder above it, and only an
// fsync(2) of that one makes it durable: a file in a new folder can be synced and, after a power
// cut, not be found.
//
// The folder has the mode that is given; those above it have what the umask leaves. A folder that
// is there keeps its mode, and its name is made durable too, since whoever made it may have ended
// before that; unless the folder above may not be read, or cannot be written at all. Any thread.
std::error_code make_durable_folder(std::filesystem::path folder, ::mode_t mode);

}  // namespace countersign

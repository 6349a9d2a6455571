#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "core/random_source.h"
#include "core/result.h"
#include "core/strong.h"
#include "events/vault/folder.h"

// The store that is a folder which several machines mount: the folder of folder.h, with new files
// of each node apart. docs/operators/file-stores.md says what the file system has to be.
namespace countersign {

// Tells the new files of one machine from those of another: 16 hex digits, lower case.
using NodeName = Strong<struct NodeNameTag, std::string>;

// The name of the node that has the data folder: drawn once, and kept in `<files>/NODE` with the
// folder's inode and time of birth. So it moves with the disk to another machine, as what the
// folder's server had under way does. A copy of the data folder draws a name of its own: its server
// must not take for its own what the other one has under way. `files` is the `files` of the data
// folder. With `read_only` nothing is made, and a folder without a name gets one for the moment.
// Returns a sentence if the file cannot be read or written.
Result<NodeName, std::string> node_of(const std::filesystem::path& files,
                                      RandomSource& random,
                                      bool read_only);

// A kind of file system, by the number that statfs(2) has for it.
struct FileSystemKind {
  std::int64_t magic = 0;
  std::string_view name;
  std::string_view refusal{};  // why files may not be kept there; empty: they may
};
// nullptr for a kind that was never looked at, which is refused too.
const FileSystemKind* file_system_of(std::int64_t magic);

// Opens the folder, which must exist, since one that is missing is not mounted. Refuses, with a
// sentence, a file system of a kind that does not keep what FileStore promises, and one that fails
// a trial of hard links and syncs, which is made unless the folder is opened for reading alone. A
// folder that is opened for writing is watched.
Result<std::unique_ptr<FileFolder>, std::string> open_shared_folder(
    const std::filesystem::path& path, const NodeName& node, bool read_only, StoreTold told = {});

}  // namespace countersign

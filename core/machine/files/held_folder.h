#pragma once
#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/machine/files/owned_fd.h"
#include "core/result.h"

namespace countersign {

// Why something in a folder could not be done.
struct FolderFault {
  bool not_there = false;  // what was asked for
  std::string why;         // a sentence that names the path
};

// A folder that is held by a descriptor, and in which files are opened beneath: a name such as
// `files/20260101/0a/<id>` is resolved from the descriptor, no link on its way is followed, and no
// name leads out of the folder. So it does not matter who else may write to the folder, or what
// is renamed meanwhile. The system does the walk with openat2(2), RESOLVE_BENEATH and
// RESOLVE_NO_SYMLINKS; where it cannot (before Linux 5.6, or behind a filter of system calls), one
// openat(2) with O_NOFOLLOW is made for each component.
//
// Only the path that open() takes may be reached by links: it is what an operator typed.
//
// Names are parts of 1 to 255 bytes, joined by single slashes; none is `.` or `..`. Another name is
// refused before the system sees it. Files are made with mode 0600, folders with 0700; the mode of
// what is there is never changed. A value that moves. Thread-safe: nothing changes but the disk.
class HeldFolder {
 public:
  enum class Kind : std::uint8_t { File, Folder, Link, Other };
  struct Entry {
    std::string name;  // in the folder that was listed
    Kind kind = Kind::Other;
  };

  static constexpr ::mode_t kFolderMode = 0700;
  // Deeper folders are not walked into.
  static constexpr std::size_t kDepthMax = 32;

  static Result<HeldFolder, FolderFault> open(std::filesystem::path path);
  // Makes the folder, and those above it, if it is not there; its name is durable then
  // (core/machine/files/durable_folder.h). Refused where somebody else may put another in its place
  // (wrong_with_place_of(), core/machine/files/file_access.h).
  static Result<HeldFolder, FolderFault> make(std::filesystem::path path,
                                              ::mode_t mode = kFolderMode);

  const std::filesystem::path& path() const { return path_; }
  const OwnedFd& descriptor() const { return descriptor_; }
  // For a library that opens files by their paths: a path to this folder by its descriptor, which
  // stays right whatever takes the name of the folder or of one above it. path() where there is no
  // /proc. Valid for as long as this object, also when that is moved.
  std::filesystem::path pinned_path() const;

  // Why nothing of ours is written here, if so: the folder is another user's (root's is not one:
  // root can do everything anyway), or group or others may write to it.
  std::optional<std::string> refusal_to_write(std::string_view name = {}) const;

  // For reading. Only a regular file is opened: a named pipe does not make the caller wait, and a
  // device is not touched.
  Result<OwnedFd, FolderFault> open_file(std::string_view name) const;
  // A whole file of at most `bytes_max`.
  Result<std::string, FolderFault> read(std::string_view name, std::size_t bytes_max) const;
  // For writing, a file that was not there; what bears the name, and is no folder, is removed
  // first.
  Result<OwnedFd, FolderFault> create(std::string_view name) const;
  // For reading and writing, as it is, or empty if it was not there. A regular file that has no
  // other name (hard links), since writing to it would change them.
  Result<OwnedFd, FolderFault> open_or_create(std::string_view name) const;
  // Replaces a file as a whole by way of `<name>.new`: write, fsync, rename, fsync of the folder.
  std::optional<FolderFault> replace(std::string_view name, std::string_view text) const;

  std::optional<FolderFault> rename(std::string_view from, std::string_view to) const;
  // Removes a name, of a link itself; that it is not there is fine.
  std::optional<FolderFault> remove(std::string_view name) const;
  // False if it is not empty, or not there.
  bool remove_empty_folder(std::string_view name) const;
  // Makes a folder and those above it within this one.
  std::optional<FolderFault> make_folders(std::string_view name) const;
  // fsync of a folder; of this one without a name.
  std::optional<FolderFault> sync(std::string_view name = {}) const;

  // What bears the name; nothing if nothing does, or it cannot be known.
  std::optional<Kind> kind_of(std::string_view name) const;
  // Of a regular file.
  std::optional<std::uint64_t> size_of(std::string_view name) const;
  // What is in a folder, in the order of names; of this one without a name. `.` and `..` are left
  // out.
  Result<std::vector<Entry>, FolderFault> list(std::string_view name = {}) const;
  // All that is below a folder, links as such; `visit` is told the name within this one. None if
  // the folder is not there.
  using Visit = std::function<void(const std::string& name, Kind kind)>;
  std::optional<FolderFault> walk(std::string_view name, const Visit& visit) const;

 private:
  HeldFolder(std::filesystem::path path, OwnedFd descriptor)
      : path_(std::move(path)), descriptor_(std::move(descriptor)) {}

  // The folder in which a name lies, and its last part.
  struct Place {
    OwnedFd folder;
    std::string last;
  };
  Result<Place, FolderFault> place_of(std::string_view name) const;
  Result<OwnedFd, FolderFault> open_folder(std::string_view name) const;
  std::filesystem::path shown(std::string_view name) const;
  // Of errno: names the link, if it was one.
  FolderFault fault(std::string_view what, std::string_view name) const;
  std::optional<FolderFault> walk(const OwnedFd& folder,
                                  const std::string& name,
                                  std::size_t depth,
                                  const Visit& visit) const;

  std::filesystem::path path_;
  OwnedFd descriptor_;
};

// Whether a name may be one within a HeldFolder.
bool is_name_beneath(std::string_view name);

// A regular file that an operator named, perhaps by a link.
Result<OwnedFd, FolderFault> open_named_file(const std::filesystem::path& path);
Result<std::string, FolderFault> read_named_file(const std::filesystem::path& path,
                                                 std::size_t bytes_max);

}  // namespace countersign

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

// Why an operation in a folder failed.
struct FolderFault {
  bool not_there = false;  // the requested file or folder does not exist
  std::string why;         // a sentence that names the path
};

// A folder that is held by a descriptor. A name such as `files/20260101/0a/<id>` is resolved from
// the descriptor; no symbolic link on the way is followed, and no name leads out of the folder. So
// it does not matter who else may write to the folder, or what is renamed meanwhile. The kernel
// resolves the name with openat2(2), RESOLVE_BENEATH and RESOLVE_NO_SYMLINKS. Where openat2(2) is
// not available (before Linux 5.6, or behind a system-call filter), each component is opened with
// openat(2) and O_NOFOLLOW.
//
// Only the paths that open() and make() take may contain links: an operator typed them.
//
// A name consists of parts of 1 to 255 bytes, joined by single slashes; no part is `.` or `..`. Any
// other name is refused without a system call. New files have mode 0600, new folders 0700; the mode
// of an existing file or folder never changes. Movable. Thread-safe: no call changes the object.
class HeldFolder {
 public:
  enum class Kind : std::uint8_t { File, Folder, Link, Other };
  struct Entry {
    std::string name;  // in the folder that was listed
    Kind kind = Kind::Other;
  };

  static constexpr ::mode_t kFolderMode = 0700;
  // walk() fails at a folder that is nested deeper.
  static constexpr std::size_t kDepthMax = 32;

  static Result<HeldFolder, FolderFault> open(std::filesystem::path path);
  // Creates the folder, and those above it, if it does not exist, and makes its name durable
  // (core/machine/files/durable_folder.h). Fails where another user may put another folder in its
  // place (wrong_with_place_of(), core/machine/files/file_access.h).
  static Result<HeldFolder, FolderFault> make(std::filesystem::path path,
                                              ::mode_t mode = kFolderMode);

  const std::filesystem::path& path() const { return path_; }
  const OwnedFd& descriptor() const { return descriptor_; }
  // Returns a path to this folder by its descriptor, for a library that opens files by their paths.
  // The path stays correct if something else takes the name of the folder or of one above it.
  // Returns path() where there is no /proc. Valid as long as the descriptor: for the life of this
  // object, or of the object that it was moved to.
  std::filesystem::path pinned_path() const;

  // Returns a sentence if the folder must not be written to: it cannot be examined, belongs to
  // another user, or is writable by group or others. A folder of root is accepted, because root can
  // do everything anyway.
  std::optional<std::string> refusal_to_write(std::string_view name = {}) const;

  // Opens a file for reading. Opens only a regular file: never blocks on a named pipe, and does not
  // touch a device.
  Result<OwnedFd, FolderFault> open_file(std::string_view name) const;
  // Reads a whole file; fails if it has more than `bytes_max`.
  Result<std::string, FolderFault> read(std::string_view name, std::size_t bytes_max) const;
  // Creates a file and opens it for writing. Anything but a folder that has the name is removed
  // first.
  Result<OwnedFd, FolderFault> create(std::string_view name) const;
  // Opens a file for reading and writing with its content, or creates it empty. Fails if it is not
  // a regular file, or has other hard links: writing would change those too.
  Result<OwnedFd, FolderFault> open_or_create(std::string_view name) const;
  // Replaces a whole file: writes it under its fresh name, syncs it, renames it, and syncs the
  // folder.
  std::optional<FolderFault> replace(std::string_view name, std::string_view text) const;
  // The name under which replace() writes, and which a crash within it leaves: `<name>.new`.
  static std::string fresh_name_of(std::string_view name) { return std::string(name) + ".new"; }

  std::optional<FolderFault> rename(std::string_view from, std::string_view to) const;
  // Removes a file, or a link and not its target. Succeeds if the name does not exist.
  std::optional<FolderFault> remove(std::string_view name) const;
  // Returns false if the folder was not removed: it is not empty, or does not exist.
  bool remove_empty_folder(std::string_view name) const;
  // Creates a folder within this one, with the folders on the way to it.
  std::optional<FolderFault> make_folders(std::string_view name) const;
  // Syncs a folder; without a name this one.
  std::optional<FolderFault> sync(std::string_view name = {}) const;

  // Returns nullopt if the name does not exist, or its kind cannot be determined.
  std::optional<Kind> kind_of(std::string_view name) const;
  // Returns the size of a regular file; otherwise nullopt.
  std::optional<std::uint64_t> size_of(std::string_view name) const;
  // Lists a folder, sorted by name, without `.` and `..`; without a name this one.
  Result<std::vector<Entry>, FolderFault> list(std::string_view name = {}) const;
  // Visits everything below a folder; links are reported and not followed. `visit` gets each name
  // relative to this folder. Succeeds without a visit if the folder does not exist.
  // REQUIRES: `name` is not empty.
  using Visit = std::function<void(const std::string& name, Kind kind)>;
  std::optional<FolderFault> walk(std::string_view name, const Visit& visit) const;

 private:
  HeldFolder(std::filesystem::path path, OwnedFd descriptor)
      : path_(std::move(path)), descriptor_(std::move(descriptor)) {}

  // The folder that contains a name, and the last part of the name.
  struct Place {
    OwnedFd folder;
    std::string last;
  };
  Result<Place, FolderFault> place_of(std::string_view name) const;
  Result<OwnedFd, FolderFault> open_folder(std::string_view name) const;
  std::filesystem::path shown(std::string_view name) const;
  // Makes the fault from errno; if a symbolic link was the cause, names that link.
  FolderFault fault(std::string_view what, std::string_view name) const;
  std::optional<FolderFault> walk(const OwnedFd& folder,
                                  const std::string& name,
                                  std::size_t depth,
                                  const Visit& visit) const;

  std::filesystem::path path_;
  OwnedFd descriptor_;
};

// Returns whether a HeldFolder accepts the name.
bool is_name_beneath(std::string_view name);

// Opens a regular file by a path that an operator typed; links are followed.
Result<OwnedFd, FolderFault> open_named_file(const std::filesystem::path& path);
Result<std::string, FolderFault> read_named_file(const std::filesystem::path& path,
                                                 std::size_t bytes_max);

}  // namespace countersign

#pragma once
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/machine/files/owned_fd.h"
#include "core/result.h"
#include "events/vault/file_place.h"
#include "events/vault/vault_error.h"

namespace countersign {

// Where the sealed files of the vault are: the port between the vault and a folder of this machine
// (folder.h), a folder that several machines mount (shared_folder.h), or a store of objects
// (http/objects/s3_store.h). A store handles names and durability, and does not look into the
// files, which are ciphertext.
//
//   create ; (write to the file) ; abandon            nothing is left
//   create ; (write) ; commit ; mark_named            an event names the file
//   create ; (write) ; commit ; remove_unnamed        no event does
//
// MUST hold for each implementation, whatever a crash leaves:
//   - after commit(), and not before, the file is durable at its place
//   - from before the file has its place until mark_named() or the end of remove_unnamed(), the
//     file is among the new files; so a file at its place that is not among them was named by an
//     event
//   - the new files of another node are in left_by_others() and never in new_files()
//
// Thread-safe. Functions block on the disk or the network. Failure: NotFound where there is no such
// file, Full where there is no room, Corrupt where the store answers with what cannot be; any other
// fault of the machine is Io, and nothing is known of what was to be changed. Every change may be
// repeated.
class FileStore {
 public:
  FileStore() = default;
  virtual ~FileStore() = default;
  FileStore(const FileStore&) = delete;
  FileStore& operator=(const FileStore&) = delete;

  // Bytes of a sealed file.
  struct Stretch {
    std::uint64_t offset = 0;
    std::uint64_t size_bytes = std::numeric_limits<std::uint64_t>::max();  // to the end
  };
  // A file that was just made, and how many this process had made by then.
  struct Made {
    OwnedFd file;
    std::uint64_t number = 0;
  };

  // Prepares for uploads, if a place for the new files is to be made. Durable on return.
  virtual Result<Done, VaultError> make_new_folder() = 0;

  // Creates an empty file, open for reading and writing. It has no place yet.
  virtual Result<Made, VaultError> create(const FilePlace& place) = 0;
  // Opens a file that was written and not committed, for reading.
  virtual Result<OwnedFd, VaultError> open_made(const FilePlace& place, const Made& made) const = 0;
  // Takes back what create() made. REQUIRES: commit() was not called. If this fails, the next start
  // removes the file.
  virtual void abandon(const FilePlace& place) = 0;

  // Makes the file durable at its place. REQUIRES: nobody writes to it any more.
  virtual Result<Done, VaultError> commit(const FilePlace& place, const Made& made) = 0;
  // Takes the file out of the new files of this node. The next start may have to repeat the call.
  // Succeeds if the file is gone. REQUIRES: an event that names the file is durable.
  virtual Result<Done, VaultError> mark_named(const FilePlace& place) = 0;

  // Opens the file at its place for reading. The descriptor's file has the length of the sealed
  // file, and its bytes in the stretch; other bytes of it may be zeros. The file can be read to its
  // end though it is removed meanwhile.
  virtual Result<OwnedFd, VaultError> open_for_reading(const FilePlace& place,
                                                       const Stretch& stretch) const = 0;
  Result<OwnedFd, VaultError> open_for_reading(const FilePlace& place) const {
    return open_for_reading(place, {});
  }

  // Returns whether there is a file at the place.
  virtual Result<bool, VaultError> has(const FilePlace& place) const = 0;
  // Returns whether the file is among the new files of any node.
  virtual Result<bool, VaultError> is_new(const FilePlace& place) const = 0;
  // The new files of this node: those of this process, and those that an earlier one has left.
  virtual Result<std::vector<FilePlace>, VaultError> new_files() const = 0;
  // The new files of other nodes, which may be under way there.
  virtual Result<std::vector<FilePlace>, VaultError> left_by_others() const {
    return std::vector<FilePlace>();
  }
  // Takes the file out of the new files of every node. REQUIRES: as mark_named().
  virtual Result<Done, VaultError> forget_new(const FilePlace& place) { return mark_named(place); }
  // Gives a new file of this node its place if the place was lost. Durable on return. NotFound if
  // the bytes are lost too.
  virtual Result<Done, VaultError> keep(const FilePlace& place) = 0;
  // Removes a new file of this node that has no place. If this fails, the next start does it.
  virtual void discard(const FilePlace& place) = 0;

  // For a file that the log has purged. Durable after sync_day().
  virtual Result<Done, VaultError> remove(const FilePlace& place) = 0;
  // For a file that no event names, of any node: takes its place away, durably, and then takes it
  // out of the new files.
  virtual Result<Done, VaultError> remove_unnamed(const FilePlace& place) = 0;
  virtual Result<Done, VaultError> sync_day(const std::string& day) = 0;

  // The days that have files, in order.
  virtual Result<std::vector<std::string>, VaultError> days() const = 0;
  // The names of a day, some at a time, until `visit` returns false.
  virtual Result<Done, VaultError> list_day(
      const std::string& day,
      const std::function<bool(const std::vector<PlaceEntry>&)>& visit) const = 0;
  // Every file at its place, in no particular order.
  Result<Done, VaultError> list(const std::function<void(const FilePlace&)>& visit) const;
  // Removes what a day without files leaves.
  virtual Result<Done, VaultError> drop_empty_folders(const std::string&) { return Done{}; }

  // Version 0.2.0 marked a file that no event names by the sticky bit of its mode, and gave the
  // file its place alone. Returns whether the file bears that mark; only a folder can have such.
  virtual bool bears_old_mark(const FilePlace&) const { return false; }
  // Removes the old mark. A file that no event names gets a name among the new files first, which
  // is durable before the mark is removed.
  virtual Result<Done, VaultError> replace_old_mark(const FilePlace&, bool /*is_named*/) {
    return Done{};
  }

  // Makes the store that of a log, unless it is another's, and returns whose it is: `log`, or what
  // another process has written. `log` is a line of at most 1,024 visible characters. A store that
  // only one data folder can reach belongs to its log without this.
  virtual Result<std::string, VaultError> claim(const std::string& log) = 0;

  // How an operator finds the store: a path, or a name such as `s3:BUCKET`.
  virtual std::string name() const = 0;
  // A sentence about what the store cannot do now, from its last calls and its own probes; empty if
  // it works. Does not block.
  virtual std::optional<std::string> fault() const { return std::nullopt; }
};

inline Result<Done, VaultError> FileStore::list(
    const std::function<void(const FilePlace&)>& visit) const {
  const auto found = days();
  if (!found) return found.error();
  for (const std::string& day : *found) {
    const auto listed = list_day(day, [&](const std::vector<PlaceEntry>& entries) {
      for (const PlaceEntry& entry : entries) visit(entry.place);
      return true;
    });
    if (!listed) return listed;
  }
  return Done{};
}

}  // namespace countersign

#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/machine/files/owned_fd.h"
#include "core/random_source.h"
#include "core/result.h"
#include "events/vault/key_slot.h"
#include "events/vault/vault_error.h"

namespace countersign {

// The files of the key slots: <data>/keys/<name of the slot>, and <name of the slot>.<part> for
// each part, mode 0600 in a folder of mode 0700. The earlier content of a file is overwritten in
// place over its whole length, as far as the disk supports that. A symbolic link at the end of the
// path of the folder or of a file is not followed, and a file that is not regular is neither read
// nor written. One thread at a time.
class KeySlotFolder {
 public:
  // Returns NotFound if the folder does not exist and `may_create` is false. Unless `read_only`,
  // overwrites and removes the file beside each slot.
  static Result<std::unique_ptr<KeySlotFolder>, VaultError> open(const std::filesystem::path& path,
                                                                 bool may_create,
                                                                 bool read_only,
                                                                 RandomSource& random);

  // The slots of which there is any file.
  Result<std::vector<KeySlotId>, VaultError> list() const;
  // The parts of which there is a file, listed by their slot or not.
  using PartsOnDisk = std::map<KeySlotId, std::set<std::uint32_t>>;
  Result<PartsOnDisk, VaultError> list_parts() const;
  // The slot's own file and the parts that it lists, without those that do not exist. Reads anew if
  // another process replaces one of them meanwhile, so that they are of one time; after some tries
  // returns what was read last. NotFound: the slot has no file of its own.
  Result<KeySlotFiles, VaultError> read(const KeySlotId& id) const;

  // Creates the slot's own file, or replaces all of it and then overwrites its old bytes:
  //
  //   1. <name>.new is written and synced
  //   2. it exchanges its name with the old file, and the folder is synced
  //   3. the old file, now <name>.new, is overwritten and synced
  //
  // <name>.new, then random bytes, is the file that the slot's next writing fills: a file that need
  // not be created, nor its blocks found, is synced in half the time. destroy() and the next open()
  // unlink it. After a crash at any step the file is the old or the new one, whole, and the next
  // open() overwrites and removes <name>.new, whichever of the two that is. On a file system that
  // cannot exchange names, step 2 takes the old file's name away, and a crash before step 3 leaves
  // its bytes where they lay, without a name.
  //
  // Durable on return, with the parts that were written before.
  Result<Done, VaultError> write(const KeySlotId& id, std::string_view own);
  // The same of a part, through the same <name>.new. A part that replaced none is durable on the
  // return of the next write() of its slot, which is the one that lists it.
  Result<Done, VaultError> write_part(const KeySlotId& id,
                                      std::uint32_t part,
                                      std::string_view bytes);
  // Writes what differs from `files`, the parts first. Returns whether anything did.
  Result<bool, VaultError> copy(const KeySlotId& id, const KeySlotFiles& files);
  // Overwrites the parts in place, syncs and unlinks them, and syncs the folder.
  Result<Done, VaultError> destroy_parts(const KeySlotId& id, const std::set<std::uint32_t>& parts);
  // The same with all files of the slot: the parts, its own, and <name>.new. Succeeds if the slot
  // does not exist.
  Result<Done, VaultError> destroy(const KeySlotId& id);

 private:
  // The identity of a file's content: another writing has another.
  struct Stamp;

  KeySlotFolder(OwnedFd folder, RandomSource& random)
      : folder_(std::move(folder)), random_(random) {}

  Result<std::string, VaultError> read_file(const std::string& name,
                                            std::size_t most,
                                            std::map<std::string, Stamp>& stamps) const;
  Result<KeySlotFiles, VaultError> read_once(const KeySlotId& id,
                                             std::map<std::string, Stamp>& stamps) const;
  bool is_as_stamped(const std::map<std::string, Stamp>& stamps) const;
  // write(), but for syncing the folder after a file that replaced none.
  Result<Done, VaultError> replace(const KeySlotId& id,
                                   const std::string& name,
                                   std::string_view bytes);
  // erase(), and syncs the folder.
  Result<Done, VaultError> destroy(const std::string& name);
  // Overwrites the file and unlinks it, if it exists.
  Result<Done, VaultError> erase(const std::string& name);
  // The file for the next writing: the one that the last writing overwrote, or a new one.
  Result<OwnedFd, VaultError> open_fresh(const std::string& fresh);
  Result<Done, VaultError> overwrite_if_longer(const OwnedFd& file, std::size_t size);
  // Syncs the folder, if that is due.
  Result<Done, VaultError> sync();
  // Syncs the folder if a file may have another name on the disk than here.
  Result<Done, VaultError> settle_names();
  // Gives the file `fresh` the name. A file that it replaces then has the name `fresh`, or, where
  // the file system cannot exchange names, none.
  bool put_in_place(const std::string& fresh, const std::string& name, bool replaces);
  Result<Done, VaultError> overwrite(const OwnedFd& file);
  Result<std::vector<std::string>, VaultError> names() const;

  OwnedFd folder_;
  RandomSource& random_;
  // Whether the folder is as it is on the disk, and whether its files have their names on the disk
  // too. The process before may have ended without syncing.
  bool synced_ = false;
  bool names_settled_ = false;
  // The slots beside which <name>.new holds nothing but the random bytes that a writing left.
  std::set<KeySlotId> noise_;
};

}  // namespace countersign

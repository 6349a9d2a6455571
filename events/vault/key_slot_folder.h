#pragma once
#include <filesystem>
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

// The files of the key slots: <data>/keys/<name of the slot>, mode 0600 in a folder of mode 0700.
// Every change is durable on return, and the earlier content of a slot is overwritten in place over
// its whole length, as far as the disk supports that. A symbolic link at the end of the path of the
// folder or of a file is not followed, and a file that is not regular is neither read nor written.
// One thread at a time.
class KeySlotFolder {
 public:
  // Returns NotFound if the folder does not exist and `may_create` is false. Unless `read_only`,
  // overwrites and removes the file beside each slot.
  static Result<std::unique_ptr<KeySlotFolder>, VaultError> open(const std::filesystem::path& path,
                                                                 bool may_create,
                                                                 bool read_only,
                                                                 RandomSource& random);

  Result<std::vector<KeySlotId>, VaultError> list() const;
  Result<std::string, VaultError> read(const KeySlotId& id) const;
  // Creates the slot, or replaces all of it and then overwrites its old bytes:
  //
  //   1. <name>.new is written and synced
  //   2. it exchanges its name with the old file, and the folder is synced
  //   3. the old file, now <name>.new, is overwritten and synced
  //
  // <name>.new, then random bytes, is the file that the next writing fills: a file that need not be
  // created, nor its blocks found, is synced in half the time. destroy() and the next open() unlink
  // it. After a crash at any step the slot is the old or the new one, whole, and the next open()
  // overwrites and removes <name>.new, whichever of the two that is. On a file system that cannot
  // exchange names, step 2 takes the old file's name away, and a crash before step 3 leaves its
  // bytes where they lay, without a name.
  Result<Done, VaultError> write(const KeySlotId& id, std::string_view bytes);
  // Overwrites the slot in place, syncs it, unlinks it and syncs the folder; so too <name>.new.
  // Succeeds if the slot does not exist.
  Result<Done, VaultError> destroy(const KeySlotId& id);

 private:
  KeySlotFolder(OwnedFd folder, RandomSource& random)
      : folder_(std::move(folder)), random_(random) {}

  Result<Done, VaultError> destroy(const std::string& name);
  OwnedFd open_fresh(const std::string& fresh) const;
  Result<Done, VaultError> overwrite_if_longer(const OwnedFd& file, std::size_t size);
  // Syncs the folder, if that is due.
  Result<Done, VaultError> sync();
  // Gives the file `fresh` the name. A file that it replaces then has the name `fresh`, or, where
  // the file system cannot exchange names, none.
  bool put_in_place(const std::string& fresh, const std::string& name, bool replaces);
  Result<Done, VaultError> overwrite(const OwnedFd& file);
  Result<std::vector<std::string>, VaultError> names() const;

  OwnedFd folder_;
  RandomSource& random_;
  // Whether the folder is as it is on the disk. The process before may have ended without syncing.
  bool synced_ = false;
  // The slots beside which <name>.new holds nothing but the random bytes that write() left.
  std::set<KeySlotId> noise_;
};

}  // namespace countersign

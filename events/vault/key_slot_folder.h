#pragma once
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/machine/files/owned_fd.h"
#include "core/random_source.h"
#include "core/result.h"
#include "events/vault/key_slot.h"
#include "events/vault/vault_error.h"

namespace countersign {

// The files of the key slots: <data>/keys/<name of the slot>, mode 0600 in a folder of 0700.
// Every change is durable on return, and no earlier content of a slot stays on the disk as far
// as overwriting in place can see to it. The folder and its files are never reached by a link at
// the end of their paths, and what is no regular file is neither read nor written. One thread at a
// time.
class KeySlotFolder {
 public:
  // NotFound when it is not there and may not be made. What a crash left of a write
  // is overwritten and removed, unless `read_only`.
  static Result<std::unique_ptr<KeySlotFolder>, VaultError> open(const std::filesystem::path& path,
                                                                 bool may_create,
                                                                 bool read_only,
                                                                 RandomSource& random);

  Result<std::vector<KeySlotId>, VaultError> list() const;
  Result<std::string, VaultError> read(const KeySlotId& id) const;
  // Makes the slot, or replaces all of it; the bytes that it had are overwritten then.
  Result<Done, VaultError> write(const KeySlotId& id, std::string_view bytes);
  // Overwrites the slot where it lies, syncs, unlinks, syncs the folder. One that is not
  // there is fine.
  Result<Done, VaultError> destroy(const KeySlotId& id);

 private:
  KeySlotFolder(OwnedFd folder, RandomSource& random)
      : folder_(std::move(folder)), random_(random) {}

  Result<Done, VaultError> destroy(const std::string& name);
  Result<Done, VaultError> overwrite(const OwnedFd& file);
  Result<std::vector<std::string>, VaultError> names() const;

  OwnedFd folder_;
  RandomSource& random_;
};

}  // namespace countersign

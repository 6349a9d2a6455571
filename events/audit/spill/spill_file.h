#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/machine/files/owned_fd.h"
#include "core/machine/threads/mutex.h"
#include "events/crypto/aes_gcm.h"
#include "events/crypto/secret.h"

namespace countersign {

// Where the temporary files of an audit lie unless a caller says so: TMPDIR, or without it
// /var/tmp, which is on a disk where /tmp may be in memory.
std::filesystem::path default_spill_folder();

// Why bytes could not be put aside, or not be read back. This says nothing about the log.
struct SpillFailure {
  bool is_full = false;  // the disk
  std::string why;       // a sentence that names the folder

  friend bool operator==(const SpillFailure&, const SpillFailure&) = default;
};

// A block that was put aside. REQUIRES: it is used with the file that gave it.
struct SpillBlock {
  bool is_held = false;     // in memory
  std::uint64_t place = 0;  // its number in memory, or its offset in the file
  std::uint32_t bytes = 0;  // without the tag
};

// Blocks of bytes, which are read back until the object is destroyed. The first `held_max` bytes
// stay in memory. Beyond them a temporary file is made in `folder`: it has no name, mode 0600, and
// each block is sealed by AES-256-GCM under a random key that is only in this object. The nonce of
// a block is its offset, and no offset is written twice.
//
// Thread-safe. After a failure, failure() stays, and every put() and read() fails.
class SpillFile {
 public:
  SpillFile(std::filesystem::path folder, std::size_t held_max);

  // REQUIRES: under 1 GiB.
  std::optional<SpillBlock> put(std::string_view bytes);
  // Puts the block into `out`. False, and `out` empty, if it is not as it was written.
  bool read(const SpillBlock& block, std::string& out);

  std::optional<SpillFailure> failure() const;
  std::uint64_t bytes_on_disk() const;

 private:
  using Key = SecretBytes<kGcmKeyBytes>;

  // Where the block goes; nullopt if there is no file for it. A held block is in place then.
  std::optional<SpillBlock> place_for(std::string_view bytes);
  bool open_file() REQUIRES_LOCK(mutex_);
  // The file, if nothing has failed. It stays open as long as this object.
  int descriptor() const;
  void fail(std::string_view what, int error);
  void fail_locked(std::string_view what, int error) REQUIRES_LOCK(mutex_);

  const std::filesystem::path folder_;
  const std::size_t held_max_;
  const Key key_;
  mutable Mutex mutex_;
  OwnedFd file_ GUARDED_BY(mutex_);
  std::deque<std::string> held_ GUARDED_BY(mutex_);
  std::size_t held_bytes_ GUARDED_BY(mutex_) = 0;
  std::uint64_t end_ GUARDED_BY(mutex_) = 0;  // of the file
  std::optional<SpillFailure> failure_ GUARDED_BY(mutex_);
};

}  // namespace countersign

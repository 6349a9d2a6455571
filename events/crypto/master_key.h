#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/ids.h"
#include "core/random_source.h"
#include "core/result.h"
#include "events/crypto/secret.h"

namespace countersign {

// The labels under which keys are derived from the master key. A label is never
// changed or given another use: what it opened could not be opened again. The first label of
// the session keys, "session key wrapping v1", is not used any more.
inline constexpr std::string_view kKeySlotLabel = "key slot wrapping v1";
inline constexpr std::string_view kMasterKeyIdLabel = "master key id v1";
// Under which keys are derived from the service slot's (events/vault/key_ring.h), so that
// they outlive the master key.
inline constexpr std::string_view kSessionTokenLabel = "session token derivation v1";
inline constexpr std::string_view kFeedCursorLabel = "feed cursor v1";

// The one secret of an installation, 256 bits in a file outside the data folder.
// Everything that is encrypted is encrypted under keys that come from it; without
// the file nothing can be read again. Immutable and thread-safe; move-only.
//
// The file holds 64 hexadecimal digits and perhaps a newline, or 32 raw bytes. It
// must be a regular file that only its owner can read. Failures are one sentence
// for the operator, which names the path and never the content.
class MasterKey {
 public:
  static Result<MasterKey, std::string> load(const std::filesystem::path& path);

  // Makes a new key in a new file with mode 0600, durable on return. A file that
  // is there already is never overwritten.
  static Result<MasterKey, std::string> create(const std::filesystem::path& path,
                                               RandomSource& random);

  // Of what such a file holds. Nothing: it is something else.
  static std::optional<MasterKey> parse(ByteView content);

  // For tests, and for keys that come from elsewhere than a file.
  explicit MasterKey(SecretBytes<32> key) : key_(std::move(key)) {}

  // HKDF: keys of different labels say nothing about each other or the master key.
  SecretBytes<32> derive(std::string_view label) const;
  // Tells two keys apart, and says nothing about either.
  Digest id() const;

 private:
  SecretBytes<32> key_;
};

}  // namespace countersign

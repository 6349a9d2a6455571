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

// The labels under which keys are derived from the master key. A label must never change or get
// another use: data encrypted under it could no longer be opened. The first label of the session
// keys, "session key wrapping v1", is no longer used.
inline constexpr std::string_view kKeySlotLabel = "key slot wrapping v1";
inline constexpr std::string_view kMasterKeyIdLabel = "master key id v1";
// The labels under which keys are derived from the key of the service slot
// (events/vault/key_ring.h), so that these keys outlive the master key.
inline constexpr std::string_view kSessionTokenLabel = "session token derivation v1";
inline constexpr std::string_view kCaptureCodeLabel = "capture code v1";
inline constexpr std::string_view kWebhookSecretLabel = "webhook secret v1";
inline constexpr std::string_view kFeedCursorLabel = "feed cursor v1";

// The one secret of an installation, 256 bits in a file outside the data folder. Everything that is
// encrypted is encrypted under keys that depend on it; without the file nothing can be read again.
// Immutable and thread-safe; move-only.
//
// The file holds 64 hexadecimal digits and an optional newline, or 32 raw bytes. It must be a
// regular file that only its owner can read. A failure is one sentence for the operator, which
// names the path and never the content.
class MasterKey {
 public:
  static Result<MasterKey, std::string> load(const std::filesystem::path& path);

  // Makes a new key in a new file with mode 0600, durable on return. An existing file is never
  // overwritten.
  static Result<MasterKey, std::string> create(const std::filesystem::path& path,
                                               RandomSource& random);

  // Parses the content of such a file; returns nullopt if it is malformed.
  static std::optional<MasterKey> parse(ByteView content);

  // For tests, and for keys that do not come from a file.
  explicit MasterKey(SecretBytes<32> key) : key_(std::move(key)) {}

  // HKDF: keys of different labels reveal nothing about each other or the master key.
  SecretBytes<32> derive(std::string_view label) const;
  // Identifies the key without revealing anything about it.
  Digest id() const;

 private:
  SecretBytes<32> key_;
};

}  // namespace countersign

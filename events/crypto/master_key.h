#pragma once
#include <filesystem>
#include <string>
#include <string_view>

#include "core/random_source.h"
#include "core/result.h"
#include "events/crypto/secret.h"

namespace countersign {

// The labels under which keys are derived from the master key. A label is never
// changed or given another use: what it opened could not be opened again.
inline constexpr std::string_view kKeyWrappingLabel = "session key wrapping v1";
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

  // For tests, and for keys that come from elsewhere than a file.
  explicit MasterKey(SecretBytes<32> key) : key_(std::move(key)) {}

  // HKDF: keys of different labels say nothing about each other or the master key.
  SecretBytes<32> derive(std::string_view label) const;

 private:
  SecretBytes<32> key_;
};

}  // namespace countersign
